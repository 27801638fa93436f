package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The accesses of one location in the order of the execution, of which the first so many can be kept for the next execution, and the modification
 * order of its writes.
 */
final class Location {
    private static final int NONE = -1;

    private final long address;
    private final long size;
    private boolean isAtomic;
    private final List<Access> accesses = new ArrayList<>();
    private final List<Access> writes = new ArrayList<>(); // in modification order
    private int[] places = new int[4]; // of each write, by its number
    private final List<List<Access>> ofThread = new ArrayList<>();
    private final List<List<Access>> writesOfThread = new ArrayList<>();

    Location(long address, long size) {
        this.address = address;
        this.size = size;
    }

    boolean isAt(long otherAddress, long otherSize) {
        return address == otherAddress && size == otherSize;
    }

    long address() {
        return address;
    }

    long end() {
        return address + size;
    }

    /** Whether the two share bytes. */
    boolean overlaps(Location other) {
        return address < other.end() && other.address < end();
    }

    /** Whether some access of it is atomic. */
    boolean isAtomic() {
        return isAtomic;
    }

    void becomeAtomic() {
        isAtomic = true;
    }

    /** Adds an access; one that writes comes last in the modification order. */
    void add(Access access) {
        add(access, writes.size());
    }

    /**
     * Adds an access.
     *
     * @param place in the modification order, if it writes
     */
    void add(Access access, int place) {
        accesses.add(access);
        listOf(ofThread, access.thread()).add(access);
        if (access.writes()) {
            writes.add(place, access);
            number(place);
            listOf(writesOfThread, access.thread()).add(access);
        }
    }

    private void number(int from) {
        if (places.length < writes.size()) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        for (int place = from; place < writes.size(); place++) {
            places[writes.get(place).number()] = place;
        }
    }

    /** Leaves only what came before this row. */
    void cut(int row) {
        while (!accesses.isEmpty() && accesses.get(accesses.size() - 1).row() >= row) {
            Access last = accesses.remove(accesses.size() - 1);
            removeLast(ofThread.get(last.thread()));
            if (last.writes()) {
                int place = last.place();
                writes.remove(place);
                number(place);
                removeLast(writesOfThread.get(last.thread()));
            }
        }
    }

    private static void removeLast(List<Access> list) {
        list.remove(list.size() - 1);
    }

    private static List<Access> listOf(List<List<Access>> lists, int thread) {
        while (lists.size() <= thread) {
            lists.add(new ArrayList<>());
        }
        return lists.get(thread);
    }

    /** All accesses, in the order of the execution. */
    List<Access> accesses() {
        return accesses;
    }

    /** The last access; null if there is none. */
    Access last() {
        return accesses.isEmpty() ? null : accesses.get(accesses.size() - 1);
    }

    /** The last write in the modification order; null if there is none. */
    Access lastWrite() {
        return writes.isEmpty() ? null : writes.get(writes.size() - 1);
    }

    /** The first write of the execution; there is one. */
    Access firstWrite() {
        for (Access access : accesses) {
            if (access.writes()) {
                return access;
            }
        }
        throw new IllegalStateException("nothing writes the location");
    }

    /** The write before so many last ones; null if that is what was there at first. */
    Access writeBefore(int last) {
        return last >= writes.size() ? null : writes.get(writes.size() - 1 - last);
    }

    int writeCount() {
        return writes.size();
    }

    /** The write in this place of the modification order. */
    Access write(int place) {
        return writes.get(place);
    }

    /** The place in the modification order of the write with this number; −1 for what was there at first. */
    int placeOf(int number) {
        return number < 0 ? NONE : places[number];
    }

    /** The number of the last write, in the order of the execution, that the clock counts; −1 if there is none. */
    int latestIn(ClockView clock) {
        return most(writesOfThread, clock, Access::number);
    }

    /** The place in the modification order of the last write that the clock counts; −1 if there is none. */
    int lastWriteIn(ClockView clock) {
        return most(writesOfThread, clock, Access::place);
    }

    /** The place of the last write that the accesses know of which the clock counts; −1 if there is none. */
    int lastKnownIn(Clock clock) {
        return most(ofThread, clock::get, Access::place);
    }

    /** Of the last access of each thread that the clock counts. */
    private static int most(List<List<Access>> lists, ClockView clock, ToIntFunction<Access> of) {
        int most = NONE;
        for (int thread = 0; thread < lists.size(); thread++) {
            Access last = lastIn(lists.get(thread), clock.get(thread));
            most = last == null ? most : Math.max(most, of.applyAsInt(last));
        }
        return most;
    }

    /** What comes in psc before an event that accesses the location, and happens after what the clock counts: hb|loc. */
    Clock consistentIn(Clock clock) {
        Clock all = Clock.ZERO;
        for (int thread = 0; thread < ofThread.size(); thread++) {
            Access access = lastIn(ofThread.get(thread), clock.get(thread));
            all = access == null ? all : all.join(access.inThread());
        }
        return all;
    }

    /** The last access of a thread; null if there is none. */
    Access lastOf(int thread) {
        List<Access> list = thread < ofThread.size() ? ofThread.get(thread) : List.of();
        return list.isEmpty() ? null : list.get(list.size() - 1);
    }

    private static Access lastIn(List<Access> list, int count) {
        int n = list.size();
        if (n == 0 || count == 0) {
            return null;
        }
        if (list.get(n - 1).local() < count) {
            return list.get(n - 1);
        }
        int low = 0;
        while (low < n) {
            int middle = (low + n) >>> 1;
            if (list.get(middle).local() < count) {
                low = middle + 1;
            } else {
                n = middle;
            }
        }
        return low == 0 ? null : list.get(low - 1);
    }

    /** A clock, whatever it is kept in. */
    interface ClockView {
        int get(int thread);
    }
}
