package org.heddle.dpor.analysis;

/** The mixing of bits of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014). */
public final class SplitMix {
    /** How far one state of the generator is from the next. */
    public static final long STEP = 0x9E3779B97F4A7C15L;

    private SplitMix() {}

    /** The number that the generator draws in this state: each bit of it depends on all bits of the state. */
    public static long finish(long state) {
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** The number that it draws after this state. */
    static long next(long state) {
        return finish(state + STEP);
    }
}
