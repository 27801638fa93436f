package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.memory.MemoryOrders;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.SiteKind;

/**
 * Announces what calls of functions that are not instrumented do beyond the memory that their arguments point to. Whether a function
 * of another module is instrumented is told when it is called, by the mark before it; so is a function that is called through a pointer.
 */
final class ExternalCalls {
    /** Functions of Heddle itself, and names of verification tasks that it defines. */
    private static final Pattern OURS = Pattern.compile(
            "_?_?heddle_\\w+|__VERIFIER_\\w+|reach_error|__asan_\\w+|__ubsan_\\w+|__sanitizer_\\w+|__atomic_\\w+|"
                    + OpenMp.FUNCTIONS);

    private static final Pattern TELLING =
            Pattern.compile("llvm\\.(readcyclecounter|x86\\.rd(tscp?|rand\\.\\w+|seed\\.\\w+))");
    private static final Pattern UNSEEN = Pattern.compile("llvm\\.x86\\..*");
    private static final Pattern FENCE = Pattern.compile("llvm\\.x86\\.sse2?\\.([lms])fence");
    private static final Pattern PLAIN_X86 = Pattern.compile("llvm\\.x86\\.sse2?\\.(pause|clflush)");

    private final Instruments instruments;
    private final HookCalls hooks;
    private final Set<String> interposed;
    private final LibraryTable table = new LibraryTable();

    ExternalCalls(Instruments instruments, Set<String> interposed) {
        this.instruments = instruments;
        this.hooks = instruments.hooks();
        this.interposed = interposed;
    }

    /** A call of this function, or, if the name is empty, through a pointer. */
    void announce(LLVMValueRef call, String name) {
        if (name.startsWith("llvm.")) {
            intrinsic(call, name);
            return;
        }
        LLVMValueRef callee = LLVMGetCalledValue(call);
        if (name.isEmpty()) {
            if (LLVMIsAGlobalValue(callee) == null) {
                emit(call, callee, CallEffect.UNKNOWN, "");
            }
        } else if (Calls.mayBeLibrary(callee) && !OURS.matcher(name).matches()) {
            effects(call, name).forEach(effect -> emit(call, callee, effect, name));
        }
    }

    private List<CallEffect> effects(LLVMValueRef call, String name) {
        if (name.equals("setlocale") && LLVMGetNumArgOperands(call) == 2 && LLVMIsNull(LLVMGetOperand(call, 1)) != 0) {
            return List.of(new CallEffect(CallEffect.Kind.READS, LibraryState.LOCALE)); // it only asks
        }
        return table.of(name).orElse(interposed.contains(name) ? List.of() : List.of(CallEffect.UNKNOWN));
    }

    /** Instructions that C reaches by functions of the compiler's own. */
    private void intrinsic(LLVMValueRef call, String name) {
        if (TELLING.matcher(name).matches()) {
            emit(call, hooks.nothing(), CallEffect.TELLS, name.substring("llvm.".length()));
        } else if (FENCE.matcher(name).matches()) {
            LLVMValueRef site = instruments.named(call, SiteKind.ATOMIC, "fence");
            hooks.before(call);
            hooks.call(Hook.FENCE, hooks.order(MemoryOrders.SEQUENTIALLY_CONSISTENT | MemoryOrders.X86), site);
        } else if (UNSEEN.matcher(name).matches() && !PLAIN_X86.matcher(name).matches() && takesPointer(call)) {
            emit(call, hooks.nothing(), CallEffect.UNKNOWN, name);
        }
    }

    private static boolean takesPointer(LLVMValueRef call) {
        for (int i = 0; i < LLVMGetNumArgOperands(call); i++) {
            if (Calls.isPointer(LLVMGetOperand(call, i))) {
                return true;
            }
        }
        return false;
    }

    /** Announces an effect of a call; the callee is null for what no function does. */
    void emit(LLVMValueRef call, LLVMValueRef callee, CallEffect effect, String name) {
        boolean ofMemory = effect.state() != LibraryState.NONE;
        LLVMValueRef site =
                instruments.named(call, ofMemory ? SiteKind.RANGE : SiteKind.CALL, ofMemory ? name + "()" : name);
        hooks.before(call);
        hooks.call(
                Hook.EXTERNAL,
                callee,
                hooks.order(effect.kind().code()),
                hooks.order(effect.state().code()),
                site);
    }
}
