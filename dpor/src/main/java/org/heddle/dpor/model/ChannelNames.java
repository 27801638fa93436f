package org.heddle.dpor.model;

/**
 * The names of channels, and of sets of channels that one thread has made, which are the objects of operations on channels. The names tell
 * by themselves which channels they stand for; they are those of {@code channel_names.h}.
 */
public final class ChannelNames {
    private static final long NAMES = 1L << 63;
    private static final long SET = 1L << 62;
    private static final int NUMBER_BITS = 24;

    /** How many channels of one maker can be in a set: its first ones. */
    public static final int MOST_IN_SET = 46;

    private ChannelNames() {}

    /**
     * A channel.
     *
     * @param maker the thread that has made it
     * @param number how many it had made by then, this one included
     */
    public static long of(int maker, int number) {
        return NAMES | (long) maker << NUMBER_BITS | number;
    }

    /**
     * A set of channels.
     *
     * @param maker the thread that has made them all
     * @param members bit n − 1 says whether channel n is a member; none from {@link #MOST_IN_SET} on
     */
    public static long ofSet(int maker, long members) {
        return NAMES | SET | (long) maker << MOST_IN_SET | members;
    }

    private static boolean isSet(long name) {
        return (name & (NAMES | SET)) == (NAMES | SET);
    }

    private static int maker(long set) {
        return (int) (set >>> MOST_IN_SET) & 0xffff;
    }

    private static long membersOf(long set) {
        return set & ((1L << MOST_IN_SET) - 1);
    }

    /** The channels that a name stands for. */
    public static long[] channels(long name) {
        if (!isSet(name)) {
            return new long[] {name};
        }
        long left = membersOf(name);
        long[] channels = new long[Long.bitCount(left)];
        for (int k = 0; k < channels.length; k++) {
            channels[k] = of(maker(name), Long.numberOfTrailingZeros(left) + 1);
            left &= left - 1;
        }
        return channels;
    }

    /** Whether two names stand for a common channel. */
    public static boolean meet(long one, long other) {
        if (one == other) {
            return true;
        }
        if (isSet(one) && isSet(other)) {
            return maker(one) == maker(other) && (membersOf(one) & membersOf(other)) != 0;
        }
        return (isSet(one) && has(one, other)) || (isSet(other) && has(other, one));
    }

    private static boolean has(long set, long channel) {
        long number = channel & ((1L << NUMBER_BITS) - 1);
        return number >= 1
                && number <= MOST_IN_SET
                && channel == of(maker(set), (int) number)
                && (membersOf(set) >>> (number - 1) & 1) != 0;
    }
}
