package org.heddle.dpor.analysis.trace;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.heddle.dpor.model.ChannelNames;
import org.heddle.dpor.model.ObjectFamily;

/**
 * Small numbers for the objects that operations use. A synchronisation object has one number. A range of memory is cut into atoms:
 * the pieces between all boundaries of ranges seen so far. Two ranges overlap if and only if they share an atom, so what is known
 * of memory can be kept for each atom. Numbers stay the same from trace to trace until a new range cuts an old atom; then the
 * {@link #version} changes.
 */
final class ObjectIndex {
    private long[] addresses = new long[64];
    private long[] kinds = new long[64];
    private int[][] numbers = new int[64][];
    private int filled;
    private int objects;
    private int version;

    /** Atoms by their first byte: the byte after the last, and the number. */
    private final TreeMap<Long, Atom> atoms = new TreeMap<>();

    private record Atom(long end, int number) {}

    /** Changes whenever numbers given before have become wrong. */
    int version() {
        return version;
    }

    /** How many numbers have been given out. */
    int size() {
        return objects;
    }

    /** The numbers of the objects that make up the point, the set of channels or, in memory, the range of {@code size} bytes. Not to be changed. */
    int[] resolve(ObjectFamily family, long address, long size) {
        long kind = family == ObjectFamily.MEMORY ? Math.max(1, size) << 8 : pointKind(family);
        int slot = slot(address, kind);
        if (numbers[slot] == null) {
            int[] resolved =
                    switch (family) {
                        case MEMORY -> range(address, Math.max(1, size));
                        case CHANNEL -> channels(address);
                        default -> new int[] {objects++};
                    };
            slot = slot(address, kind);
            addresses[slot] = address;
            kinds[slot] = kind;
            numbers[slot] = resolved;
            if (++filled * 2 > numbers.length) {
                grow();
            }
            return resolved;
        }
        return numbers[slot];
    }

    /** A number below 256, which no range has. */
    private static long pointKind(ObjectFamily family) {
        return switch (family) {
            case MUTEX -> 1;
            case CONDITION -> 2;
            case ONCE -> 3;
            case SEMAPHORE -> 4;
            case RWLOCK -> 5;
            case BARRIER -> 6;
            case SPINLOCK -> 7;
            case THREAD -> 8;
            case KERNEL -> 9;
            case KEY -> 10;
            case HISTORY -> 12;
            case CLAIMS -> 13;
            case CHANNEL -> 14;
            case MEMORY, NONE -> throw new IllegalArgumentException(family + " has no points");
        };
    }

    private int slot(long address, long kind) {
        long hash = (address ^ kind * 0x9E3779B97F4A7C15L) * 0x9E3779B97F4A7C15L;
        int mask = numbers.length - 1;
        int slot = (int) (hash >>> 40) & mask;
        while (numbers[slot] != null && (addresses[slot] != address || kinds[slot] != kind)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldAddresses = addresses;
        long[] oldKinds = kinds;
        int[][] oldNumbers = numbers;
        addresses = new long[2 * oldNumbers.length];
        kinds = new long[2 * oldNumbers.length];
        numbers = new int[2 * oldNumbers.length][];
        for (int old = 0; old < oldNumbers.length; old++) {
            if (oldNumbers[old] != null) {
                int slot = slot(oldAddresses[old], oldKinds[old]);
                addresses[slot] = oldAddresses[old];
                kinds[slot] = oldKinds[old];
                numbers[slot] = oldNumbers[old];
            }
        }
    }

    private int[] channels(long name) {
        long[] channels = ChannelNames.channels(name);
        return channels.length == 1 && channels[0] == name
                ? new int[] {objects++}
                : LongStream.of(channels)
                        .mapToInt(channel -> resolve(ObjectFamily.CHANNEL, channel, 0)[0])
                        .toArray();
    }

    private int[] range(long address, long size) {
        long end = address + size;
        cut(address);
        cut(end);
        int[] result = new int[4];
        int count = 0;
        long at = address;
        while (at != end) {
            Map.Entry<Long, Atom> next = atoms.ceilingEntry(at);
            long stop = next == null ? end : Math.min(end, next.getKey());
            if (stop != at) {
                atoms.put(at, new Atom(stop, objects++));
            }
            if (count == result.length) {
                result = Arrays.copyOf(result, 2 * count);
            }
            Atom atom = atoms.get(at);
            result[count++] = atom.number;
            at = atom.end;
        }
        return Arrays.copyOf(result, count);
    }

    /** Makes sure that no atom goes across this address. */
    private void cut(long address) {
        Map.Entry<Long, Atom> below = atoms.lowerEntry(address);
        if (below != null && below.getValue().end > address) {
            Atom atom = below.getValue();
            atoms.put(below.getKey(), new Atom(address, atom.number));
            atoms.put(address, new Atom(atom.end, objects++));
            forgetRanges();
        }
    }

    private void forgetRanges() {
        version++;
        long[] oldAddresses = addresses;
        long[] oldKinds = kinds;
        int[][] oldNumbers = numbers;
        addresses = new long[oldNumbers.length];
        kinds = new long[oldNumbers.length];
        numbers = new int[oldNumbers.length][];
        filled = 0;
        for (int old = 0; old < oldNumbers.length; old++) {
            if (oldNumbers[old] != null && oldKinds[old] < 256) {
                int slot = slot(oldAddresses[old], oldKinds[old]);
                addresses[slot] = oldAddresses[old];
                kinds[slot] = oldKinds[old];
                numbers[slot] = oldNumbers[old];
                filled++;
            }
        }
    }
}
