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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which accesses are looked at, and for which variable. */
class VariableBoundsTest {
    private static final String DECLARATIONS =
            """
            %pair = type { i32, [3 x i32] }
            %ring = type { i32, [4 x %pair], i32, [3 x i32] }
            %padded = type { i32, [4 x i32], [4 x i8] }
            %either = type { i64 }
            %tagged = type { %either, i32 }
            %open = type { i32, [0 x i32] }
            @array = global [4 x i32] zeroinitializer
            @table = internal constant [4 x i8] c"abcd"
            @pair = internal global %pair zeroinitializer
            @ring = internal global %ring zeroinitializer
            @declared = external global [4 x i32]
            @common = common global [4 x i32] zeroinitializer
            @weak = weak global [4 x i32] zeroinitializer
            @listed = internal global [4 x i32] zeroinitializer, section "list"
            @empty = internal global [0 x i32] zeroinitializer
            @own = internal thread_local global [4 x i32] zeroinitializer
            declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
            """;

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %p = getelementptr [4 x i32], ptr @array, i64 0, i64 %i %n store i32 1, ptr %p | i64 4, ptr @array, i64 16, i32 1
            %p = getelementptr i32, ptr @array, i64 %i %n %x = load i32, ptr %p         | i64 4, ptr @array, i64 16, i32 0
            %p = getelementptr i8, ptr @table, i64 %i %n %x = load i8, ptr %p           | i64 1, ptr @table, i64 4, i32 0
            %p = getelementptr %pair, ptr @pair, i64 0, i32 1, i64 %i %n store i32 1, ptr %p | i64 4, ptr @pair, i64 16, i32 1
            %p = getelementptr i32, ptr @array, i64 %i %n %x = load atomic i32, ptr %p seq_cst, align 4 | i64 4, ptr @array, i64 16, i32 0
            %p = getelementptr i32, ptr @array, i64 %i %n %x = atomicrmw add ptr %p, i32 1 seq_cst | i64 4, ptr @array, i64 16, i32 1
            %p = getelementptr i32, ptr @array, i64 %i %n %x = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst | i64 4, ptr @array, i64 16, i32 1
            %p = getelementptr i32, ptr @array, i64 4 %n store i32 1, ptr %p            | i64 4, ptr @array, i64 16, i32 1
            %p = getelementptr i32, ptr @array, i64 -1 %n store i32 1, ptr %p           | i64 4, ptr @array, i64 16, i32 1
            %p = getelementptr i32, ptr @array, i64 3 %n store i64 1, ptr %p            | i64 8, ptr @array, i64 16, i32 1
            %p = getelementptr i32, ptr @own, i64 %i %n store i32 1, ptr %p             | i64 4, ptr @own, i64 16, i32 1
            %a = alloca [3 x i32] %n %p = getelementptr i32, ptr %a, i64 %i %n store i32 1, ptr %p | i64 4, ptr %a, i64 12, i32 1
            call void @llvm.memcpy.p0.p0.i64(ptr @array, ptr %q, i64 %i, i1 0)          | i64 %i, ptr @array, i64 16, i32 1
            call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr @array, i64 20, i1 0)          | i64 20, ptr @array, i64 16, i32 0
            """)
    void accessThatMayBeOutside_isLookedAt(String code, String call) throws InstrumentationException {
        assertEquals(List.of(call), calls(code));
    }

    /** The last number tells how: 1 writes, 2 may be larger. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %a = getelementptr %ring, ptr %q, i32 0, i32 1 %n %e = getelementptr [4 x %pair], ptr %a, i64 0, i64 %i %n %p = getelementptr %pair, ptr %e, i32 0, i32 0 %n store i32 1, ptr %p | i64 4, ptr %a, i64 64, i32 1
            %a = getelementptr %ring, ptr %q, i32 0, i32 3 %n %p = getelementptr [3 x i32], ptr %a, i64 0, i64 %i %n %x = load i32, ptr %p | i64 4, ptr %a, i64 12, i32 2
            %a = getelementptr %ring, ptr @ring, i64 %i, i32 3 %n %p = getelementptr [3 x i32], ptr %a, i64 0, i64 %i %n store i32 1, ptr %p | i64 4, ptr @ring, i64 84, i32 1
            %a = getelementptr %padded, ptr %q, i32 0, i32 1 %n %p = getelementptr [4 x i32], ptr %a, i64 0, i64 %i %n store i32 1, ptr %p | i64 4, ptr %a, i64 16, i32 3
            %a = getelementptr %tagged, ptr %q, i32 0, i32 0 %n %p = getelementptr [2 x i8], ptr %a, i64 0, i64 %i %n store i8 1, ptr %p | i64 1, ptr %a, i64 8, i32 1
            %a = getelementptr %ring, ptr %q, i32 0, i32 1 %n %p = getelementptr [4 x %pair], ptr %a, i64 0, i64 4, i32 0 %n store i32 1, ptr %p | i64 4, ptr %a, i64 64, i32 1
            """)
    void arrayOfAStructure_isLookedAtWhereverThatLies(String code, String call) throws InstrumentationException {
        assertEquals(List.of(call), calls(code));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%p = getelementptr [4 x i32], ptr @array, i64 0, i64 3 %n store i32 1, ptr %p",
                "store i128 0, ptr @array",
                "call void @llvm.memcpy.p0.p0.i64(ptr @array, ptr @declared, i64 16, i1 0)",
                "%p = getelementptr i32, ptr %q, i64 %i %n store i32 1, ptr %p",
                "%p = getelementptr i32, ptr @declared, i64 %i %n store i32 1, ptr %p",
                "%p = getelementptr i32, ptr @common, i64 %i %n store i32 1, ptr %p",
                "%p = getelementptr i32, ptr @weak, i64 %i %n store i32 1, ptr %p",
                "%p = getelementptr i32, ptr @listed, i64 %i %n store i32 1, ptr %p",
                "%p = getelementptr i32, ptr @empty, i64 %i %n store i32 1, ptr %p",
                "%a = getelementptr %open, ptr %q, i32 0, i32 1 %n"
                        + " %p = getelementptr [0 x i32], ptr %a, i64 0, i64 %i %n store i32 1, ptr %p",
                "%a = getelementptr %ring, ptr %q, i32 0, i32 3 %n"
                        + " %p = getelementptr [3 x i32], ptr %a, i64 0, i64 2 %n store i32 1, ptr %p",
                "%a = getelementptr %ring, ptr %q, i32 0, i32 1 %n %p = getelementptr i32, ptr %a, i64 %i %n store i32 1, ptr %p",
                "%p = getelementptr [3 x i32], ptr %q, i64 0, i64 %i %n store i32 1, ptr %p",
                "%a = getelementptr %ring, ptr %q, i32 0, i32 1 %n"
                        + " call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @declared, i64 %i, i1 0)",
                "%a = alloca i32, i64 %i %n %p = getelementptr i32, ptr %a, i64 %i %n store i32 1, ptr %p",
            })
    void accessThatIsWithin_orOfNoVariableWhoseSizeIsKnown_isNot(String code) throws InstrumentationException {
        assertEquals(List.of(), calls(code));
    }

    @Test
    void look_keepsAVariableThatNobodyElseReachesToItsFunction() throws InstrumentationException {
        String code = "%a = alloca [3 x i32] %n %p = getelementptr i32, ptr %a, i64 %i %n store i32 1, ptr %p";
        assertEquals(0, lines(code, "@__heddle_(write|leave)\\(").size());
    }

    /** What is said of each access that is looked at, without its address and site. */
    private static List<String> calls(String code) throws InstrumentationException {
        return lines(code, "call void @__heddle_within\\(").stream()
                .map(line -> line.replaceAll(".*within\\(ptr [^,]*(\\(.*\\))?, (i64 .*), ptr @\\d+\\).*", "$2"))
                .toList();
    }

    private static List<String> lines(String code, String pattern) throws InstrumentationException {
        String function = "define void @f(ptr %q, i64 %i) {\n" + code.replace("%n", "\n") + "\nret void\n}\n";
        try (BitcodeModule module = BitcodeModule.parse(DECLARATIONS + function)) {
            new AccessPass(Set.of(), LineNotes.NONE, false).run(module);
            return module.text()
                    .lines()
                    .filter(line -> line.matches(".*" + pattern + ".*"))
                    .toList();
        }
    }
}
