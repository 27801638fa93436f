package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;

/** What memory holds as far as visible accesses tell, and what each thread has last read of it; for threads that spin. */
final class Memory {
    private final Map<Long, Integer> now = new HashMap<>();
    private final Map<Integer, Map<Long, Integer>> seen = new HashMap<>();
    private final Map<Integer, List<Operation>> last = new HashMap<>();
    private int unknown = 256;

    void execute(Event event) {
        Operation operation = event.operation();
        last.computeIfAbsent(event.thread(), id -> new ArrayList<>()).add(operation);
        switch (operation.kind()) {
            case ATOMIC_LOAD, READ -> read(event.thread(), operation.object(), operation.size(), event.value());
            case AWAIT -> {
                read(event.thread(), operation.object(), operation.size(), event.value());
                if (operation.awaitedLooks() == 0) {
                    read(event.thread(), operation.object2(), operation.secondSize(), event.result());
                }
            }
            case ATOMIC_STORE, WRITE -> write(operation, event.value());
            case ATOMIC_RMW -> {
                write(operation, event.result());
                read(event.thread(), operation.object(), operation.size(), event.result());
            }
            case ATOMIC_CAS -> {
                if (event.result() != 0) {
                    write(operation, event.value());
                } else {
                    read(event.thread(), operation.object(), operation.size(), event.value());
                }
            }
            default -> {}
        }
    }

    private void read(int thread, long address, long size, long value) {
        Map<Long, Integer> own = seen.computeIfAbsent(thread, id -> new HashMap<>());
        for (int b = 0; b < Math.min(size, 8); b++) {
            int held = (int) (value >>> (8 * b) & 0xff);
            now.put(address + b, held);
            own.put(address + b, held);
        }
    }

    private void write(Operation write, long value) {
        for (int b = 0; b < write.size(); b++) {
            now.put(write.object() + b, b < 8 ? (int) (value >>> (8 * b) & 0xff) : unknown++);
        }
    }

    /** Whether one of the locations that the thread awaits holds something else than it last read there. */
    boolean hasChanged(int thread, Operation await) {
        if (await.awaitedLooks() > 0) {
            List<Operation> own = last.getOrDefault(thread, List.of());
            return own.subList(Math.max(0, own.size() - await.awaitedLooks()), own.size()).stream()
                    .filter(look -> ObjectFamily.of(look) == ObjectFamily.MEMORY)
                    .anyMatch(look -> hasChanged(thread, look.object(), look.size()));
        }
        return hasChanged(thread, await.object(), await.size())
                || hasChanged(thread, await.object2(), await.secondSize());
    }

    private boolean hasChanged(int thread, long address, long size) {
        Map<Long, Integer> own = seen.getOrDefault(thread, Map.of());
        for (long at = address; at < address + size; at++) {
            if (!own.containsKey(at) || !own.get(at).equals(now.get(at))) {
                return true;
            }
        }
        return false;
    }
}
