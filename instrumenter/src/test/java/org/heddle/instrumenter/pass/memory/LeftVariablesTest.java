package org.heddle.instrumenter.pass.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.heddle.instrumenter.pass.AccessPass;
import org.heddle.instrumenter.pass.LineNotes;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LeftVariablesTest {
    private static final String DECLARATIONS =
            """
            target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
            target triple = "x86_64-unknown-linux-gnu"
            %pair = type { i32, i64 }
            declare void @other(ptr)
            declare i32 @__gxx_personality_v0(...)
            declare ptr @llvm.stacksave.p0()
            declare void @llvm.stackrestore.p0(ptr)
            """;

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    /** The ends that are announced, in the order of the code: addresses and sizes. */
    private static List<String> ends(String function) throws InstrumentationException {
        try (BitcodeModule module = BitcodeModule.parse(DECLARATIONS + function)) {
            new AccessPass(Set.of(), LineNotes.NONE, false).run(module);
            return module.text()
                    .lines()
                    .filter(line -> line.contains("call void @__heddle_leave"))
                    .map(line -> line.replaceAll(".*@__heddle_leave\\((.*), ptr @\\d+\\).*", "$1"))
                    .toList();
        }
    }

    @Test
    void variablesEnd_atEachReturnAndWhereAnExceptionGoesOn() throws InstrumentationException {
        assertEquals(
                List.of("ptr %a, i64 8", "ptr %a, i64 8", "ptr %a, i64 8"),
                ends(
                        """
                        define void @f(i1 %c) personality ptr @__gxx_personality_v0 {
                          %a = alloca i64
                          invoke void @other(ptr %a) to label %ok unwind label %bad
                        ok:
                          br i1 %c, label %one, label %two
                        one:
                          ret void
                        two:
                          ret void
                        bad:
                          %e = landingpad { ptr, i32 } cleanup
                          resume { ptr, i32 } %e
                        }
                        """));
    }

    @Test
    void copiedArguments_endWhereOthersHaveTheirAddress() throws InstrumentationException {
        assertEquals(
                List.of("ptr %a, i64 16"),
                ends("define void @f(ptr byval(%pair) %a, ptr byval(%pair) %b, ptr %c) {\n"
                        + " call void @other(ptr %a)\n store i64 1, ptr %b\n call void @other(ptr %c)\n ret void\n}"));
    }

    @Test
    void arraysOfAComputedLength_endWithTheirBlockOrTheFunction() throws InstrumentationException {
        String block =
                """
                define void @f(i64 %n) {
                  %s = call ptr @llvm.stacksave.p0()
                  %a = alloca i32, i64 %n
                  call void @other(ptr %a)
                  call void @llvm.stackrestore.p0(ptr %s)
                  ret void
                }
                """;
        assertEquals(2, ends(block).size());
        assertEquals(1, ends(block.replaceAll(".*@llvm.stack.*\n", "")).size());
        assertEquals(List.of(), ends(block.replaceAll(".*@other.*\n", "")));
    }

    @Test
    void whatMainLeaves_isTheRuntimesToTell() throws InstrumentationException {
        String function = "define i32 @NAME() {\n %a = alloca i64\n call void @other(ptr %a)\n ret i32 0\n}";
        assertEquals(1, ends(function.replace("NAME", "f")).size());
        assertEquals(List.of(), ends(function.replace("NAME", "main")));
    }
}
