package org.heddle.dpor.detect.finding;

import java.util.List;
import java.util.Optional;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.VisibleMemory;

/**
 * A bug that one execution shows.
 *
 * @param kind what sort of bug
 * @param cause a stable word that says more, such as {@code lock-cycle}
 * @param message in words
 * @param threads the threads concerned; the first is the one to be blamed first
 * @param sites the source positions that tell this bug from others (see {@link Operation#site()})
 * @param related the steps of the schedule that brought it about, in order
 * @param fingerprint equal for the same bug in another execution: made of kind, cause and sites
 * @param schedule the whole execution, to be run again
 * @param visible the memory whose plain accesses are steps of the schedule
 * @param memory that it is about, where it is about memory
 * @param gone what is used though it is gone
 * @param race the two accesses of a data race
 * @param preemptions how often the execution switches away from a thread that could have gone on; {@link #UNKNOWN} where there was no
 *     room for the execution, and so there is no schedule
 */
public record Finding(
        Kind kind,
        String cause,
        Message message,
        List<InvolvedThread> threads,
        List<Long> sites,
        List<Integer> related,
        String fingerprint,
        List<Step> schedule,
        VisibleMemory visible,
        List<MemoryRange> memory,
        List<Gone> gone,
        Optional<RacingPair> race,
        int preemptions) {
    /** More preemptions than any schedule has. */
    public static final int UNKNOWN = Integer.MAX_VALUE;

    /** The cause of a livelock in which nobody gets on. */
    public static final String CYCLE = "cycle";

    /** The cause of a livelock in which some go on and others never get what they try for. */
    public static final String STARVATION = "starvation";

    /** The cause of a history that no serial order explains, in reports. */
    public static final String NO_SERIAL_ORDER = "no-serial-order";

    /** The cause as reports have it: that of a history also tells which history it is, for those who look for it again. */
    public String reportedCause() {
        return kind == Kind.LINEARIZABILITY ? NO_SERIAL_ORDER : cause;
    }

    /** Whether it can be run again. */
    public boolean hasSchedule() {
        return preemptions != UNKNOWN;
    }

    /** Whether it is a round that threads can repeat for ever: the execution does not end with it. */
    public boolean isCycle() {
        return kind == Kind.LIVELOCK && (cause.equals(CYCLE) || cause.equals(STARVATION));
    }

    /**
     * A thread that has a part in a bug.
     *
     * @param thread its id
     * @param pending what it would do next, or did last in case of a crash; null if nothing is known
     * @param held the mutexes it holds
     */
    public record InvolvedThread(int thread, Operation pending, List<HeldLock> held) {}

    /**
     * Something whose life has ended, known by where its life began or ended: many uses of it are one mistake.
     *
     * @param what a stable word: {@link #FREED} or {@link #DESTROYED}
     * @param sites of a block, where it was allocated and freed; of an object, where it was destroyed
     */
    public record Gone(String what, List<Long> sites) {
        /** A heap block. */
        public static final String FREED = "freed";
        /** A synchronisation object. */
        public static final String DESTROYED = "destroyed";
    }

    /**
     * The accesses of a data race.
     *
     * @param race the accesses
     * @param heldByFirst the locks that the first one's thread held then
     * @param heldBySecond likewise
     * @param missing what does not order them, in words
     */
    public record RacingPair(Race race, List<HeldLock> heldByFirst, List<HeldLock> heldBySecond, String missing) {
        /** What is missing where there was no room for the execution. */
        public static final String LOCKS_UNKNOWN = "nothing orders the two, as far as is known of so long an execution";

        /** In the place of the locks that a thread holds, then. */
        public static final String SOME_LOCKS = "locks that are not known";

        /** What is missing where the accesses are ordered, though not by the C standard. */
        public static final String WEAKLY_ORDERED =
                "what comes between them orders nothing by the C standard (such as a relaxed atomic, or a signal)";
    }

    /**
     * A mutex that a thread holds.
     *
     * @param mutex its address
     * @param step the step that acquired it
     * @param site where it was acquired
     */
    public record HeldLock(long mutex, int step, long site) {}
}
