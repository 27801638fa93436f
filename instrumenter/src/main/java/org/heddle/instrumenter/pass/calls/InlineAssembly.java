package org.heddle.instrumenter.pass.calls;

import static org.bytedeco.llvm.global.LLVM.*;

import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.assembly.AssemblyCode;
import org.heddle.instrumenter.pass.assembly.AssemblyOperands;
import org.heddle.instrumenter.pass.assembly.AssemblyStatement;
import org.heddle.instrumenter.pass.ir.Calls;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.memory.MemoryOrders;
import org.heddle.instrumenter.pass.memory.OwnMemory;
import org.heddle.instrumenter.pass.memory.SharedMemory;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.HookCalls;
import org.heddle.instrumenter.pass.sites.SiteKind;

/** Instruments inline assembly: announces the accesses and fences that it is known to make, or that it may do anything. */
public final class InlineAssembly {
    static final String NAME = "inline assembly";

    private static final String ELEMENT_TYPE = "elementtype";
    private static final int ELEMENT_TYPE_KIND = LLVMGetEnumAttributeKindForName(ELEMENT_TYPE, ELEMENT_TYPE.length());
    private static final int WORD = 8;

    private final Instruments instruments;
    private final HookCalls hooks;
    private final ExternalCalls external;
    private final OwnMemory own;

    InlineAssembly(Instruments instruments, ExternalCalls external, OwnMemory own) {
        this.instruments = instruments;
        this.hooks = instruments.hooks();
        this.external = external;
        this.own = own;
    }

    /** Instruments the call if it is of inline assembly; says whether it was. */
    boolean instrument(LLVMValueRef call, boolean exempt) {
        LLVMValueRef inline = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
        if (inline == null) {
            return false;
        }
        AssemblyOperands operands = operandsOf(call, inline, instruments.memory(), instruments.layout());
        operands.own().forEach(argument -> own.changed(call, LLVMGetOperand(call, argument)));
        AssemblyCode code = codeOf(inline, operands);
        if (code.effect() == AssemblyCode.Effect.UNKNOWN) {
            external.emit(call, hooks.nothing(), code.hasFence() ? CallEffect.ORDERS : CallEffect.UNKNOWN, NAME);
            return true;
        }
        if (code.effect() == AssemblyCode.Effect.TELLS) {
            external.emit(call, hooks.nothing(), CallEffect.TELLS, NAME);
        }
        code.reads().forEach(read -> read(call, operands, read, exempt));
        if (code.hasFence()) {
            LLVMValueRef site = instruments.named(call, SiteKind.ATOMIC, "fence");
            hooks.before(call);
            hooks.call(Hook.FENCE, hooks.order(MemoryOrders.SEQUENTIALLY_CONSISTENT | MemoryOrders.X86), site);
        }
        code.access().ifPresent(access -> access(call, operands, access, exempt));
        return true;
    }

