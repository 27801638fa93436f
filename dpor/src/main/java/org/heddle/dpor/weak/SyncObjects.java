package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.heddle.dpor.model.ChannelNames;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * What synchronises besides memory: a thread's creation with its start, its end with the join, what gives an object back with what takes it.
 * As in the runtime's happens-before of C11 ({@code race/object_order.h}), a try that fails orders nothing; other than there, a signal does
 * not either. All that the kernel keeps is one object, but for channels.
 */
final class SyncObjects {
    /** What an object hands on: a thread's begin and end, and a lock's release by a reader, are objects of their own. */
    private enum Part {
        WHOLE,
        READERS,
        BEGIN,
        END
    }

    private record Key(ObjectFamily family, long object, Part part) {}

    /** A release, and all of the object up to it. */
    private record Release(int row, Known all) {}

    private final Map<Key, List<Release>> releases = new HashMap<>();

    /** Leaves only what came before this row. */
    void cut(int row) {
        for (List<Release> list : releases.values()) {
            while (!list.isEmpty() && list.get(list.size() - 1).row >= row) {
                list.remove(list.size() - 1);
            }
        }
    }

    /**
     * What the event takes over.
     *
     * @param isBefore whether a row comes before the event, whatever the order of independent events
     */
    Known takenBy(Event event, IntPredicate isBefore) {
        Operation operation = event.operation();
        ObjectFamily family = operation.kind().family();
        boolean isDone = event.result() == 0;
        return switch (operation.kind()) {
            case THREAD_START -> of(ObjectFamily.THREAD, event.thread(), Part.BEGIN, isBefore);
            case THREAD_JOIN, THREAD_TRYJOIN -> isDone
                    ? of(ObjectFamily.THREAD, operation.object(), Part.END, isBefore)
                    : Known.NOTHING;
            case THREAD_JOIN_ALL -> all(ObjectFamily.THREAD, Part.END, isBefore);
            case MUTEX_LOCK, MUTEX_TRYLOCK, SPIN_LOCK, SPIN_TRYLOCK, SEM_WAIT, SEM_TRYWAIT -> isDone
                    ? of(family, operation.object(), Part.WHOLE, isBefore)
                    : Known.NOTHING;
            case RWLOCK_WRLOCK, RWLOCK_TRYWRLOCK -> isDone
                    ? of(family, operation.object(), Part.WHOLE, isBefore)
                            .join(of(family, operation.object(), Part.READERS, isBefore))
                    : Known.NOTHING;
            case RWLOCK_RDLOCK, RWLOCK_TRYRDLOCK -> isDone
                    ? of(family, operation.object(), Part.WHOLE, isBefore)
                    : Known.NOTHING;
            case COND_WAKE -> operation.isOnFutex()
                    ? Known.NOTHING
                    : of(ObjectFamily.MUTEX, operation.mutex(), Part.WHOLE, isBefore);
            case BARRIER_LEAVE, ONCE_BEGIN -> of(family, operation.object(), Part.WHOLE, isBefore);
            case IO_READ, IO_POLL, SIGNAL_CHANGE, SIGNAL_WAIT -> ofKernel(isBefore)
                    .join(all(ObjectFamily.CHANNEL, Part.WHOLE, isBefore));
            case CHANNEL_READ, CHANNEL_POLL -> ofChannels(operation.object(), isBefore);
            default -> Known.NOTHING;
        };
    }

    /** Takes note of what the event hands on. */
    void handOn(int row, Event event, Known known) {
        Operation operation = event.operation();
        ObjectFamily family = operation.kind().family();
        switch (operation.kind()) {
            case THREAD_CREATE -> add(ObjectFamily.THREAD, operation.object(), Part.BEGIN, row, known);
            case THREAD_EXIT -> add(ObjectFamily.THREAD, event.thread(), Part.END, row, known);
            case MUTEX_UNLOCK,
                    SPIN_UNLOCK,
                    SEM_POST,
                    BARRIER_ARRIVE,
                    ONCE_END,
                    IO_WRITE,
                    CHANNEL_WRITE,
                    SIGNAL_CHANGE -> add(family, operation.object(), Part.WHOLE, row, known);
            case RWLOCK_UNLOCK -> add(
                    family, operation.object(), operation.isReaderRelease() ? Part.READERS : Part.WHOLE, row, known);
            case COND_WAIT -> {
                if (event.frees() && !operation.isOnFutex()) {
                    add(ObjectFamily.MUTEX, operation.mutex(), Part.WHOLE, row, known);
                }
            }
            default -> {}
        }
    }

    private Known of(ObjectFamily family, long object, Part part, IntPredicate isBefore) {
        List<Release> list = releases.getOrDefault(new Key(family, object, part), List.of());
        int low = 0;
        int high = list.size();
        while (low < high) { // whoever is ordered after one is ordered after those before it
            int middle = (low + high) >>> 1;
            if (isBefore.test(list.get(middle).row)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? Known.NOTHING : list.get(low - 1).all;
    }

    private Known ofChannels(long name, IntPredicate isBefore) {
        Known all = ofKernel(isBefore);
        for (long channel : ChannelNames.channels(name)) {
            all = all.join(of(ObjectFamily.CHANNEL, channel, Part.WHOLE, isBefore));
        }
        return all;
    }

    private Known ofKernel(IntPredicate isBefore) {
        return of(ObjectFamily.KERNEL, OperationKind.KERNEL_OBJECT, Part.WHOLE, isBefore);
    }

    /** Of all objects of a family. */
    private Known all(ObjectFamily family, Part part, IntPredicate isBefore) {
        Known all = Known.NOTHING;
        for (Key key : releases.keySet()) {
            if (key.family == family && key.part == part) {
                all = all.join(of(family, key.object, part, isBefore));
            }
        }
        return all;
    }

    private void add(ObjectFamily family, long object, Part part, int row, Known known) {
        List<Release> list = releases.computeIfAbsent(new Key(family, object, part), key -> new ArrayList<>());
        Known before = list.isEmpty() ? Known.NOTHING : list.get(list.size() - 1).all;
        list.add(new Release(row, before.join(known)));
    }
}
