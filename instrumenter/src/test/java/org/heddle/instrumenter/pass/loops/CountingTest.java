package org.heddle.instrumenter.pass.loops;

import static org.bytedeco.llvm.global.LLVM.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountingTest {
    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%a = load i32, ptr %p|%b = add i32 %a, 1|store i32 %b, ptr %p",
                "%a = load volatile i32, ptr @g|%b = add i32 %a, %k|store volatile i32 %b, ptr @g",
                "%a = load i8, ptr %p|%b = zext i8 %a to i32|%c = add i32 %b, 1|%d = trunc i32 %c to i8|store i8 %d, ptr %p",
                "%a = atomicrmw add ptr %p, i32 1 seq_cst",
                "%a = atomicrmw sub ptr %p, i32 1 seq_cst|%b = sub i32 %a, 1",
            })
    void numberThatIsOnlyChanged_isCounted(String body) throws Exception {
        assertEquals(accesses(body), counting(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%a = load i32, ptr %p|store i32 %a, ptr %p",
                "%a = load i32, ptr %p|%b = add i32 %a, 1|store i32 %b, ptr @g",
                "%a = load i32, ptr %p|%b = add i32 %a, 1|store i32 %b, ptr %p|store i32 %b, ptr @g",
                "%a = load i32, ptr %p|%b = add i32 %a, 1|store i32 %b, ptr %p|%c = icmp ugt i32 %a, 7|ret i1 %c",
                "%a = load i32, ptr %p|%b = call i32 @f(i32 %a)|store i32 %b, ptr %p",
                "%a = load ptr, ptr %p|%b = ptrtoint ptr %a to i64|store i64 %b, ptr %a",
                "store i32 %k, ptr %p",
                "%a = atomicrmw xchg ptr %p, i32 1 seq_cst",
                "%a = atomicrmw add ptr %p, i32 1 seq_cst|%b = add i32 %a, 1|%c = icmp ugt i32 %b, 7|ret i1 %c",
            })
    void numberThatDecidesAnything_isNot(String body) throws Exception {
        assertEquals(0, counting(body));
    }

    private static int accesses(String body) throws InstrumentationException {
        return count(body, false);
    }

    private static int counting(String body) throws InstrumentationException {
        return count(body, true);
    }

    private static int count(String body, boolean onlyCounting) throws InstrumentationException {
        String end = body.contains("ret ") ? "" : "ret i1 false\n";
        String text = "@g = global i32 0\ndeclare i32 @f(i32)\ndefine i1 @work(ptr %p, i32 %k) {\nentry:\n"
                + body.replace('|', '\n') + "\n" + end + "}\n";
        try (BitcodeModule module = BitcodeModule.parse(text)) {
            return (int) BitcodeModule.instructions(module.definitions().get(0)).stream()
                    .filter(access -> switch (LLVMGetInstructionOpcode(access)) {
                        case LLVMLoad -> !onlyCounting || Counting.reads(access);
                        case LLVMStore -> !onlyCounting || Counting.writes(access);
                        case LLVMAtomicRMW -> !onlyCounting || Counting.changes(access);
                        default -> false;
                    })
                    .count();
        }
    }
}
