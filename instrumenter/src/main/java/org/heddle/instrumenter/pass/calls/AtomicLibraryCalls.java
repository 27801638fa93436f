package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.SiteKind;

/**
 * Instruments calls of libatomic, which clang makes where an object is too large or not aligned for one instruction:
 * {@code __atomic_load_16(p, order)} and its kin for a known size, {@code __atomic_load(size, p, result, order)} and its kin for any.
 */
final class AtomicLibraryCalls {
    private static final Pattern NAME =
            Pattern.compile("__atomic_(load|store|exchange|compare_exchange|fetch_[a-z]+|[a-z]+_fetch)(?:_(\\d+))?");

    private final Instruments instruments;
    private final HookCalls hooks;

    AtomicLibraryCalls(Instruments instruments) {
        this.instruments = instruments;
        this.hooks = instruments.hooks();
    }

    /** Instruments the call if it is one of them; says whether it was. */
    boolean instrument(LLVMValueRef call, String callee) {
        Matcher matcher = callee.startsWith("__atomic_") ? NAME.matcher(callee) : null;
        if (matcher == null || !matcher.matches()) {
            return false;
        }
        String operation = matcher.group(1);
        if (matcher.group(2) != null) {
            sized(call, operation, Long.parseLong(matcher.group(2)));
        } else if (LLVMGetNumArgOperands(call) >= 4) {
            generic(call, operation);
        }
        return true;
    }

    private void sized(LLVMValueRef call, String operation, long size) {
        LLVMValueRef address = LLVMGetOperand(call, 0);
        if (!instruments.memory().mayBeShared(address)) {
            return;
        }
        LLVMValueRef site = instruments.site(call, SiteKind.ATOMIC, address, size);
        LLVMValueRef bytes = hooks.size(size);
        hooks.before(call);
        switch (operation) {
            case "load" -> hooks.take(call, 0, hooks.call(Hook.ATOMIC_LOAD, address, bytes, order(call, 1), site));
            case "store" -> hooks.take(
                    call, 0, hooks.call(Hook.ATOMIC_STORE, address, bytes, bits(call, 1), order(call, 2), site));
            case "compare_exchange" -> hooks.take(
                    call,
                    0,
                    hooks.call(
                            Hook.ATOMIC_CAS,
                            address,
                            bytes,
                            hooks.bitsAt(LLVMGetOperand(call, 1), size),
                            bits(call, 2),
                            order(call, 3),
                            order(call, 4),
                            site));
            default -> hooks.take(
                    call, 0, hooks.call(Hook.ATOMIC_RMW, address, bytes, bits(call, 1), order(call, 2), site));
        }
    }

    private void generic(LLVMValueRef call, String operation) {
        LLVMValueRef address = LLVMGetOperand(call, 1);
        if (!instruments.memory().mayBeShared(address)) {
            return;
        }
        LLVMValueRef length = LLVMGetOperand(call, 0);
        long size = LLVMIsAConstantInt(length) == null ? 1 : LLVMConstIntGetZExtValue(length);
        LLVMValueRef site = instruments.site(call, SiteKind.ATOMIC, address, size);
        hooks.before(call);
        LLVMValueRef bytes = hooks.bits(length);
        switch (operation) {
            case "load" -> hooks.take(call, 1, hooks.call(Hook.ATOMIC_LOAD, address, bytes, order(call, 3), site));
            case "store" -> hooks.take(
                    call, 1, hooks.call(Hook.ATOMIC_STORE, address, bytes, at(call, 2, size), order(call, 3), site));
            case "compare_exchange" -> hooks.take(
                    call,
                    1,
                    hooks.call(
                            Hook.ATOMIC_CAS,
                            address,
                            bytes,
                            at(call, 2, size),
                            at(call, 3, size),
                            order(call, 4),
                            order(call, 5),
                            site));
            default -> hooks.take(
                    call, 1, hooks.call(Hook.ATOMIC_RMW, address, bytes, at(call, 2, size), order(call, 4), site));
        }
    }

    private LLVMValueRef order(LLVMValueRef call, int argument) {
        return hooks.order(LLVMGetOperand(call, argument));
    }

    private LLVMValueRef bits(LLVMValueRef call, int argument) {
        return hooks.bits(LLVMGetOperand(call, argument));
    }

    private LLVMValueRef at(LLVMValueRef call, int argument, long size) {
        return hooks.bitsAt(LLVMGetOperand(call, argument), size);
    }
}
