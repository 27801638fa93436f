package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/** The memory that simulated threads share, and what each of them has read there. */
final class SimulatedMemory {
    private final byte[] bytes;
    private final List<Map<Long, Long>> lastRead = new ArrayList<>();
    private final List<List<Operation>> looked = new ArrayList<>();

    /** What an operation came to, as an event has it. */
    record Done(long result, long value) {}

    private SimulatedMemory(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Zeros, which no thread has read. */
    SimulatedMemory(int size, int threads) {
        this(new byte[size]);
        for (int thread = 0; thread < threads; thread++) {
            lastRead.add(new HashMap<>());
            looked.add(new ArrayList<>());
        }
    }

    SimulatedMemory copy() {
        SimulatedMemory copy = new SimulatedMemory(bytes.clone());
        lastRead.forEach(values -> copy.lastRead.add(new HashMap<>(values)));
        looked.forEach(looks -> copy.looked.add(new ArrayList<>(looks)));
        return copy;
    }

    /** The contents. */
    String state() {
        return Arrays.toString(bytes);
    }

    /** Whether what the thread awaits has come: a location that it has looked at has changed since. */
    boolean hasChanged(int thread, Operation await) {
        int looks = await.awaitedLooks();
        return isOther(thread, await.object(), load(await))
                || (looks > 0 && anyChanged(thread, looks))
                || (looks == 0 && await.secondSize() > 0 && isOther(thread, await.object2(), second(await)));
    }

    private boolean anyChanged(int thread, int looks) {
        List<Operation> own = looked.get(thread);
        return own.subList(own.size() - looks, own.size()).stream()
                .anyMatch(look -> isOther(thread, look.object(), load(look)));
    }

    private boolean isOther(int thread, long object, long now) {
        return now != lastRead.get(thread).get(object);
    }

    /** Executes a read, a write, or an atomic operation. */
    Done perform(int thread, Operation operation, long operand) {
        Done done = access(thread, operation, operand);
        switch (operation.kind()) {
            case ATOMIC_LOAD, READ, ATOMIC_CAS, AWAIT -> {
                lastRead.get(thread).put(operation.object(), done.value());
                looked.get(thread).add(operation);
            }
            default -> {}
        }
        return done;
    }

    private Done access(int thread, Operation operation, long operand) {
        long before = load(operation);
        return switch (operation.kind()) {
            case ATOMIC_STORE, WRITE -> {
                store(operation, operand);
                yield new Done(before, load(operation));
            }
            case ATOMIC_RMW -> {
                store(operation, before + operand);
                yield new Done(load(operation), before);
            }
            case ATOMIC_CAS -> {
                if (before != operation.object2()) {
                    yield new Done(0, before);
                }
                store(operation, operand);
                yield new Done(1, load(operation));
            }
            case AWAIT -> new Done(operation.awaitedLooks() == 0 ? awaitedSecond(thread, operation) : 0, before);
            default -> new Done(0, before);
        };
    }

    private long awaitedSecond(int thread, Operation operation) {
        long value = operation.secondSize() > 0 ? second(operation) : 0;
        lastRead.get(thread).put(operation.object2(), value);
        return value;
    }

    private long second(Operation operation) {
        return load(new Operation(
                OperationKind.READ, operation.object2(), 0, operation.secondSize(), MemoryOrder.SEQ_CST, 0));
    }

    private long load(Operation operation) {
        long value = 0;
        for (int k = (int) Math.min(8, operation.size()) - 1; k >= 0; k--) {
            value = (value << 8) | (bytes[(int) operation.object() + k] & 0xff);
        }
        return value;
    }

    private void store(Operation operation, long value) {
        for (int k = 0; k < operation.argument(); k++) {
            bytes[(int) operation.object() + k] = k < 8 ? (byte) (value >> (8 * k)) : 0;
        }
    }
}
