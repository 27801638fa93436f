package org.heddle.dpor.explore.frontier;

/**
 * What has been shown by exploring: nothing, every execution up to a bound, or every execution. These three are never mixed up.
 *
 * @param measure what is bounded; {@link Measure#NONE} if nothing is, or the operations of each thread only
 * @param bound executions of up to this measure have been covered, −1 for none
 * @param operations of each thread, its first so many operations have been covered; 0: all
 */
public record Proved(Measure measure, long bound, long operations) {
    /** Not everything was explored, and nothing can be said of what was not. */
    public static final Proved NOTHING = new Proved(Measure.NONE, -1, 0);
    /** Every execution, up to the order of independent operations. */
    public static final Proved EVERYTHING = new Proved(Measure.NONE, Long.MAX_VALUE, 0);

    /** How executions are measured. */
    public enum Measure {
        /** Not at all. */
        NONE,
        /** Switches away from a thread that could have gone on and did not yield (Musuvathi and Qadeer, PLDI 2007). */
        PREEMPTIONS,
        /** All switches from one thread to another (Rudenchik, Andrianov, Mutilin, 2025). */
        SWITCHES,
        /** Departures from a fixed scheduler (Emmi, Qadeer, Rakamarić, POPL 2011). */
        DELAYS,
        /** The place of the last choice between threads. */
        DEPTH,
        /** The distinct variables behind whose accesses threads are preempted (Bindal, Bansal, Lal, ISSTA 2013, §2). */
        VARIABLES
    }

    /** All executions of up to this measure; nothing if the bound is negative. */
    public static Proved upTo(Measure measure, long bound) {
        return bound < 0 ? NOTHING : new Proved(measure, bound, 0);
    }

    /** The same of the first operations of each thread only; nothing if it is nothing. */
    public Proved within(long operationsOfEach) {
        return bound < 0 ? NOTHING : new Proved(measure, bound, operationsOfEach);
    }

    /** Whether nothing has been left out. */
    public boolean isEverything() {
        return measure == Measure.NONE && bound >= 0 && operations == 0;
    }

    /** Whether every execution up to a bound, and not every one, has been covered. */
    public boolean isBounded() {
        return bound >= 0 && !isEverything();
    }
}
