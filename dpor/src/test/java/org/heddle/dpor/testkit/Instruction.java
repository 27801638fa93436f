package org.heddle.dpor.testkit;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.heddle.dpor.model.OperationKind;

/** One instruction of a simulated thread. Registers are a thread's own; register 0 receives what operations return. */
sealed interface Instruction {
    /** A number worked out from the thread's registers. */
    interface Value {
        long of(long[] registers);

        static Value constant(long value) {
            return registers -> value;
        }
    }

    /** A visible operation. */
    record Visible(OperationKind kind, Value object, Value object2, Value argument, Value operand)
            implements Instruction {}

    /** A plain access, which is no visible operation; what is read goes to register 2. */
    record Plain(boolean writes, Value address, Value operand) implements Instruction {}

    /** Something that no other thread sees. */
    record Local(Consumer<long[]> action) implements Instruction {}

    /** Goes on elsewhere unless the condition holds. */
    record Branch(Predicate<long[]> condition, int elsewhere) implements Instruction {}

    /** Ends the process by a signal. */
    record Crash() implements Instruction {}
}
