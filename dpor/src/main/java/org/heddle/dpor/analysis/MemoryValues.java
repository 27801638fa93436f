package org.heddle.dpor.analysis;

import org.heddle.dpor.analysis.trace.StateModel;
import org.heddle.dpor.analysis.trace.Trace;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;

/** What memory held: every access of at most eight bytes tells what was there before it. */
final class MemoryValues {
    private final Trace trace;

    MemoryValues(Trace trace) {
        this.trace = trace;
    }

    /** Whether the values of such an access fit an event. */
    static boolean isKnown(Operation operation) {
        return operation.size() <= 8;
    }

    /** Whether an access found something else than was left there; never if either is not known or it is no memory access. */
    static boolean contradict(long left, Event access) {
        Operation operation = access.operation();
        return ObjectFamily.of(operation) == ObjectFamily.MEMORY
                && left != StateModel.UNKNOWN
                && access.overlooked() == 0
                && isKnown(operation)
                && !equal(left, found(access), operation.size());
    }

    /** Whether two values are equal in their first {@code size} bytes. */
    static boolean equal(long a, long b, long size) {
        return ((a ^ b) & (size >= 8 ? -1L : (1L << (8 * size)) - 1)) == 0;
    }

    /**
     * What the access in {@code row} would find after T[0..i) + V(i), or {@link StateModel#UNKNOWN}. A byte is as it was before the
     * first write to it that is left out there; later writes to it are left out, too.
     */
    long before(int row, int i) {
        Operation access = trace.event(row).operation();
        Operation first = trace.event(i).operation();
        boolean same = ObjectFamily.of(first) == ObjectFamily.MEMORY
                && first.object() == access.object()
                && first.size() == access.size();
        if (first.isMark()) {
            return same ? marked(row, i) : StateModel.UNKNOWN;
        }
        if (first.isAddition()) {
            return same ? before(i) + additions(row, i) : StateModel.UNKNOWN;
        }
        return same ? before(i) : byteByByte(row, i);
    }

    /** What there is without a mark and what comes after it: the number, if another thread stores it as well. */
    private long marked(int row, int i) {
        Event first = trace.event(i);
        for (int k = i + 1; k < row; k++) {
            Operation other = trace.event(k).operation();
            if (other.isMark() && other.object() == first.operation().object() && !trace.happensBefore(i, k)) {
                return first.value();
            }
        }
        return before(i);
    }

    /** What others add between an addition and a row that comes after it, without coming after it themselves. */
    private long additions(int row, int i) {
        Operation first = trace.event(i).operation();
        long sum = 0;
        for (int k = i + 1; k < row; k++) {
            Event event = trace.event(k);
            boolean adds = event.operation().isAddition() && event.operation().object() == first.object();
            sum += adds && !trace.happensBefore(i, k) ? event.result() - event.value() : 0;
        }
        return sum;
    }

    /**
     * Whether one of the locations that the AWAIT in {@code row} waits for holds something else after a part of the trace than its
     * thread last found or left there.
     */
    boolean hasChanged(int row, Enabledness.Part part) {
        Operation await = trace.event(row).operation();
        if (await.awaitedLooks() > 0) {
            return hasAnyChanged(row, part, await.awaitedLooks());
        }
        return hasChanged(row, part, await.object(), (int) await.size())
                || (await.secondSize() > 0 && hasChanged(row, part, await.object2(), (int) await.secondSize()));
    }

    private boolean hasAnyChanged(int row, Enabledness.Part part, int looks) {
        int look = trace.previous(row);
        for (int n = 0; n < looks && look != Trace.NONE; n++) {
            Operation read = trace.event(look).operation();
            boolean reads = ObjectFamily.of(read) == ObjectFamily.MEMORY;
            if (reads && hasChanged(row, part, read.object(), (int) read.size())) {
                return true;
            }
            look = trace.previous(look);
        }
        return false;
    }