    /** Whether this is inline assembly that accesses memory, or is a fence. */
    public static boolean isForOthers(LLVMValueRef instruction, SharedMemory memory, LLVMTargetDataRef layout) {
        int opcode = LLVMGetInstructionOpcode(instruction);
        boolean isCall = opcode == LLVMCall || opcode == LLVMCallBr;
        LLVMValueRef inline = isCall ? LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)) : null;
        if (inline == null) {
            return false;
        }
        AssemblyCode code = codeOf(inline, operandsOf(instruction, inline, memory, layout));
        return code.hasFence() || code.access().isPresent();
    }

    private static AssemblyOperands operandsOf(
            LLVMValueRef call, LLVMValueRef inline, SharedMemory memory, LLVMTargetDataRef layout) {
        return new AssemblyOperands(LlvmText.constraints(inline), new AssemblyOperands.Arguments() {
            @Override
            public boolean isOwn(int argument) {
                LLVMValueRef operand = LLVMGetOperand(call, argument);
                return Calls.isPointer(operand) && !memory.mayBeShared(operand);
            }

            @Override
            public int bytes(int argument) {
                return sizeOf(LLVMTypeOf(LLVMGetOperand(call, argument)), layout);
            }

            @Override
            public int resultBytes(int result) {
                LLVMTypeRef type = LLVMTypeOf(call);
                boolean isOneOfSeveral = LLVMGetTypeKind(type) == LLVMStructTypeKind;
                return sizeOf(isOneOfSeveral ? LLVMStructGetTypeAtIndex(type, result) : type, layout);
            }
        });
    }

    private static int sizeOf(LLVMTypeRef type, LLVMTargetDataRef layout) {
        return LLVMTypeIsSized(type) == 0 ? 0 : (int) LLVMStoreSizeOfType(layout, type);
    }

    private static AssemblyCode codeOf(LLVMValueRef inline, AssemblyOperands operands) {
        return LLVMGetInlineAsmDialect(inline) == LLVMInlineAsmDialectATT
                ? AssemblyCode.of(LlvmText.assembly(inline), operands)
                : AssemblyCode.of(withoutOperands(LlvmText.assembly(inline)), operands);
    }

    /** In the other syntax only instructions without operands are read. */
    private static String withoutOperands(String template) {
        return AssemblyStatement.of(template).stream()
                        .allMatch(statement -> statement.operands().isEmpty())
                ? template
                : "call";
    }

    private void access(LLVMValueRef call, AssemblyOperands operands, AssemblyCode.Access access, boolean exempt) {
        int argument = operands.get(access.operand()).argument();
        LLVMValueRef operand = LLVMGetOperand(call, argument);
        boolean isPointer = LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind;
        if (isPointer && !instruments.memory().mayBeShared(operand)) {
            own.changed(call, operand);
            return;
        }
        long size = access.size() > 0 ? access.size() : elementSize(call, argument);
        LLVMValueRef named = isPointer ? operand : hooks.nothing();
        hooks.before(call);
        LLVMValueRef start = hooks.behind(operand, access.offset());
        LLVMValueRef address = access.bit() < 0
                ? start
                : hooks.withBit(
                        start, LLVMGetOperand(call, operands.get(access.bit()).argument()), size);
        LLVMValueRef bytes = hooks.size(size);
        LLVMValueRef atomic = instruments.site(call, SiteKind.ATOMIC, named, size);
        switch (size <= WORD || access.how() == AssemblyCode.How.UPDATE ? access.how() : wide(access.how())) {
            case LOAD -> hooks.call(
                    Hook.ATOMIC_LOAD, address, bytes, hooks.order(MemoryOrders.ACQUIRE | MemoryOrders.X86), atomic);
            case STORE -> store(call, operands, access, address, bytes, atomic);
            case UPDATE -> update(address, bytes, MemoryOrders.SEQUENTIALLY_CONSISTENT, atomic);
            case READ -> plain(exempt, Hook.READ, SiteKind.READ, call, named, address, size);
            case WRITE -> plain(exempt, Hook.WRITE, SiteKind.WRITE, call, named, address, size);
            case CHANGE -> {
                plain(exempt, Hook.READ, SiteKind.READ, call, named, address, size);
                if (exempt || size > WORD) {
                    plain(exempt, Hook.WRITE, SiteKind.WRITE, call, named, address, size);
                } else { // by its owner others may be told something: it only must not be changed between
                    update(address, bytes, MemoryOrders.RELEASE, atomic);
                }
            }
        }
    }

    /** A plain read before the access that the code is for. Both happen at the time of that one, which is the same unless the read races. */
    private void read(LLVMValueRef call, AssemblyOperands operands, AssemblyCode.Access read, boolean exempt) {
        int argument = operands.get(read.operand()).argument();
        LLVMValueRef operand = LLVMGetOperand(call, argument);
        boolean isPointer = LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMPointerTypeKind;
        if (!isPointer || instruments.memory().mayBeShared(operand)) {
            long size = read.size() > 0 ? read.size() : elementSize(call, argument);
            LLVMValueRef named = isPointer ? operand : hooks.nothing();
            hooks.before(call);
            plain(exempt, Hook.READ, SiteKind.READ, call, named, hooks.behind(operand, read.offset()), size);
        }
    }

    private static AssemblyCode.How wide(AssemblyCode.How how) {
        return switch (how) {
            case LOAD -> AssemblyCode.How.READ;
            case STORE -> AssemblyCode.How.WRITE;
            default -> how;
        };
    }

    /** A store whose value is not known is announced as an update, of which the runtime looks what it has left. */
    private void store(
            LLVMValueRef call,
            AssemblyOperands operands,
            AssemblyCode.Access access,
            LLVMValueRef address,
            LLVMValueRef bytes,
            LLVMValueRef site) {
        int source = access.source() < 0 ? -1 : operands.get(access.source()).argument();
        if (source < 0) {
            update(address, bytes, MemoryOrders.RELEASE, site);
        } else {
            LLVMValueRef order = hooks.order(MemoryOrders.RELEASE | MemoryOrders.X86);
            hooks.call(Hook.ATOMIC_STORE, address, bytes, hooks.bits(LLVMGetOperand(call, source)), order, site);
        }
    }

    private void update(LLVMValueRef address, LLVMValueRef bytes, int order, LLVMValueRef site) {
        hooks.call(Hook.ATOMIC_RMW, address, bytes, hooks.size(0), hooks.order(order | MemoryOrders.X86), site);
    }

    private void plain(
            boolean exempt,
            Hook hook,
            SiteKind kind,
            LLVMValueRef call,
            LLVMValueRef named,
            LLVMValueRef address,
            long size) {
        if (!exempt) {
            hooks.call(hook, address, hooks.size(size), instruments.site(call, kind, named, size));
        } else if (hook == Hook.WRITE) {
            hooks.call(Hook.CHANGED);
        }
    }

    private long elementSize(LLVMValueRef call, int argument) {
        LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, ELEMENT_TYPE_KIND);
        LLVMTypeRef type = attribute == null ? null : LLVMGetTypeAttributeValue(attribute);
        return type == null || LLVMTypeIsSized(type) == 0 ? 1 : LLVMStoreSizeOfType(instruments.layout(), type);
    }
}
