package org.heddle.instrumenter.pass.loops;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackOffTest {
    /** A loop that tries for a lock and counts its tries: what it does when it has tried often, before the next try, and at the end. */
    private static final String LOOP =
            """
            @lock = global i32 0
            @g = global i32 0
            declare i32 @sched_yield()
            declare i32 @usleep(i32)
            declare i32 @other(i32)
            declare void @llvm.x86.sse2.pause()
            declare i32 @llvm.umin.i32(i32, i32)
            define internal void @relax() {
              call void asm sideeffect "pause", "~{memory}"()
              ret void
            }
            define void @acquire() {
            entry:
              br label %%try
            try:
              %%n = phi i32 [ 0, %%entry ], [ %%next, %%again ]
              %%got = cmpxchg ptr @lock, i32 0, i32 1 acquire monotonic
              %%is = extractvalue { i32, i1 } %%got, 1
              br i1 %%is, label %%done, label %%failed
            failed:
              %%next = add i32 %%n, 1
              %%many = icmp uge i32 %%next, 100
              br i1 %%many, label %%often, label %%again
            often:
              %s
              br label %%again
            again:
              %s
              br label %%try
            done:
              %s
              ret void
            }
            """;

    /** A loop that does something after each hundred tries, as a compiler's front end leaves it: it tests before the first try as well. */
    private static final String NESTED =
            """
            @lock = global i32 0
            @g = global i32 0
            declare i32 @sched_yield()
            define void @acquire() {
            start:
              br label %%entry
            entry:
              br label %%count
            count:
              %%n = phi i32 [ 0, %%entry ], [ %%next, %%again ]
              %%more = icmp ult i32 %%n, 100
              br i1 %%more, label %%try, label %%often
            try:
              %%got = cmpxchg ptr @lock, i32 0, i32 1 acquire monotonic
              %%is = extractvalue { i32, i1 } %%got, 1
              br i1 %%is, label %%done, label %%again
            again:
              %%next = add i32 %%n, 1
              br label %%count
            often:
              %%x = %s
              br label %%entry
            done:
              ret void
            }
            """;

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    @ParameterizedTest
    @CsvSource({
        "%x = call i32 @sched_yield(), , ",
        "%x = call i32 @usleep(i32 %n), , ",
        "call void @llvm.x86.sse2.pause(), , ",
        "call void @relax(), , ",
        ", , ",
        "'%least = call i32 @llvm.umin.i32(i32 %n, i32 7)', , ",
        "%x = call i32 @sched_yield(), 'store i32 1, ptr @g', ",
        ", '%m = phi i32 [ 5, %failed ], [ 5, %often ] store i32 %m, ptr @g', ",
    })
    void variableThatOnlyDecidesHowToPause_stays(String often, String again, String done) throws Exception {
        assertTrue(stays(often, again, done));
    }

    @ParameterizedTest
    @CsvSource({
        "'store i32 1, ptr @g', , ",
        "'%x = load i32, ptr @g', , ",
        "'%x = call i32 @other(i32 1)', , ",
        ", 'store i32 %n, ptr @g', ",
        ", , 'store i32 %n, ptr @g'",
        ", '%x = call i32 @other(i32 %next)', ",
        ", '%m = phi i32 [ 0, %failed ], [ 1, %often ] store i32 %m, ptr @g', ",
        "'%x = atomicrmw add ptr @g, i32 1 seq_cst', , ",
        ", '%d = udiv i32 7, %n', ",
    })
    void variableThatDecidesAnythingElse_changes(String often, String again, String done) throws Exception {
        assertFalse(stays(often, again, done));
    }

    @Test
    void triesThatEnd_areCounted() throws Exception {
        String text = loop("", "", "").replace("label %often, label %again", "label %done, label %again");
        assertFalse(stays(text));
    }

    @Test
    void delayLoop_ends() throws Exception {
        String text = loop(
                "br label %wait wait: %i = phi i32 [ 0, %often ], [ %j, %wait ] %j = add i32 %i, 1"
                        + " %more = icmp ult i32 %j, %n br i1 %more, label %wait, label %last last:",
                "", "");
        try (BitcodeModule module = BitcodeModule.parse(lines(text))) {
            module.definitions().forEach(BackOff::settle);
            module.verify();
            String after = module.text();
            assertTrue(after.contains("%n = phi i32 [ 0, %entry ], [ %n, %again ]"), after);
            assertTrue(after.contains("%i = phi i32 [ 0, %often ], [ %j, %wait ]"), after);
        }
    }

    @Test
    void triesBetweenYields_areNotCounted() throws Exception {
        assertTrue(stays(NESTED.formatted("call i32 @sched_yield()")));
    }

    @Test
    void triesBetweenOtherThings_areCounted() throws Exception {
        assertFalse(stays(NESTED.formatted("atomicrmw add ptr @g, i32 1 seq_cst")));
    }

    @Test
    void roundsInWhichNothingIsTried_end() throws Exception {
        String text = NESTED.formatted("call i32 @sched_yield()")
                .replace("cmpxchg ptr @lock, i32 0, i32 1 acquire monotonic", "insertvalue { i32, i1 } undef, i1 0, 1")
                .replace("br i1 %is, label %done, label %again", "br label %again")
                .replace("br label %entry", "br label %done");
        assertFalse(stays(text));
    }

    @Test
    void delayVariableInMemory_belongsToTheDelay() throws Exception {
        String text = loop(
                        "store volatile i32 0, ptr %v br label %wait wait: %i = load volatile i32, ptr %v"
                                + " %j = add i32 %i, 1 store volatile i32 %j, ptr %v %more = icmp ult i32 %j, %n"
                                + " br i1 %more, label %wait, label %last last:",
                        "", "")
                .replace("entry:", "entry: %v = alloca i32");
        assertTrue(stays(text));
    }

    private static boolean stays(String often, String again, String done) throws InstrumentationException {
        return stays(loop(often, again, done));
    }

    private static boolean stays(String text) throws InstrumentationException {
        try (BitcodeModule module = BitcodeModule.parse(lines(text))) {
            module.definitions().forEach(BackOff::settle);
            module.verify();
            return module.text().contains("%n = phi i32 [ 0, %entry ], [ %n, %again ]");
        }
    }

    private static String loop(String often, String again, String done) {
        return LOOP.formatted(orNothing(often), orNothing(again), orNothing(done));
    }

    private static String orNothing(String part) {
        return part == null ? "" : part;
    }

    /** LLVM assembly wants instructions and labels on lines of their own. */
    private static String lines(String text) {
        return text.replaceAll(" (?=%\\w+ = |store |br |\\w+: |last:)", "\n").replaceAll("(\\w+:) ", "$1\n");
    }
}
