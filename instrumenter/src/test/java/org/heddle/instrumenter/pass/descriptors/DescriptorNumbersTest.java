package org.heddle.instrumenter.pass.descriptors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A module is told that looks at numbers of descriptors, wherever they have come from; not one that hands them to calls. */
class DescriptorNumbersTest {
    private static final String DECLARATIONS =
            """
            %conn = type { i32, i32, ptr }
            @table = global [64 x i32] zeroinitializer
            @ends = global [2 x i32] zeroinitializer
            @last = global i32 0
            @one = global %conn zeroinitializer
            declare i32 @open(ptr, i32, ...)
            declare i32 @open64(ptr, i32, ...)
            declare i32 @close(i32)
            declare i32 @pipe(ptr)
            declare i32 @printf(ptr, ...)
            declare i32 @number()
            define i32 @same(i32 %n) {
              ret i32 %n
            }
            define void @store(ptr %to) {
              %n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)
              store i32 %n, ptr %to
              ret void
            }
            """;

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    private static boolean looks(String code) throws InstrumentationException {
        try (BitcodeModule module = BitcodeModule.parse(
                DECLARATIONS + "define void @f(ptr %c, i32 %p, ptr %q) {\n" + code + "\nret void\n}\n")) {
            return DescriptorNumbers.areLookedAt(module.definitions(), module.layout());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n %b = icmp slt i32 %n, 0\n call i32 @close(i32 %n)",
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n %b = icmp eq i32 %n, -1",
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n call i32 (ptr, ...) @printf(ptr null, i32 %n)",
                "%n = load i32, ptr %c\n call i32 @close(i32 %n)",
                "%i = sext i32 %p to i64\n %a = getelementptr [64 x i32], ptr @table, i64 0, i64 %i\n %n = load i32, ptr %a\n"
                        + " call i32 @close(i32 %n)",
                "%a = getelementptr %conn, ptr %c, i32 0, i32 0\n %n = load i32, ptr %a\n call i32 @close(i32 %n)\n"
                        + " %v = getelementptr %conn, ptr %c, i32 0, i32 1\n %m = load i32, ptr %v\n %s = add i32 %m, 1",
            })
    void numbersThatAreHandedToCalls_areNotLookedAt(String code) throws InstrumentationException {
        assertEquals(false, looks(code));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n %b = icmp eq i32 %n, %p",
                "%n = call i32 (ptr, i32, ...) @open64(ptr null, i32 0)\n %b = icmp eq i32 %n, 4",
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n %i = sext i32 %n to i64\n"
                        + " %a = getelementptr [64 x i32], ptr @table, i64 0, i64 %i",
                "%i = sext i32 %p to i64\n %a = getelementptr [64 x i32], ptr @table, i64 0, i64 %i\n call i32 @close(i32 %p)",
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n store i32 %n, ptr @last\n"
                        + " %m = load i32, ptr @last\n %s = add i32 %m, 1",
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n store i32 %n, ptr @one\n"
                        + " %a = getelementptr %conn, ptr %c, i32 0, i32 0\n %m = load i32, ptr %a\n %b = icmp eq i32 %m, %p",
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n %m = call i32 @same(i32 %n)\n %s = shl i32 1, %m",
                "%v = alloca i32\n call void @store(ptr %v)\n %n = load i32, ptr %v\n %s = add i32 %n, 1",
                "call i32 @pipe(ptr @ends)\n %n = load i32, ptr getelementptr ([2 x i32], ptr @ends, i64 0, i64 1)\n"
                        + " %b = icmp ugt i32 %n, %p",
                "%n = call i32 (ptr, i32, ...) @open(ptr null, i32 0)\n %w = sext i32 %n to i64\n %x = inttoptr i64 %w to ptr\n"
                        + " store ptr %x, ptr %q\n %y = ptrtoint ptr %c to i64\n %z = trunc i64 %y to i32\n %s = add i32 %z, 1",
                "%n = atomicrmw xchg ptr @last, i32 -1 seq_cst\n call i32 @close(i32 %n)\n %m = load i32, ptr @last\n"
                        + " %b = icmp eq i32 %m, %p",
            })
    void numbersThatAreComparedOrComputedWith_areLookedAt(String code) throws InstrumentationException {
        assertEquals(true, looks(code));
    }

    @Test
    void numbersOfOtherThings_areNoDescriptors() throws InstrumentationException {
        assertEquals(false, looks("%n = call i32 @number()\n %b = icmp eq i32 %n, %p"));
    }
}
