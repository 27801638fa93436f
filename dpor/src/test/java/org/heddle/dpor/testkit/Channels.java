package org.heddle.dpor.testkit;

import java.util.Arrays;
import org.heddle.dpor.model.ChannelNames;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * The descriptors of a simulated program: channels of two places, one of which is taken at first. Channel n has the bits 2n (there
 * is something to read) and 2n + 1 (there is room) of the readiness word. Behind them come the bits of the timers.
 */
final class Channels {
    private static final int COUNT = 3;
    private static final int PLACES = 2;
    private static final int CLOSED = -1;
    private static final int EAGAIN = 11;

    private final int[] taken = new int[COUNT];
    private final Timers timers;

    Channels() {
        this(new Timers());
    }

    private Channels(Timers timers) {
        this.timers = timers;
        Arrays.fill(taken, 1);
    }

    Channels copy() {
        Channels copy = new Channels(timers.copy());
        System.arraycopy(taken, 0, copy.taken, 0, COUNT);
        return copy;
    }

    /** The name of the channels whose bits are set: bit n for channel n. */
    static long name(long channels) {
        return Long.bitCount(channels) == 1
                ? ChannelNames.of(0, 1 + Long.numberOfTrailingZeros(channels))
                : ChannelNames.ofSet(0, channels);
    }

    /** The name of the channels that have some of these bits of the readiness word. */
    static long ofBits(long bits) {
        long channels = 0;
        for (int channel = 0; channel < COUNT; channel++) {
            channels |= (bits >> (2 * channel) & 3) != 0 ? 1L << channel : 0;
        }
        return name(channels);
    }

    /** The readiness word. */
    long ready() {
        long word = OperationKind.ALL_READY & ~timers.notReady();
        for (int channel = 0; channel < COUNT; channel++) {
            if (taken[channel] == 0) {
                word &= ~(1L << (2 * channel));
            }
            if (taken[channel] == PLACES) {
                word &= ~(2L << (2 * channel));
            }
        }
        return word;
    }

    /** When the timer expires at last; 0: it is not armed. */
    long deadline(int timer) {
        return timers.deadline(timer);
    }

    /** All that what comes next depends on. */
    String state() {
        return Arrays.toString(taken) + timers;
    }

    boolean isEnabled(Operation operation) {
        return operation.object2() == 0 || (ready() & operation.object2()) != 0;
    }

    /** Sets a timer, as the operand says, or lets the one of this number expire. */
    void performTimer(Operation operation, int operand) {
        if (operation.kind() == OperationKind.SIGNAL_WAIT) {
            timers.expire(operand);
        } else {
            timers.set(operand);
        }
    }

    /** Reads, writes or closes one channel, or looks at several; nothing but a look happens to a closed one. */
    long perform(Operation operation, int channel) {
        if (operation.kind() == OperationKind.CHANNEL_POLL) {
            return ready() & channel; // which stands for bits then
        }
        boolean closed = taken[channel] == CLOSED;
        switch (operation.kind()) {
            case IO_CHANGE, CHANNEL_CHANGE -> taken[channel] = CLOSED;
            case IO_READ, CHANNEL_READ -> {
                if (taken[channel] == 0) {
                    return EAGAIN;
                }
                taken[channel] -= closed ? 0 : 1;
            }
            case IO_WRITE, CHANNEL_WRITE -> {
                if (taken[channel] == PLACES) {
                    return EAGAIN;
                }
                taken[channel] += closed ? 0 : 1;
            }
            default -> {
                return (ready() & operation.object2()) != 0 ? 1 : 0;
            }
        }
        return closed ? 1 : 0;
    }
}
