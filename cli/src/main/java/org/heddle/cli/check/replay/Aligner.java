package org.heddle.cli.check.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.report.words.StateWriter;
import org.heddle.cli.report.words.StateWriter.PendingWords;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.VisibleMemory;

/**
 * Fits a schedule to a program that has changed since it was written. The schedule is run as far as it goes; where a thread is
 * about to do something else than recorded, the two are compared by what they do and where. The same operation tells the
 * object's address in this program; one that the schedule has later makes the steps between fall out; any other is put in. Then
 * it is run again.
 */
final class Aligner {
    private static final int LOOK_AHEAD = 16;
    private static final int FEWEST_EDITS = 2;
    private static final long FIRST_ADDRESS = 65_536; // below are threads
    private static final long NOT_KNOWN = 1L << 62; // no address in a program has this bit

    private final ExecutionRunner runner;
    private final Plan.Limits limits;
    private final StateWriter words;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Long, Long> addresses = new HashMap<>();
    private VisibleMemory visible = VisibleMemory.NONE;
    private int edits;

    /** A step with what the schedule says of it; {@code line} is null for a step that was put in. */
    private record Entry(Step step, ScheduleFile.Line line) {}

    Aligner(ExecutionRunner runner, Plan.Limits limits, StateWriter words) {
        this.runner = runner;
        this.limits = limits;
        this.words = words;
    }

    /** The schedule for the program as it is; empty if the program has changed too much, by half of the steps or more. */
    Optional<Alignment> align(ScheduleFile schedule) throws InterruptedException {
        visible = VisibleMemory.NONE.withTimeLimit(schedule.visible().timeLimit());
        boolean plainSteps = !schedule.visible().ranges().isEmpty();
        if (plainSteps) {
            becomesVisible(run(List.of()));
        }
        begin(schedule);
        int most = Math.max(FEWEST_EDITS, schedule.lines().size() / 2);
        while (edits <= most) {
            List<Step> steps = entries.stream().map(Entry::step).toList();
            Execution execution = run(steps);
            if (plainSteps && becomesVisible(execution)) {
                begin(schedule);
            } else if (execution.outcome() == Outcome.DIVERGED) {
                repair(execution);
            } else {
                return execution.outcome() == Outcome.LOST ? Optional.empty() : Optional.of(alignment(schedule, steps));
            }
        }
        return Optional.empty();
    }

    private Alignment alignment(ScheduleFile schedule, List<Step> steps) {
        int kept = (int) entries.stream().filter(entry -> entry.line() != null).count();
        return new Alignment(steps, visible, schedule.lines().size() - kept, entries.size() - kept);
    }

    private void begin(ScheduleFile schedule) {
        entries.clear();
        addresses.clear();
        edits = 0;
        for (ScheduleFile.Line line : schedule.lines()) {
            Step step = line.step();
            long object = step.object() < FIRST_ADDRESS ? step.object() : step.object() | NOT_KNOWN;
            entries.add(new Entry(new Step(step.thread(), step.alternative(), step.kind(), object), line));
        }
    }

    private Execution run(List<Step> steps) throws InterruptedException {
        runner.submit(new Plan(steps, List.of(), limits, false).with(visible));
        return runner.take();
    }

    private boolean becomesVisible(Execution execution) {
        List<MemoryRange> more = execution.races().stream()
                .filter(Race::isInvisible)
                .flatMap(race -> race.ranges().stream())
                .toList();
        VisibleMemory all = visible.with(more);
        boolean grows = !all.equals(visible);
        visible = all;
        return grows;
    }

    private void repair(Execution execution) throws InterruptedException {
        Divergence divergence = execution.divergence();
        int at = divergence.step();
        Operation actual = divergence.actual();
        Step expected = entries.get(at).step();
        boolean isThatOne = actual != null && actual.kind() == expected.kind() && actual.object() == expected.object();
        if (isThatOne && expected.alternative() != Event.NO_ALTERNATIVE) {
            Step any = new Step(expected.thread(), Event.NO_ALTERNATIVE, expected.kind(), expected.object());
            entries.set(at, new Entry(any, entries.get(at).line()));
            edits++;
        } else if (isThatOne && entries.get(at).line() == null) {
            drop(at); // what was put in cannot go on, so neither can what was to come behind it
            dropNext(expected.thread(), at);
        } else if (actual == null || isThatOne) {
            drop(at); // the thread has ended or cannot go on
        } else {
            fit(at, actual, words.words(execution, actual));
        }
    }

    private void fit(int at, Operation actual, PendingWords said) {
        int thread = entries.get(at).step().thread();
        List<Integer> passed = new ArrayList<>();
        for (int i = at; i < entries.size() && passed.size() < LOOK_AHEAD; i++) {
            Entry entry = entries.get(i);
            if (entry.step().thread() != thread) {
                continue;
            }
            if (isSame(entry, actual, said)) {
                locate(entry.line().step().object(), actual.object());
                for (int k = passed.size() - 1; k >= 0; k--) {
                    drop(passed.get(k));
                }
                return;
            }
            passed.add(i);
        }
        entries.add(at, new Entry(new Step(thread, Event.NO_ALTERNATIVE, actual.kind(), actual.object()), null));
        edits++;
    }

    private boolean isSame(Entry entry, Operation actual, PendingWords said) {
        Step step = entry.step();
        if (entry.line() == null || step.kind() != actual.kind()) {
            return false;
        }
        if ((step.object() & NOT_KNOWN) == 0 || addresses.containsValue(actual.object())) {
            return step.object() == actual.object();
        }
        String recorded = entry.line().operation();
        return recorded.equals(said.operation())
                || recorded.startsWith(said.operation() + " ")
                || (!said.place().isEmpty() && said.place().equals(entry.line().place()));
    }

    /** What was at one address is at another one in this program. */
    private void locate(long recorded, long actual) {
        if (recorded < FIRST_ADDRESS || addresses.putIfAbsent(recorded, actual) != null) {
            return;
        }
        entries.replaceAll(entry -> {
            Step step = entry.step();
            return step.object() == (recorded | NOT_KNOWN)
                    ? new Entry(new Step(step.thread(), step.alternative(), step.kind(), actual), entry.line())
                    : entry;
        });
    }

    private void dropNext(int thread, int from) {
        for (int i = from; i < entries.size(); i++) {
            if (entries.get(i).step().thread() == thread) {
                drop(i);
                return;
            }
        }
    }

    private void drop(int at) {
        entries.remove(at);
        edits++;
    }
}
