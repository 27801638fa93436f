package org.heddle.instrumenter.pass;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.memory.Instruments;
import org.heddle.instrumenter.pass.sites.Hook;
import org.heddle.instrumenter.pass.sites.SiteKind;

/**
 * Which return statement of {@code main} gives the exit status. Clang leaves a function with several by one instruction, at its closing
 * brace, to which each statement branches. So the branch is remembered, and the last one announced where the function ends.
 */
final class MainReturns {
    private static final String MAIN = "main";
    private static final String NAME = "return";

    private final Instruments instruments;

    MainReturns(Instruments instruments) {
        this.instruments = instruments;
    }

    /** To be called after all else is announced; does nothing for functions other than {@code main}. */
    void announce(LLVMValueRef function) {
        if (!LLVMGetValueName(function).getString().equals(MAIN)) {
            return;
        }
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != null; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
            if (LLVMIsAReturnInst(last) != null && LLVMGetNumOperands(last) == 1) {
                announceReturn(function, last);
            }
        }
    }

    private void announceReturn(LLVMValueRef function, LLVMValueRef end) {
        LLVMValueRef value = LLVMGetOperand(end, 0);
        List<Statement> statements = new ArrayList<>();
        addStatements(value, end, new HashSet<>(), statements);
        boolean mayFail = statements.isEmpty()
                ? !isZero(value)
                : statements.stream().anyMatch(statement -> !isZero(statement.value()));
        if (mayFail) {
            LLVMValueRef site = statements.isEmpty() ? site(end) : lastOf(statements, function, end);
            instruments.hooks().before(end);
            instruments.hooks().call(Hook.CALL, site);
        }
    }

    /** A statement that gives a value, and the branch by which it leaves for the end of the function. */
    private record Statement(LLVMValueRef value, LLVMValueRef branch) {}

    private LLVMValueRef site(LLVMValueRef statement) {
        return instruments.named(statement, SiteKind.CALL, NAME);
    }

    private static boolean isZero(LLVMValueRef value) {
        return LLVMIsConstant(value) != 0 && LLVMIsNull(value) != 0;
    }

    /** Those whose values meet in this one. Destructors may run on the way, in blocks that have the place of the end. */
    private static void addStatements(
            LLVMValueRef value, LLVMValueRef end, Set<LLVMValueRef> seen, List<Statement> statements) {
        if (LLVMIsAPHINode(value) == null || !seen.add(value)) {
            return;
        }
        for (int i = 0; i < LLVMCountIncoming(value); i++) {
            LLVMValueRef given = LLVMGetIncomingValue(value, i);
            LLVMBasicBlockRef block = LLVMGetIncomingBlock(value, i);
            LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
            boolean isOnTheWay = line(branch) == line(end)
                    && LLVMIsAPHINode(given) != null
                    && LLVMGetInstructionParent(given).equals(block);
            if (isOnTheWay) {
                addStatements(given, end, seen, statements);
            } else {
                statements.add(new Statement(given, branch));
            }
        }
    }

    private static int line(LLVMValueRef instruction) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
        return location == null ? 0 : LLVMDILocationGetLine(location);
    }

    /** The site of the statement that was executed last. */
    private LLVMValueRef lastOf(List<Statement> statements, LLVMValueRef function, LLVMValueRef end) {
        LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(end));
        LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
        try {
            LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
            LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
            LLVMValueRef slot = LLVMBuildAlloca(builder, pointer, "");
            LLVMBuildStore(builder, site(end), slot);
            for (Statement statement : statements) {
                LLVMPositionBuilderBefore(builder, statement.branch());
                LLVMBuildStore(builder, site(statement.branch()), slot);
            }
            LLVMPositionBuilderBefore(builder, end);
            return LLVMBuildLoad2(builder, pointer, slot, "");
        } finally {
            LLVMDisposeBuilder(builder);
        }
    }
}
