package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.assembly.AssemblyOperands;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.sites.Hook;

/**
 * Which objects no other thread can reach: those whose address is used for nothing but accesses of their own memory. The
 * address escapes when it is stored, returned, turned into a number, handed to a call or to inline assembly.
 * Flow-insensitive: an address that escapes anywhere escapes from the start.
 */
public final class EscapeAnalysis {
    private static final Set<String> HARMLESS_INTRINSICS = Set.of(
            "llvm.lifetime.start",
            "llvm.lifetime.end",
            "llvm.invariant.start",
            "llvm.invariant.end",
            "llvm.dbg.declare",
            "llvm.dbg.value",
            "llvm.va_start",
            "llvm.va_copy",
            "llvm.va_end",
            "llvm.memcpy",
            "llvm.memmove",
            "llvm.memset",
            "llvm.objectsize",
            "llvm.prefetch",
            "llvm.assume",
            "llvm.is.constant");

    /** Intrinsics that return their argument. */
    private static final Set<String> TRANSPARENT_INTRINSICS = Set.of(
            "llvm.launder.invariant.group",
            "llvm.strip.invariant.group",
            "llvm.threadlocal.address",
            "llvm.ptr.annotation");

    private final Map<Long, Boolean> known = new HashMap<>();

    /** Whether the address of this stack slot, argument or variable escapes. */
    boolean escapes(LLVMValueRef object) {
        return known.computeIfAbsent(object.address(), address -> search(object, callee -> false));
    }

    /** The same, but for calls of these functions, which hand the address to no other thread. */
    boolean escapesBesides(LLVMValueRef object, Predicate<String> callees) {
        return escapes(object) && search(object, callees);
    }

    private static boolean search(LLVMValueRef object, Predicate<String> besides) {
        Set<Long> seen = new HashSet<>();
        Deque<LLVMValueRef> pending = new ArrayDeque<>();
        pending.add(object);
        seen.add(object.address());
        while (!pending.isEmpty()) {
            LLVMValueRef address = pending.remove();
            for (LLVMUseRef use = LLVMGetFirstUse(address); use != null; use = LLVMGetNextUse(use)) {
                LLVMValueRef user = LLVMGetUser(use);
                switch (effect(address, user, besides)) {
                    case ESCAPES -> {
                        return true;
                    }
                    case DERIVES -> {
                        if (seen.add(user.address())) {
                            pending.add(user);
                        }
                    }
                    case ACCESSES -> {}
                }
            }
        }
        return false;
    }

    /** What a use does with an address. */
    private enum Effect {
        ACCESSES,
        DERIVES,
        ESCAPES
    }

    private static Effect effect(LLVMValueRef address, LLVMValueRef user, Predicate<String> besides) {
        if (LLVMIsAConstantExpr(user) != null) {
            return LLVMGetConstOpcode(user) == LLVMGetElementPtr ? Effect.DERIVES : Effect.ESCAPES;
        }
        if (LLVMIsAInstruction(user) == null) {
            return Effect.ESCAPES;
        }
        return switch (LLVMGetInstructionOpcode(user)) {
            case LLVMLoad, LLVMICmp -> Effect.ACCESSES;
            case LLVMStore, LLVMAtomicCmpXchg, LLVMAtomicRMW -> isOnlyAddress(address, user);
            case LLVMGetElementPtr, LLVMBitCast, LLVMAddrSpaceCast, LLVMPHI, LLVMSelect -> Effect.DERIVES;
            case LLVMCall -> besides.test(Calls.directCallee(user)) ? Effect.DERIVES : ofCall(address, user);
            default -> Effect.ESCAPES;
        };
    }

    /** A store to the address is an access; a store of the address gives it away. */
    private static Effect isOnlyAddress(LLVMValueRef address, LLVMValueRef access) {
        int place = LLVMGetInstructionOpcode(access) == LLVMStore ? 1 : 0;
        for (int i = 0; i < LLVMGetNumOperands(access); i++) {
            if (i != place && LLVMGetOperand(access, i).equals(address)) {
                return Effect.ESCAPES;
            }
        }
        return Effect.ACCESSES;
    }

    private static Effect ofCall(LLVMValueRef address, LLVMValueRef call) {
        String callee = Calls.directCallee(call);
        if (callee.equals(Hook.WITHIN.symbol())) {
            return Effect.ACCESSES; // compares it
        }
        if (callee.startsWith("llvm.")) {
            String intrinsic = Calls.withoutTypes(callee);
            if (TRANSPARENT_INTRINSICS.contains(intrinsic)) {
                return Effect.DERIVES;
            }
            return HARMLESS_INTRINSICS.contains(intrinsic) ? Effect.ACCESSES : Effect.ESCAPES;
        }
        LLVMValueRef inline = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
        AssemblyOperands operands =
                new AssemblyOperands(inline == null ? "" : LlvmText.constraints(inline), AssemblyOperands.UNKNOWN);
        boolean takesAddresses = inline != null && LlvmText.assembly(inline).contains("lea");
        for (int i = 0; i < LLVMGetNumArgOperands(call); i++) {
            boolean inPlace = operands.isMemory(i) && !takesAddresses;
            boolean isHandle = i == 0 && Calls.STARTS.contains(callee);
            if (LLVMGetOperand(call, i).equals(address)
                    && Calls.byValueType(call, i) == null
                    && !inPlace
                    && !isHandle) {
                return Effect.ESCAPES;
            }
        }
        return LLVMGetCalledValue(call).equals(address) ? Effect.ESCAPES : Effect.ACCESSES;
    }
}
