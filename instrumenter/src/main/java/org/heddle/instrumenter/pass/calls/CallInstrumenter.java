package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.memory.OwnMemory;
import org.heddle.instrumenter.pass.memory.VariableBounds;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.SiteKind;

/** Instruments calls: of interposed functions, of memory functions and intrinsics, of atomic library functions. */
public final class CallInstrumenter {
    /** What makes the thread of a {@code std::thread}: a function of the library, which calls {@code pthread_create} and nothing else first. */
    private static final String START_OF_CXX = "_ZNSt6thread15_M_start_thread";

    /** What {@code pthread_cleanup_push} gives it has no room for a mask of signals, which it does not save then. */
    private static final String SAVES_REGISTERS = "__sigsetjmp";

    /** Where nobody needs the block, there is nothing to see of these. */
    private static final Set<String> FRESH_BLOCKS = Set.of("malloc", "calloc", "aligned_alloc");

    /** Whether a memory function reads its second argument; all write their first, and the third is the length. */
    private static final Map<String, Boolean> MEMORY_FUNCTIONS = Map.ofEntries(
            Map.entry("llvm.memcpy", true),
            Map.entry("llvm.memmove", true),
            Map.entry("llvm.memset", false),
            Map.entry("memcpy", true),
            Map.entry("memmove", true),
            Map.entry("mempcpy", true),
            Map.entry("memset", false),
            Map.entry("__memcpy_chk", true),
            Map.entry("__memmove_chk", true),
            Map.entry("__mempcpy_chk", true),
            Map.entry("__memset_chk", false));

    private final Instruments instruments;
    private final HookCalls hooks;
    private final Set<String> interposed;
    private final Unvaried unvaried;
    private final AtomicLibraryCalls atomics;
    private final InlineAssembly assembly;
    private final ExternalCalls external;
    private final VectorAccesses vectors;
    private final OwnMemory own;
    private final VariableBounds bounds;
    private final ArgumentTable arguments = new ArgumentTable();

    /** For the module of these instruments; calls of the interposed functions are announced by what stands in for them. */
    public CallInstrumenter(Instruments instruments, Set<String> interposed, Unvaried unvaried) {
        this.instruments = instruments;
        this.hooks = instruments.hooks();
        this.interposed = interposed;
        this.unvaried = unvaried;
        this.atomics = new AtomicLibraryCalls(instruments);
        this.external = new ExternalCalls(instruments, interposed);
        this.bounds = new VariableBounds(instruments);
        this.own = new OwnMemory(instruments.memory(), hooks);
        this.vectors = new VectorAccesses(instruments, own);
        this.assembly = new InlineAssembly(instruments, external, own);
    }

    /** Instruments a call of the function of this name, or, if the name is empty, through a pointer or of inline assembly. */
    public void instrument(LLVMValueRef call, String name, boolean exempt) {
        LLVMValueRef callee = LLVMGetCalledValue(call);
        if (!exempt) {
            copies(call, name);
        }
        if (name.isEmpty() && assembly.instrument(call, exempt)) {
            return;
        }
        if (name.isEmpty()) {
            String converts = Conversions.called(call);
            if (converts.isEmpty()) {
                external.announce(call, name);
            } else if (!exempt) {
                arguments.of(converts).forEach(library -> library(call, library));
            }
            return;
        }
        if (!Calls.mayBeLibrary(callee)) {
            return;
        }
        if (atomics.instrument(call, name) || vectors.instrument(call, name, exempt)) {
            return;
        }
        external.announce(call, name);
        if (!exempt && handsOverUnseen(call, name)) {
            // the runtime would take its own functions for modelled
            LLVMValueRef function = interposed.contains(name) ? hooks.nothing() : LLVMGetCalledValue(call);
            external.emit(call, function, CallEffect.UNKNOWN, name);
        }
        Boolean reads = MEMORY_FUNCTIONS.get(name.startsWith("llvm.") ? Calls.withoutTypes(name) : name);
        if (reads != null && LLVMGetNumArgOperands(call) >= 3) {
            memory(call, reads, exempt);
        }
        for (LibraryFunction library : exempt ? List.<LibraryFunction>of() : arguments.of(name)) {
            if (LLVMGetNumArgOperands(call) >= library.arguments()) {
                library(call, library);
            }
        }
        if (!exempt && FormatFunction.format(name) >= 0) {
            format(call, FormatFunction.format(name));
        }
        if (interposed.contains(name)) {
            if (!exempt) {
                meant(call, name);
            }
            announce(call, name);
            if (!FRESH_BLOCKS.contains(name)) {
                hooks.keepCallsOf(callee);
            }
        }
        if (OpenMp.isAnnounced(name)) {
            announce(call, name);
        }
        if (name.startsWith(START_OF_CXX)) {
            announce(call, "std::thread");
        }
        HeapOfCxx.operator(name).ifPresent(operator -> announce(call, operator));
        Unvaried.waitOfCxx(name).ifPresent(wait -> announce(call, wait));
    }

