package org.heddle.instrumenter.pass.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

class LocalCountsTest {
    /** A loop that tries and counts: what it does with the number in the loop, and behind it. */
    private static final String LOOP =
            """
            @g = global i32 0
            declare i32 @try()
            declare i32 @sched_yield()
            declare void @show(i32)
            declare void @keep(ptr)
            define i32 @work(i32 %%k) {
            entry:
              %%n = alloca i32
              store i32 0, ptr %%n
              br label %%again
            again:
              %%got = %s
              %%is = icmp eq i32 %%got, 0
              br i1 %%is, label %%done, label %%failed
            failed:
              %s
              br label %%again
            done:
              %s
              ret i32 0
            }
            """;

    private static final String COUNTS = "%a = load i32, ptr %n|%b = add i32 %a, 1|store i32 %b, ptr %n";
    private static final String SHOWS = "%z = load i32, ptr %n|call void @show(i32 %z)";

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    @Test
    void numberThatIsLookedAtBehindItsLoopAlone_hasAPlaceOfItsOwn() throws Exception {
        assertEquals("marked, 1 announced", outcome("call i32 @try()", COUNTS, SHOWS));
    }

    @Test
    void numberThatIsLookedAtTwice_isAnnouncedTwice() throws Exception {
        String twice = SHOWS + "|" + SHOWS.replace("%z", "%y");
        assertEquals("marked, 2 announced", outcome("call i32 @try()", COUNTS, twice));
    }

    @ParameterizedTest
    @CsvSource({
        "'%a = load i32, ptr %n|%b = add i32 %a, 1|store i32 %b, ptr %n|%c = icmp ugt i32 %b, 7|br i1 %c, label %done, label %again|x:'",
        "'%a = load i32, ptr %n|%b = add i32 %a, 1|store i32 %b, ptr %n|call void @show(i32 %b)'",
        "'%a = load i32, ptr %n|store i32 %a, ptr @g'",
        "'call void @keep(ptr %n)'",
        "'store i32 7, ptr %n'",
    })
    void numberThatIsLookedAtInItsLoopOrNotCounted_hasNone(String body) throws Exception {
        assertEquals("as it was, 0 announced", outcome("call i32 @try()", body, SHOWS));
    }

    @Test
    void numberThatNobodyLooksAt_hasNone() throws Exception {
        assertEquals("as it was, 0 announced", outcome("call i32 @try()", COUNTS, ""));
    }

    @Test
    void loopThatOnlyComputes_hasNone() throws Exception {
        assertEquals("as it was, 0 announced", outcome("add i32 %k, 1", COUNTS, SHOWS));
    }

    @Test
    void loopThatOnlyWaits_hasNone() throws Exception {
        assertEquals("as it was, 0 announced", outcome("call i32 @sched_yield()", COUNTS, SHOWS));
    }

    private static String outcome(String tries, String body, String end) throws InstrumentationException {
        String text = LOOP.formatted(tries, body, end).replace("|", "\n  ");
        try (BitcodeModule module = BitcodeModule.parse(text)) {
            new AccessPass(Set.of(), LineNotes.NONE, false).run(module);
            String after = module.text();
            int announced = after.split("call void @__heddle_changed", -1).length - 1;
            return (after.contains(Long.toString(LocalCounts.MARK)) || after.contains(LocalCounts.NAME)
                            ? "marked, "
                            : "as it was, ")
                    + announced + " announced";
        }
    }
}
