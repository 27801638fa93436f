package org.heddle.instrumenter.pass.sites;

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

class CarriedRegistersTest {
    private static final String DECLARATIONS =
            """
            target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
            target triple = "x86_64-unknown-linux-gnu"
            @shared = global i32 0
            """;
    private static final String SET = "call void asm sideeffect \"pxor %xmm1,%xmm1\", \"~{memory}\"()\n";
    private static final String GET = "call void asm sideeffect \"movaps %xmm1,%xmm2\", \"~{memory}\"()\n";
    private static final String STORE = "store i32 1, ptr @shared\n";

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    /** What the instrumented module saves and restores, and its hooks, in the order of the code. */
    private static List<String> code(String functions) throws InstrumentationException {
        try (BitcodeModule module = BitcodeModule.parse(DECLARATIONS + functions)) {
            new AccessPass(Set.of(), LineNotes.NONE, false).run(module);
            return module.text()
                    .lines()
                    .filter(line -> line.matches(".*(asm sideeffect \"\\w+ [$%]|call void @__heddle_write).*"))
                    .map(line -> line.replaceAll(".*asm sideeffect \"([^\"]*)\".*", "$1")
                            .replaceAll(".*@__heddle_(\\w+).*", "$1"))
                    .filter(text -> text.contains("$0") || text.equals("write"))
                    .toList();
        }
    }

    private static String function(String... blocks) {
        return "define void @f(i1 %c) {\n" + String.join("", blocks) + "ret void\n}\n";
    }

    @Test
    void hooksBetweenTwoStatements_keepTheRegister() throws InstrumentationException {
        List<String> kept = List.of("movups %xmm1, $0", "write", "movups $0, %xmm1");
        assertEquals(kept, code(function(SET, STORE, GET)));
        assertEquals(List.of("write"), code(function(STORE, SET, GET)));
        assertEquals(List.of("write"), code(function(SET, GET, STORE)));
    }

    @Test
    void aLoop_comesBackToItsStatement() throws InstrumentationException {
        String loop = "br label %l\nl:\n" + SET + STORE + "br i1 %c, label %l, label %e\ne:\n" + STORE;
        assertEquals(List.of("movups %xmm1, $0", "write", "movups $0, %xmm1", "write"), code(function(loop)));
    }

    @Test
    void functionsThatMayJoinTheirCallers_countAsTheirs() throws InstrumentationException {
        String set = "define internal void @set() {\n" + SET + STORE + "ret void\n}\n";
        List<String> once = List.of("movups %xmm1, $0", "write", "movups $0, %xmm1");
        assertEquals(once, code(set + function("call void @set()\n", GET)));
        assertEquals(
                List.of("write", "write"),
                code(set.replace("~{memory}", "~{xmm1}") + function("call void @set()\n", STORE, GET)));
    }
}