    /** An interposed function tells what it does to memory when it does it. */
    private void meant(LLVMValueRef call, String name) {
        boolean isText = FormatFunction.format(name) >= 0 || FormatFunction.fills(name);
        for (int i = 0; i < LLVMGetNumArgOperands(call); i++) {
            if (arguments.isToldByRuntime(name, i)) {
                bounds.meant(call, LLVMGetOperand(call, i), isText, -1);
            }
        }
    }

    private void announce(LLVMValueRef call, String name) {
        boolean hasLooked = Unvaried.isWait(name) && LooksFirst.before(call);
        SiteKind kind = unvaried.isOne(call) ? SiteKind.UNVARIED : hasLooked ? SiteKind.LOOKED : SiteKind.CALL;
        String expression =
                OpenMp.hasOwnObject(name) ? "" : instruments.expressions().call(call, name);
        LLVMValueRef site = instruments.named(call, kind, expression);
        hooks.before(call);
        hooks.call(Hook.CALL, site);
    }

    private boolean handsOverUnseen(LLVMValueRef call, String name) {
        for (int i = 0; i < LLVMGetNumArgOperands(call); i++) {
            LLVMValueRef argument = LLVMGetOperand(call, i);
            if (arguments.keeps(name, i) && (LLVMIsConstant(argument) == 0 || LLVMIsNull(argument) == 0)) {
                return true;
            }
            if (arguments.isUnseen(name, i) && instruments.memory().mayBeSharedBesides(argument, arguments::isUnseen)) {
                return true;
            }
        }
        return false;
    }

    private void library(LLVMValueRef call, LibraryFunction function) {
        LLVMValueRef first = function.first() < 0 ? hooks.nothing() : LLVMGetOperand(call, function.first());
        LLVMValueRef second = function.second() < 0 ? hooks.size(0) : LLVMGetOperand(call, function.second());
        boolean mayBeShared =
                instruments.memory().mayBeShared(first) || instruments.memory().mayBeShared(second);
        if (!Calls.isPointer(first)) {
            return;
        }
        boolean isTold = mayBeShared || function.isOfFile();
        if (!function.isOfFile() && (mayBeShared || function.writes(function.first()))) {
            isTold |= areMeant(call, function);
        }
        if (!isTold) {
            return;
        }
        LLVMValueRef site = instruments.site(call, SiteKind.RANGE, first, Long.MAX_VALUE);
        hooks.before(call);
        hooks.call(
                Hook.LIBRARY,
                hooks.order(function.effect()),
                first,
                hooks.pointer(second),
                size(call, function.size()),
                site);
    }

    /** Whether one of its arguments is meant for a variable that the call may leave. */
    private boolean areMeant(LLVMValueRef call, LibraryFunction function) {
        boolean first = isMeant(call, function.first(), function);
        boolean second = isMeant(call, function.second(), function);
        return first || second;
    }

    private boolean isMeant(LLVMValueRef call, int argument, LibraryFunction function) {
        return argument >= 0
                && !LlvmText.nameOf(LLVMGetCalledValue(call)).equals(SAVES_REGISTERS)
                && bounds.meant(call, LLVMGetOperand(call, argument), function.isOfText(), function.mostBytes());
    }

