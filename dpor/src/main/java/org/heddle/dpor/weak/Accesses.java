package org.heddle.dpor.weak;

import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/** What an event does to memory, as far as C11 goes. */
final class Accesses {
    /** The largest access whose values are known. */
    private static final int WORD = 8;

    private Accesses() {}

    static boolean reads(OperationKind kind) {
        return switch (kind) {
            case ATOMIC_LOAD, ATOMIC_RMW, ATOMIC_CAS, READ, AWAIT -> true;
            default -> false;
        };
    }

    /** Whether it writes memory, as far as is known. */
    static boolean writes(Event event) {
        return switch (event.operation().kind()) {
            case ATOMIC_STORE, ATOMIC_RMW, WRITE -> true;
            case ATOMIC_CAS -> event.result() != 0 || event.operation().size() > WORD;
            default -> false;
        };
    }

    /** Whether it reads the write before it and writes, in one. */
    static boolean updates(Event event) {
        OperationKind kind = event.operation().kind();
        return kind == OperationKind.ATOMIC_RMW || (kind == OperationKind.ATOMIC_CAS && writes(event));
    }

    /** The order that the event had: of a compare-and-swap that failed, that for failures. */
    static MemoryOrder order(Event event) {
        Operation operation = event.operation();
        boolean hasFailed = operation.kind() == OperationKind.ATOMIC_CAS && !writes(event);
        return hasFailed ? operation.failure() : operation.order();
    }

    /** Whether what a write found in memory is known. */
    static boolean knowsOverwritten(Event write) {
        OperationKind kind = write.operation().kind();
        return write.operation().size() <= WORD && kind != OperationKind.WRITE;
    }

    /** What a write found in memory, where that is known. */
    static long overwritten(Event write) {
        return switch (write.operation().kind()) {
            case ATOMIC_STORE -> write.result();
            case ATOMIC_RMW -> write.value();
            case ATOMIC_CAS -> write.operation().expected();
            default -> throw new IllegalArgumentException(write.toString());
        };
    }
}
