package org.heddle.cli.report.words;

import java.util.List;
import org.heddle.cli.report.Passing;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.minimise.CriticalSwitch;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.SignalNames;

/** Puts a critical switch into words, with the execution that goes on without it. */
final class CriticalWords {
    private CriticalWords() {}

    /** The switch in an execution that shows the finding. */
    static Switch of(CriticalSwitch critical, Execution execution, Wording wording) {
        Operation next = nextOf(critical.from(), critical.step(), execution);
        Location place =
                next == null ? Location.UNKNOWN : placeOfNext(critical.from(), critical.step(), execution, wording);
        return new Switch(
                critical.step(),
                wording.thread(critical.from()),
                wording.thread(critical.to()),
                next == null ? "" : wording.operation(next),
                place,
                passing(critical, wording));
    }

    private static Passing passing(CriticalSwitch critical, Wording wording) {
        Execution execution = critical.passing();
        Wording words = new Wording(execution, wording.names());
        List<TraceLine> lines = TraceLines.of(execution, words, step -> false, step -> true);
        int start = Math.min(critical.step(), lines.size());
        List<TraceLine> kept = lines.subList(start, Math.min(lines.size(), start + Passing.MOST));
        return new Passing(List.copyOf(kept), lines.size() - start, end(execution));
    }

    private static String end(Execution execution) {
        return switch (execution.outcome()) {
            case EXITED -> "the process exits with status " + execution.status();
            case SIGNALED -> SignalNames.of(execution.status()) + " ends the process";
            case DEADLOCK -> "no thread can go on";
            case ASSERTION -> "an assertion fails";
            case ASSUMPTION -> "an assumption of the program does not hold";
            case TOO_LONG, HUNG, CUT_OFF, OUTPUT_FLOOD, RESOURCES -> "a limit ends it";
            case UNMODELLED -> "a function is called that Heddle does not know";
            case SLEEP_BLOCKED, DIVERGED, LOST -> "its end is not known";
        };
    }

    private static Location placeOfNext(int thread, int step, Execution execution, Wording wording) {
        for (int later = step; later < execution.events().size(); later++) {
            if (execution.events().get(later).thread() == thread) {
                return wording.own().ofStep(later);
            }
        }
        return wording.own().ofPending(thread, nextOf(thread, step, execution));
    }

    /** What the thread does next from this step on; null if it is not known. */
    static Operation nextOf(int thread, int step, Execution execution) {
        for (Event event : execution.events().subList(step, execution.events().size())) {
            if (event.thread() == thread) {
                return event.operation();
            }
        }
        for (PendingOperation pending : execution.pending()) {
            if (pending.thread() == thread) {
                return pending.operation();
            }
        }
        return null;
    }
}
