package org.heddle.dpor.detect.finding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.OperationTrait;

/** Which threads hold which mutexes, spinlocks and read-write locks, and which writers have announced themselves. */
final class LockHolders {
    private final Map<Lock, List<Hold>> holds = new LinkedHashMap<>();
    private final Map<Integer, Set<HeldLock>> heldBy = new HashMap<>();
    private final Map<Long, List<Integer>> announced = new LinkedHashMap<>();
    private final ForkedProcesses processes = new ForkedProcesses();

    private record Lock(ObjectFamily family, long address) {
        static Lock of(Operation operation) {
            ObjectFamily family = operation.kind().has(OperationTrait.WITH_MUTEX)
                    ? ObjectFamily.MUTEX
                    : operation.kind().family();
            return new Lock(family, operation.lock());
        }
    }

    /** @param isOfParent whether its process was forked while the thread held the lock */
    private record Hold(int thread, HeldLock lock, boolean isShared, boolean isOfParent) {
        Hold asOfParent() {
            return new Hold(thread, lock, isShared, true);
        }
    }

    /** That a thread holds a lock. */
    record Held(int thread, HeldLock lock) {}

    /** What an event has done: who holds a lock from now on, and who no longer. */
    record Change(List<Held> begun, List<Held> ended) {
        static final Change NONE = new Change(List.of(), List.of());
    }

    /** Takes in the next event. */
    Change execute(int step, Event event) {
        Operation operation = event.operation();
        OperationKind kind = operation.kind();
        if (operation.forks()) {
            inherit(event.thread(), (int) operation.object());
        }
        processes.execute(event);
        if (kind == OperationKind.RWLOCK_ANNOUNCE) {
            announced
                    .computeIfAbsent(operation.object(), address -> new ArrayList<>())
                    .add(event.thread());
        } else if (kind == OperationKind.RWLOCK_WRLOCK && event.result() != OperationKind.INTERRUPTED) {
            announced.getOrDefault(operation.object(), new ArrayList<>()).remove((Integer) event.thread());
        }
        if (event.takes()) {
            HeldLock lock = new HeldLock(operation.lock(), step, operation.site());
            boolean isShared = kind.has(OperationTrait.TAKES_SHARED);
            of(operation).add(new Hold(event.thread(), lock, isShared, false));
            heldBy.computeIfAbsent(event.thread(), thread -> new LinkedHashSet<>())
                    .add(lock);
            return new Change(List.of(new Held(event.thread(), lock)), List.of());
        }
        if (event.frees()) {
            return areHeldNoMore(release(event));
        }
        List<Hold> gone = kind.has(OperationTrait.MAKES) ? holds.remove(Lock.of(operation)) : null;
        return gone == null ? Change.NONE : areHeldNoMore(gone);
    }

    /** The new process has locks of its own, as those of its parent are just then. */
    private void inherit(int parent, int child) {
        Map<Lock, List<Hold>> copies = new LinkedHashMap<>();
        holds.forEach((lock, all) -> {
            if (!all.isEmpty() && processes.isOwn(parent, lock.address())) {
                long name = ForkedProcesses.nameIn(child, lock.address());
                copies.put(
                        new Lock(lock.family(), name),
                        new ArrayList<>(all.stream().map(Hold::asOfParent).toList()));
            }
        });
        holds.putAll(copies);
    }

    /** Whether what keeps the thread from the lock is that somebody held it when the thread's process was forked. */
    boolean isHeldSinceFork(int thread, Operation operation) {
        int holder = holder(thread, operation);
        return holds.getOrDefault(Lock.of(operation), List.of()).stream()
                .anyMatch(hold -> hold.isOfParent() && hold.thread() == holder);
    }

    private Change areHeldNoMore(List<Hold> gone) {
        List<Held> ended = gone.stream()
                .filter(hold -> !hold.isOfParent())
                .map(hold -> new Held(hold.thread(), hold.lock()))
                .toList();
        ended.forEach(held -> heldBy.get(held.thread()).remove(held.lock()));
        return new Change(List.of(), ended);
    }

    private List<Hold> of(Operation operation) {
        return holds.computeIfAbsent(Lock.of(operation), lock -> new ArrayList<>());
    }

    /** A reader gives back what it took last; everybody else what one thread alone can hold. */
    private List<Hold> release(Event event) {
        List<Hold> all = of(event.operation());
        for (int k = all.size() - 1; k >= 0; k--) {
            Hold hold = all.get(k);
            if (event.operation().isReaderRelease() ? hold.thread() == event.thread() : !hold.isShared()) {
                all.remove(k);
                return List.of(hold);
            }
        }
        return List.of();
    }

    /** Who keeps the thread from the lock: a holder, if possible another thread, or a writer that has asked; or −1. */
    int holder(int thread, Operation operation) {
        boolean shares = operation.kind().has(OperationTrait.TAKES_SHARED);
        int found = -1;
        for (Hold hold : holds.getOrDefault(Lock.of(operation), List.of())) {
            boolean blocks = !shares || !hold.isShared();
            if (blocks && (found < 0 || found == thread)) {
                found = hold.thread();
            }
        }
        List<Integer> asking = shares ? announced.getOrDefault(operation.object(), List.of()) : List.of();
        return found < 0 && !asking.isEmpty() ? asking.get(0) : found;
    }

    /** The step that acquired the lock, the last one where there are several readers, or −1 if it is free. */
    int acquiredAt(long address) {
        return holds.values().stream()
                .filter(all -> !all.isEmpty() && all.get(0).lock().mutex() == address)
                .mapToInt(all -> all.get(all.size() - 1).lock().step())
                .findFirst()
                .orElse(-1);
    }

    /** What the thread holds, in the order of acquisition. */
    Set<HeldLock> heldBy(int thread) {
        return heldBy.getOrDefault(thread, Set.of());
    }
}