    private LLVMValueRef size(LLVMValueRef call, LibraryFunction.Size size) {
        if (size.argument() < 0) {
            return hooks.size(size.constant());
        }
        LLVMValueRef factor = size.factor() >= 0
                ? LLVMGetOperand(call, size.factor())
                : size.constant() >= 0 ? hooks.size(size.constant()) : null;
        return hooks.product(LLVMGetOperand(call, size.argument()), factor);
    }

    private void format(LLVMValueRef call, int at) {
        int arguments = LLVMGetNumArgOperands(call);
        String text = at < arguments ? LlvmText.initializer(LLVMGetOperand(call, at)) : "";
        for (FormatFunction.Read read : FormatFunction.reads(text, at + 1)) {
            if (read.argument() >= arguments) {
                return;
            }
            LLVMValueRef string = LLVMGetOperand(call, read.argument());
            if (!Calls.isPointer(string) || !instruments.memory().mayBeShared(string)) {
                continue;
            }
            LLVMValueRef site = instruments.site(call, SiteKind.RANGE, string, Long.MAX_VALUE);
            hooks.before(call);
            LLVMValueRef limit = read.limitArgument() < 0
                    ? hooks.size(read.limit())
                    : hooks.bits(LLVMGetOperand(call, read.limitArgument()));
            hooks.call(Hook.LIBRARY, hooks.order(LibraryFunction.READ_STRING), string, string, limit, site);
        }
        for (FormatFunction.Write write : FormatFunction.writes(text, at + 1)) {
            if (write.argument() < arguments) {
                printed(call, LLVMGetOperand(call, write.argument()), write.size());
            }
        }
    }

    private void printed(LLVMValueRef call, LLVMValueRef number, int size) {
        if (instruments.memory().mayBeShared(number)) {
            range(Hook.WRITE, call, number, hooks.size(size));
        } else {
            own.changed(call, number);
        }
    }

    private void memory(LLVMValueRef call, boolean reads, boolean exempt) {
        LLVMValueRef length = LLVMGetOperand(call, 2);
        boolean nothing = LLVMIsAConstantInt(length) != null && LLVMConstIntGetZExtValue(length) == 0;
        if (nothing) {
            return;
        }
        LLVMValueRef to = LLVMGetOperand(call, 0);
        if (!exempt) {
            bounds.look(call, to, length, true);
        }
        if (reads && !exempt) {
            bounds.look(call, LLVMGetOperand(call, 1), length, false);
            range(Hook.READ, call, LLVMGetOperand(call, 1), length);
        }
        if (exempt || !instruments.memory().mayBeShared(to)) {
            own.changed(call, to);
        } else {
            range(Hook.WRITE, call, to, length);
        }
    }

    private void range(Hook hook, LLVMValueRef call, LLVMValueRef address, LLVMValueRef length) {
        if (!instruments.memory().mayBeShared(address)) {
            return;
        }
        long known = LLVMIsAConstantInt(length) == null ? Long.MAX_VALUE : LLVMConstIntGetZExtValue(length);
        LLVMValueRef site = instruments.site(call, SiteKind.RANGE, address, known);
        hooks.before(call);
        hooks.call(hook, address, hooks.bits(length), site);
    }

    /** Arguments that are handed over by value are read by the call itself. */
    private void copies(LLVMValueRef call, String callee) {
        if (callee.startsWith("llvm.")) {
            return;
        }
        for (int i = 0; i < LLVMGetNumArgOperands(call); i++) {
            LLVMTypeRef type = Calls.byValueType(call, i);
            LLVMValueRef argument = LLVMGetOperand(call, i);
            if (type != null && instruments.memory().mayBeShared(argument)) {
                long size = LLVMABISizeOfType(instruments.layout(), type);
                LLVMValueRef site = instruments.site(call, SiteKind.RANGE, argument, size);
                hooks.before(call);
                hooks.call(Hook.READ, argument, hooks.size(size), site);
            }
        }
    }
}
