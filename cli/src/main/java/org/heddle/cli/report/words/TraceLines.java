package org.heddle.cli.report.words;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import org.heddle.cli.report.TraceLine;
import org.heddle.dpor.analysis.Decisions;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Preemptions;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;

/** The steps of an execution as a report shows them. */
final class TraceLines {
    private static final String SIGNALS = "the signals sent to a thread";

    private TraceLines() {}

    /** The steps of the execution that shows a finding. */
    static List<TraceLine> of(Finding finding, Execution execution, Wording wording) {
        return of(execution, wording, finding.related()::contains, causes(finding, execution)::get);
    }

    /** The steps of an execution, of which some are what a finding is about, and some are what it takes to come there. */
    static List<TraceLine> of(Execution execution, Wording wording, IntPredicate related, IntPredicate causes) {
        List<TraceLine> lines = new ArrayList<>();
        Set<Integer> preemptions = Set.copyOf(Preemptions.of(execution));
        for (int step = 0; step < execution.events().size(); step++) {
            Event event = execution.events().get(step);
            Operation operation = event.operation();
            lines.add(new TraceLine(
                    step,
                    wording.thread(event.thread()),
                    wording.event(event),
                    wording.own().ofStep(step),
                    related.test(step),
                    operation.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    wording.objectOf(operation),
                    causes.test(step) && !isVain(event, wording),
                    preemptions.contains(step),
                    wording.location(operation).brief()));
        }
        return List.copyOf(lines);
    }

    /** Whether a thread looks for signals, and none has come. */
    private static boolean isVain(Event event, Wording wording) {
        return event.operation().kind() == OperationKind.ATOMIC_LOAD
                && event.value() == 0
                && wording.objectOf(event.operation()).equals(SIGNALS);
    }

    /** The steps that happen before one that has a part in the finding, or before what a thread of it has pending. */
    private static BitSet causes(Finding finding, Execution execution) {
        Decisions decisions = new Decisions(new Dependence());
        decisions.load(execution.events().toArray(new Event[0]), execution);
        List<Integer> effects = new ArrayList<>(finding.related());
        for (int row = 0; row < decisions.rows(); row++) {
            int thread = decisions.id(decisions.thread(row));
            boolean isNext =
                    row >= decisions.length() || decisions.next(decisions.thread(row), row + 1) == Decisions.NONE;
            if (isNext && finding.threads().stream().anyMatch(involved -> involved.thread() == thread)) {
                effects.add(row);
            }
        }
        BitSet causes = new BitSet();
        for (int step = 0; step < decisions.length(); step++) {
            for (int effect : effects) {
                if (effect < decisions.rows() && decisions.happensBefore(step, effect)) {
                    causes.set(step);
                }
            }
        }
        return causes;
    }
}
