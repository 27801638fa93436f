package org.heddle.instrumenter.pass.memory;

import static org.bytedeco.llvm.global.LLVM.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.names.LlvmText;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EscapeAnalysisTest {
    private static final String DECLARATIONS =
            """
            @kept = global ptr null
            declare void @other(ptr)
            declare void @copy(ptr byval(i32))
            declare void @__heddle_within(ptr, i64, ptr, i64, i32, ptr)
            declare i32 @pthread_create(ptr, ptr, ptr, ptr)
            declare void @llvm.lifetime.start.p0(i64, ptr)
            declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
            declare void @llvm.va_start.p0(ptr)
            """;

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%x = load i32, ptr %a",
                "store i32 1, ptr %a",
                "%p = getelementptr [4 x i32], ptr %a, i64 0, i64 2\n store i32 1, ptr %p",
                "call void @llvm.lifetime.start.p0(i64 4, ptr %a)",
                "call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @kept, i64 4, i1 false)",
                "call void @llvm.va_start.p0(ptr %a)",
                "call void @copy(ptr byval(i32) %a)",
                "call void @__heddle_within(ptr %a, i64 4, ptr %a, i64 4, i32 0, ptr null)",
                "call i32 @pthread_create(ptr %a, ptr null, ptr @kept, ptr null)",
                "%c = icmp eq ptr %a, null",
                "%c = atomicrmw add ptr %a, i32 1 seq_cst",
                "%p = select i1 %flag, ptr %a, ptr %a\n %x = load i32, ptr %p",
            })
    void accessesOfItsOwnMemory_keepItLocal(String code) throws InstrumentationException {
        assertEquals(false, escapes(code));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "store ptr %a, ptr @kept",
                "store ptr %a, ptr %a",
                "call void @other(ptr %a)",
                "call i32 @pthread_create(ptr @kept, ptr null, ptr @kept, ptr %a)",
                "call i32 @pthread_create(ptr %a, ptr null, ptr @kept, ptr %a)",
                "%n = ptrtoint ptr %a to i64",
                "%p = getelementptr i8, ptr %a, i64 4\n call void @other(ptr %p)",
                "%p = select i1 %flag, ptr %a, ptr @kept\n store ptr %p, ptr @kept",
                "call void asm sideeffect \"\", \"r\"(ptr %a)",
                "%o = cmpxchg ptr @kept, ptr null, ptr %a seq_cst seq_cst",
                "%o = atomicrmw xchg ptr @kept, ptr %a seq_cst",
                "%s = insertvalue { ptr } undef, ptr %a, 0",
                "ret ptr %a",
            })
    void givingTheAddressAway_makesItEscape(String code) throws InstrumentationException {
        assertEquals(true, escapes(code));
    }

    @Test
    void addressesInALoop_areFollowedOnce() throws InstrumentationException {
        assertEquals(
                false,
                escapes(
                        """
                        br label %loop
                        loop:
                          %p = phi ptr [ %a, %entry ], [ %q, %loop ]
                          %q = getelementptr i8, ptr %p, i64 1
                          store i8 0, ptr %p
                          br i1 %flag, label %loop, label %out
                        out:
                        """));
    }

    private static boolean escapes(String code) throws InstrumentationException {
        String end = code.startsWith("ret") ? "\n}\n" : "\nret ptr null\n}\n";
        String text = DECLARATIONS + "define ptr @f(i1 %flag) {\nentry:\n%a = alloca [4 x i32]\n" + code + end;
        try (BitcodeModule module = BitcodeModule.parse(text)) {
            LLVMValueRef slot = BitcodeModule.instructions(module.definitions().get(0)).stream()
                    .filter(i -> LLVMIsAAllocaInst(i) != null)
                    .findFirst()
                    .orElseThrow();
            assertEquals("a", LlvmText.nameOf(slot));
            return new EscapeAnalysis().escapes(slot);
        }
    }
}
