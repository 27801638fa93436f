package org.heddle.dpor.model;

/**
 * What an operation may use, in 64 bits: a bit for each object, drawn by its address. Two operations of different threads that have no bit
 * in common commute. Most pairs of events are told apart by that. No footprint is empty, so that what may be dependent with any
 * operation has a bit in common with each.
 */
public final class Footprint {
    /** Of what may be dependent with any operation. */
    static final long EVERYTHING = -1;

    /** Of what has no object that another thread could use. */
    private static final long LOCAL = 1;

    private static final int BLOCK_BITS = 2; // neighbours in an array of int are told apart
    private static final long MOST_BLOCKS = 64;

    private Footprint() {}

    /** Of an operation, whatever its result. */
    static long of(Operation operation) {
        return switch (operation.kind()) {
            case PROCESS_EXIT, SECTION_BEGIN -> EVERYTHING;
            default -> ofObjects(operation);
        };
    }

    /** Of an event that begins a critical section which did this, where it is known. */
    static long of(Operation operation, Section section) {
        long footprint = of(operation);
        if (section != null) {
            for (Section.Touch touch : section.touches()) {
                footprint |= ofRange(touch.range().address(), touch.range().size());
            }
        }
        return footprint;
    }

    /** Whether two operations with these footprints have no object in common. */
    public static boolean areApart(long one, long other) {
        return (one & other) == 0;
    }

    private static long ofObjects(Operation operation) {
        ObjectFamily family = ObjectFamily.of(operation);
        if (family == ObjectFamily.NONE) {
            return LOCAL;
        }
        if (family == ObjectFamily.MEMORY) {
            long first = ofRange(operation.object(), operation.size());
            long all =
                    operation.secondSize() == 0 ? first : first | ofRange(operation.object2(), operation.secondSize());
            return operation.isClaimed() ? all | bit(ObjectFamily.CLAIMS, OperationKind.CLAIMS_OBJECT) : all;
        }
        ObjectFamily second = ObjectFamily.second(operation);
        long first = family == ObjectFamily.CHANNEL ? ofChannels(operation.object()) : bit(family, operation.object());
        return second == ObjectFamily.NONE ? first : first | bit(second, Dependence.secondObject(operation));
    }

    private static long ofChannels(long name) {
        long bits = 0;
        for (long channel : ChannelNames.channels(name)) {
            bits |= bit(ObjectFamily.CHANNEL, channel);
        }
        return bits;
    }

    private static long ofRange(long address, long size) {
        long from = address >>> BLOCK_BITS;
        long to = (address + Math.max(1, size) - 1) >>> BLOCK_BITS;
        if (to - from < 0 || to - from >= MOST_BLOCKS) {
            return EVERYTHING;
        }
        long bits = 0;
        for (long block = from; block <= to; block++) {
            bits |= bit(ObjectFamily.MEMORY, block);
        }
        return bits;
    }

    private static long bit(ObjectFamily family, long object) {
        return 1L << (((object * 31 + family.code()) * 0x9E3779B97F4A7C15L) >>> 58);
    }
}
