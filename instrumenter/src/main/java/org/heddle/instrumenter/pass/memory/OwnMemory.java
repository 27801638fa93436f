package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;

/**
 * Tells the runtime of changes that no other hook tells: of variables of the thread that no other thread reaches, in functions whose
 * accesses are left alone, in other address spaces. What a thread has on its stack the runtime compares itself.
 */
public final class OwnMemory {
    private static final int WORD = 8;

    private final SharedMemory memory;
    private final HookCalls hooks;

    /** Tells of changes where the memory says that no other hook does. */
    public OwnMemory(SharedMemory memory, HookCalls hooks) {
        this.memory = memory;
        this.hooks = hooks;
    }

    /** A store of this value. */
    public void stored(LLVMValueRef store, LLVMValueRef address, LLVMValueRef value, long size) {
        if (memory.isOnStack(address)) {
            return;
        }
        int kind = LLVMGetTypeKind(LLVMTypeOf(value));
        boolean isPlain = kind == LLVMIntegerTypeKind
                || kind == LLVMPointerTypeKind
                || kind == LLVMFloatTypeKind
                || kind == LLVMDoubleTypeKind;
        if (isPlain && size <= WORD && LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == 0) {
            hooks.before(store);
            hooks.call(Hook.OWN_STORE, address, hooks.size(size), hooks.bits(value));
        } else {
            changed(store, address);
        }
    }

    /** A change in another way. */
    public void changed(LLVMValueRef instruction, LLVMValueRef address) {
        if (!memory.isOnStack(address)) {
            hooks.before(instruction);
            hooks.call(Hook.CHANGED);
        }
    }
}
