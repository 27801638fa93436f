package org.heddle.instrumenter.pass.assembly;

import java.util.ArrayList;
import java.util.List;

/**
 * The operands of inline assembly, in the order of their numbers in the code, from LLVM's constraints: outputs ({@code =r},
 * {@code =*m}), then inputs, then clobbers. Outputs to registers are results of the call; all others are arguments.
 */
public final class AssemblyOperands {
    /**
     * One operand.
     *
     * @param argument which argument of the call it is, or -1 for a result
     * @param isMemory whether the argument is the address of memory that the code reads or writes in place
     * @param isOutput whether it is written
     * @param bytes how many bytes of a register it is; 0 where it is in none
     */
    public record Operand(int argument, boolean isMemory, boolean isOutput, int bytes) {}

    /** The call as far as its constraints do not tell. */
    public interface Arguments {
        /** Whether an argument is the address of memory that no other thread reaches, which is as good as a register. */
        default boolean isOwn(int argument) {
            return false;
        }

        /** The size of an argument, in bytes; 0 if it is not known. */
        default int bytes(int argument) {
            return 0;
        }

        /** The size of a result, in bytes; 0 if it is not known. */
        default int resultBytes(int result) {
            return 0;
        }
    }

    /** Nothing is known of the call. */
    public static final Arguments UNKNOWN = new Arguments() {};

    private final List<Operand> operands = new ArrayList<>();
    private final List<Integer> own = new ArrayList<>();

    /**
     * The operands of a call.
     *
     * @param constraints of the inline assembly
     * @param call what it is called with
     */
    public AssemblyOperands(String constraints, Arguments call) {
        int arguments = 0;
        int results = 0;
        for (String constraint : constraints.split(",", -1)) {
            if (constraint.isEmpty() || constraint.startsWith("~")) {
                continue;
            }
            boolean isOutput = constraint.startsWith("=") || constraint.startsWith("+");
            boolean isAddress = constraint.contains("*");
            boolean isArgument = (!isOutput || isAddress) && !constraint.startsWith("!");
            boolean isMemory = isAddress && !call.isOwn(arguments);
            boolean isResult = isOutput && !isAddress;
            int bytes = isAddress ? 0 : isResult ? call.resultBytes(results) : isArgument ? call.bytes(arguments) : 0;
            operands.add(new Operand(isArgument ? arguments : -1, isMemory, isOutput, bytes));
            if (isAddress && !isMemory && isOutput) {
                own.add(arguments);
            }
            arguments += isArgument ? 1 : 0;
            results += isResult ? 1 : 0;
        }
    }

    /** The operand of this number in the code, or null. */
    public Operand get(int number) {
        return number < operands.size() ? operands.get(number) : null;
    }

    /** The arguments of the call that are addresses of the thread's own memory, which the code writes. */
    public List<Integer> own() {
        return own;
    }

    /** Whether this argument of the call is the address of memory that the code reads or writes in place. */
    public boolean isMemory(int argument) {
        return operands.stream().anyMatch(operand -> operand.argument() == argument && operand.isMemory());
    }
}
