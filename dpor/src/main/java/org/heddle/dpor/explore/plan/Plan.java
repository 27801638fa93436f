package org.heddle.dpor.explore.plan;

import java.util.List;
import org.heddle.dpor.explore.restart.LateExits;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.VisibleMemory;

/**
 * What one execution is to do: follow the prefix, then go on by a policy.
 *
 * @param prefix the steps to follow exactly
 * @param sleep what is asleep once the prefix has been followed: the pair (thread, alternative) of each event is not
 *     taken until an event that is dependent with it has been executed
 * @param limits where to stop
 * @param keepOutput whether standard output and error are wanted whatever the outcome
 * @param relation what wakes what is asleep
 * @param lateExit whether the process ends by itself only where no other thread can go on; see {@link LateExits}
 * @param serial whether calls of objects under test are executed in one go; see {@link org.heddle.dpor.explore.restart.SerialFirst}
 * @param sections whose critical sections are executed in one go; one whose holder executes something visible goes on as usual
 * @param policy who goes next after the prefix
 * @param visible the memory whose plain accesses are visible operations, where not all are
 * @param description what it is to tell besides its trace
 * @param known the events that the first steps of the prefix have been seen to execute, and are expected to execute again; who runs
 *     the plan may save himself the trouble of telling them. May be empty
 */
public record Plan(
        List<Step> prefix,
        List<Event> sleep,
        Limits limits,
        boolean keepOutput,
        Relation relation,
        boolean lateExit,
        boolean serial,
        WholeSections sections,
        Policy policy,
        VisibleMemory visible,
        Description description,
        List<Event> known) {
    /**
     * A plan with the default policy for a program in which no barrier is used by more threads than it waits for, and which has
     * no races.
     */
    public Plan(List<Step> prefix, List<Event> sleep, Limits limits, boolean keepOutput) {
        this(
                prefix,
                sleep,
                limits,
                keepOutput,
                Relation.PLAIN,
                false,
                false,
                WholeSections.NONE,
                Policy.CONTINUE,
                VisibleMemory.NONE,
                Description.NONE,
                List.of());
    }

    /** The plan of an item, whose output is not wanted. */
    public static Plan of(WorkItem item, Limits limits) {
        return new Plan(
                item.prefix(),
                item.sleep(),
                new Limits(limits.maxEvents(), limits.progressMillis(), item.operations()),
                false,
                item.relation(),
                item.lateExit(),
                item.serial(),
                item.sections(),
                item.policy(),
                item.visible(),
                item.seeksCycles() ? Description.OF_CYCLES : Description.NONE,
                item.known());
    }

    /** Whether loads find older values than the last ones in some steps of the prefix. */
    public boolean readsOlder() {
        return prefix.stream().anyMatch(Step::readsOlder);
    }

    /** This plan with other visible memory. */
    public Plan with(VisibleMemory otherVisible) {
        return with(otherVisible, description, known);
    }

    /** This plan, of which the execution is to tell more. */
    public Plan with(Description wanted) {
        return with(visible, wanted, known);
    }

    /** This plan, of which the execution is to tell all events. */
    public Plan inFull() {
        return known.isEmpty() ? this : with(visible, description, List.of());
    }

    private Plan with(VisibleMemory otherVisible, Description wanted, List<Event> others) {
        return new Plan(
                prefix,
                sleep,
                limits,
                keepOutput,
                relation,
                lateExit,
                serial,
                sections,
                policy,
                otherVisible,
                wanted,
                others);
    }

    /**
     * Where an execution is stopped.
     *
     * @param maxEvents the most visible operations in one execution
     * @param progressMillis how long the program may run between two visible operations, in milliseconds of real time
     * @param operations the most visible operations of each thread, which goes no further then; 0 for any number
     */
    public record Limits(int maxEvents, int progressMillis, int operations) {
        /** Generous defaults for programs that end. */
        public static final Limits DEFAULT = new Limits(1_000_000, 10_000);

        private static final int SOON = 10_000;

        /** Limits with any number of operations of each thread. */
        public Limits(int maxEvents, int progressMillis) {
            this(maxEvents, progressMillis, 0);
        }

        /**
         * The limits of an execution that follows so many steps to show something again: behind them it is stopped soon, for the
         * program may go on for ever.
         */
        public Limits behind(int steps) {
            return new Limits(Math.min(maxEvents, steps + SOON), progressMillis, operations);
        }
    }
}
