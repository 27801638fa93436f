package org.heddle.dpor.testkit;

import java.util.Arrays;

/**
 * The timers of a simulated program. Timer n has a bit of the readiness word, which says that it may expire at any moment: timer 0
 * does so twice after it has been armed, timer 1 never; otherwise they expire when nothing else can happen.
 */
final class Timers {
    static final int COUNT = 2;
    /** What a change does that sets no timer. */
    static final int NONE = -1;

    private static final int FIRST_BIT = 6;
    private static final int[] FREELY = {2, 0};
    private static final int MOST = 3; // expiries of a periodic timer

    private final long[] deadlines = new long[COUNT]; // 0: not armed
    private final long[] intervals = new long[COUNT];
    private final int[] expiries = new int[COUNT]; // since it was armed

    Timers copy() {
        Timers copy = new Timers();
        System.arraycopy(deadlines, 0, copy.deadlines, 0, COUNT);
        System.arraycopy(intervals, 0, copy.intervals, 0, COUNT);
        System.arraycopy(expiries, 0, copy.expiries, 0, COUNT);
        return copy;
    }

    /** The bit of a timer. */
    static long bit(int timer) {
        return 1L << (FIRST_BIT + timer);
    }

    /** What the operand of a change says that sets a timer; a deadline of 0 disarms it. */
    static int setting(int timer, long deadline, long interval) {
        return (int) (timer + 2 * deadline + 32 * interval);
    }

    /** The bits of those that may not expire now. */
    long notReady() {
        long bits = 0;
        for (int timer = 0; timer < COUNT; timer++) {
            if (deadlines[timer] == 0 || expiries[timer] >= FREELY[timer]) {
                bits |= bit(timer);
            }
        }
        return bits;
    }

    /** When it expires at last; 0: it is not armed. */
    long deadline(int timer) {
        return deadlines[timer];
    }

    /** Arms or disarms a timer, as {@link #setting} says. */
    void set(int setting) {
        if (setting != NONE) {
            int timer = setting % COUNT;
            deadlines[timer] = setting / 2 % 16;
            intervals[timer] = setting / 32;
            expiries[timer] = 0;
        }
    }

    /** It expires. */
    void expire(int timer) {
        expiries[timer]++;
        boolean again = intervals[timer] > 0 && expiries[timer] < MOST;
        deadlines[timer] = again ? deadlines[timer] + intervals[timer] : 0;
    }

    @Override
    public String toString() {
        return Arrays.toString(deadlines) + Arrays.toString(intervals) + Arrays.toString(expiries);
    }
}