    private boolean hasChanged(int row, Enabledness.Part part, long address, int size) {
        int read = trace.previous(row);
        while (read != Trace.NONE && !reads(trace.event(read).operation(), address, size)) {
            read = trace.previous(read);
        }
        if (read == Trace.NONE) {
            return true;
        }
        Event last = trace.event(read);
        boolean second =
                last.operation().object() != address || last.operation().size() != size;
        long seen = second ? last.result() : last.value();
        long now = last.overlooked() > 0 ? before(read) : seen;
        for (int k = read + 1; k < Math.min(row, trace.length()); k++) {
            if (part.contains(k)) {
                now = overwrite(now, address, size, trace.event(k));
            }
        }
        return !equal(seen, now, size);
    }

    private static boolean reads(Operation operation, long address, int size) {
        boolean first = operation.object() == address && operation.size() == size;
        boolean second =
                operation.awaitedLooks() == 0 && operation.object2() == address && operation.secondSize() == size;
        return switch (operation.kind()) {
            case ATOMIC_LOAD, ATOMIC_STORE, READ, ATOMIC_CAS, ATOMIC_RMW, AWAIT -> first || second;
            default -> false;
        };
    }

    /** Whether memory holds something else afterwards, as far as is known: what comes before another write in modification order leaves it. */
    private static boolean writes(Event event) {
        return event.overlooked() == 0 && mayWrite(event);
    }

    private static boolean mayWrite(Event event) {
        return switch (event.operation().kind()) {
            case ATOMIC_STORE, ATOMIC_RMW, WRITE -> true;
            case ATOMIC_CAS -> event.result() != 0;
            default -> false;
        };
    }

    private static long overwrite(long value, long address, int size, Event event) {
        Operation write = event.operation();
        boolean writes = writes(event);
        if (write.isAddition() && writes && write.object() == address && write.size() == size) {
            return value + event.result() - event.value();
        }
        long written = event.written();
        long now = value;
        for (int b = 0; b < size && writes; b++) {
            long offset = address + b - write.object();
            if (Long.compareUnsigned(offset, write.size()) < 0) {
                long from = offset < 8 ? written >> (8 * offset) & 0xff : ~now >> (8 * b) & 0xff;
                now = (now & ~(0xffL << (8 * b))) | (from << (8 * b));
            }
        }
        return now;
    }

    /** What memory held before the event in this row. */
    private long before(int row) {
        Event event = trace.event(row);
        return event.overlooked() > 0 ? left(row, event.operation()) : found(event);
    }

    /** What the last write before an access has left, which overlooks it. */
    private long left(int row, Operation access) {
        for (int k = row - 1; k >= 0; k--) {
            Event event = trace.event(k);
            Operation write = event.operation();
            if (writes(event) && write.object() == access.object() && write.size() == access.size()) {
                return event.written();
            }
        }
        throw new IllegalArgumentException("an access overlooks nothing: " + access);
    }

    /** What an access that overlooks nothing has found. */
    private static long found(Event event) {
        return switch (event.operation().kind()) {
            case ATOMIC_STORE, WRITE -> event.result();
            case ATOMIC_CAS -> event.result() != 0 ? event.operation().expected() : event.value();
            default -> event.value();
        };
    }

    private long byteByByte(int row, int i) {
        long address = trace.event(row).operation().object();
        int size = (int) trace.event(row).operation().size();
        long value = before(row);
        long settled = 0;
        for (int k = i; k < row; k++) {
            Operation write = trace.event(k).operation();
            if (ObjectFamily.of(write) != ObjectFamily.MEMORY || !trace.happensBefore(i, k)) {
                continue;
            }
            for (int b = 0; b < size; b++) {
                long offset = address + b - write.object();
                boolean touches = Long.compareUnsigned(offset, write.size()) < 0;
                if (touches && (settled >> b & 1) == 0) {
                    if (!isKnown(write) || write.isBlind()) {
                        return StateModel.UNKNOWN;
                    }
                    long old = before(k) >> (8 * offset) & 0xff;
                    value = (value & ~(0xffL << (8 * b))) | (old << (8 * b));
                    settled |= 1L << b;
                }
            }
        }
        return value;
    }
}
