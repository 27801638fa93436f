package org.heddle.instrumenter.names;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** The global variables of a module whose parts have names. */
public final class GlobalVariables {
    private GlobalVariables() {}

    /**
     * A variable.
     *
     * @param address of it
     * @param name in the source
     * @param layout its parts; see {@link LayoutText}
     * @param size in bytes
     */
    public record Global(LLVMValueRef address, String name, String layout, long size) {}

    /**
     * The structures and arrays that the module defines, uses, and may change. Not those whose initial values refer to something: a
     * record of such a one would keep that from being left out of a program that does not use it.
     */
    static List<Global> of(LLVMModuleRef module, DebugVariables variables) {
        List<Global> found = new ArrayList<>();
        for (LLVMValueRef at = LLVMGetFirstGlobal(module); at != null; at = LLVMGetNextGlobal(at)) {
            if (isOfUse(at)) {
                describe(at, variables).ifPresent(found::add);
            }
        }
        return found;
    }

    private static boolean isOfUse(LLVMValueRef global) {
        LLVMValueRef initial = LLVMGetInitializer(global);
        return initial != null
                && LLVMIsGlobalConstant(global) == 0
                && LLVMIsThreadLocal(global) == 0
                && LLVMGetFirstUse(global) != null
                && !refersToSomething(initial);
    }

    private static boolean refersToSomething(LLVMValueRef constant) {
        if (LLVMIsAGlobalValue(constant) != null || LLVMIsAConstantExpr(constant) != null) {
            return true;
        }
        for (int i = 0; i < LLVMGetNumOperands(constant); i++) {
            if (refersToSomething(LLVMGetOperand(constant, i))) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Global> describe(LLVMValueRef global, DebugVariables variables) {
        return variables.at(global).flatMap(variable -> variable.type()
                .map(type -> new Global(global, variable.name(), LayoutText.of(type), type.size()))
                .filter(known -> !known.layout().isEmpty()));
    }
}
