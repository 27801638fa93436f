package org.heddle.dpor.model;

/** FNV-1a, a hash of 64 bits (Fowler, Noll, Vo): equal everywhere and in every version, unlike {@link Object#hashCode}. */
public final class Fnv {
    /** Of nothing. */
    public static final long START = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;

    private Fnv() {}

    /** The hash of what a hash is of, and a unit behind it. */
    public static long add(long hash, int unit) {
        return (hash ^ unit) * PRIME;
    }

    /** The same with the bytes of a number, the lowest first. */
    public static long add(long hash, long number) {
        long mixed = hash;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            mixed = add(mixed, (int) (number >>> shift & 0xff));
        }
        return mixed;
    }
}
