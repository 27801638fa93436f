package org.heddle.dpor.explore.plan;

import java.util.List;
import org.heddle.dpor.model.Coded;

/**
 * Who goes next once a plan's prefix has been followed. What is random about it is drawn by the runtime from the seed, so equal
 * policies give equal executions.
 *
 * @param kind which
 * @param seed of the random choices
 * @param depth {@link Kind#PCT}: one more than there are changes of priority; {@link Kind#DELAY}: the number of delays
 * @param length how many counting events an execution is expected to have
 * @param objects the objects whose accesses count; none: every event counts
 * @param weights {@link Kind#SURW}: what is expected of each thread; {@link Kind#PCT}: the threads that come last
 * @param requirements {@link Kind#REQUIRE}: what the draw is to come to, if it can
 * @param drawsLate whether nothing is drawn before {@linkplain org.heddle.dpor.model.Begin exploring begins}: up to there the policy is
 *     {@link #CONTINUE}
 */
public record Policy(
        Kind kind,
        long seed,
        int depth,
        int length,
        List<Long> objects,
        List<Weight> weights,
        List<Requirement> requirements,
        boolean drawsLate) {
    /** Continue the current thread, else the lowest enabled thread that is not asleep. */
    public static final Policy CONTINUE = new Policy(Kind.CONTINUE, 0, 0, 0, List.of(), List.of());

    /** A policy that draws from the start on. */
    public Policy(Kind kind, long seed, int depth, int length, List<Long> objects, List<Weight> weights) {
        this(kind, seed, depth, length, objects, weights, List.of(), false);
    }

    /** This policy, which draws nothing before exploring begins if that is so. */
    public Policy late(boolean late) {
        return late == drawsLate ? this : new Policy(kind, seed, depth, length, objects, weights, requirements, late);
    }

    /**
     * How many counting events a thread, together with all threads that it creates, is expected to execute.
     *
     * @param thread the thread
     * @param events how many
     */
    public record Weight(int thread, long events) {}

    /** The kinds of policies; the codes are those of {@code enum heddle_policy} in {@code wire_enums.h}. */
    public enum Kind implements Coded {
        /** The current thread as long as it can, else the lowest. */
        CONTINUE(0),
        /** At each step one of the enabled threads. */
        RANDOM(1),
        /** Random priorities that change at random steps. */
        PCT(2),
        /** Random priorities for pending operations. */
        POS(3),
        /** Uniform over the interleavings of the counting events. */
        SURW(4),
        /** In order of creation, with random delays. */
        DELAY(5),
        /** The current thread for up to {@code depth} events in a row, then the next that can. */
        FAIR(6),
        /** Priorities that follow from the seed, the thread, and how often it has been preempted: its weight. */
        PRIORITY(7),
        /** One of the enabled threads; those that hold a lock and want another one wait for the others. */
        HOLD(8),
        /** Random priorities for pending operations; those that are against what is required wait for the others. */
        REQUIRE(9);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }

        /**
         * The kind with this code.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Kind ofCode(int code) {
            return Coded.of(values(), code, "policy");
        }
    }

    /** The current thread for so many events in a row, then the next. */
    public static Policy fair(int turn) {
        return new Policy(Kind.FAIR, 0, turn, 0, List.of(), List.of());
    }

    /** Random priorities for pending operations, and what is required. */
    public static Policy requiring(List<Requirement> requirements, long seed) {
        return new Policy(Kind.REQUIRE, seed, 0, 0, List.of(), List.of(), List.copyOf(requirements), false);
    }

    /** A policy that needs no parameters. */
    public static Policy of(Kind kind, long seed) {
        return new Policy(kind, seed, 0, 0, List.of(), List.of());
    }
}
