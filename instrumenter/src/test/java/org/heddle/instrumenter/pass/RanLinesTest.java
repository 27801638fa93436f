package org.heddle.instrumenter.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What functions note of their lines, and when. */
class RanLinesTest {
    private static final String MODULE =
            """
            target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
            target triple = "x86_64-unknown-linux-gnu"
            @g = global i64 0
            declare void @other()
            declare void @llvm.donothing()
            define void @f(i1 %b) !dbg !4 {
            CODE
            }
            !llvm.dbg.cu = !{!0}
            !llvm.module.flags = !{!2}
            !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
            !1 = !DIFile(filename: "a.c", directory: "/src")
            !2 = !{i32 2, !"Debug Info Version", i32 3}
            !4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
            !5 = !DISubroutineType(types: !6)
            !6 = !{null}
            !7 = !DIFile(filename: "/src/b.h", directory: "/src")
            !8 = !DILexicalBlockFile(scope: !4, file: !7, discriminator: 0)
            !10 = !DILocation(line: 10, scope: !4)
            !11 = !DILocation(line: 11, scope: !4)
            !12 = !DILocation(line: 12, scope: !4)
            !18 = !DILocation(line: 3, scope: !8)
            !19 = !DILocation(line: 0, scope: !4)
            """;

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    @Test
    void everyBlock_isAPiece() throws InstrumentationException {
        assertEquals(
                "/src/a.c\t0,10;1,11;2,12",
                lines(
                        """
                        br i1 %b, label %then, label %end, !dbg !10
                        then:
                        br label %end, !dbg !11
                        end:
                        ret void, !dbg !12
                        """));
    }

    @Test
    void pieceEndsBehindACall_whichMayNotReturn() throws InstrumentationException {
        assertEquals(
                "/src/a.c\t0,10,11;1,12",
                lines("store i64 1, ptr @g, !dbg !10\n call void @other(), !dbg !11\n ret void, !dbg !12"));
    }

    @Test
    void lineThatHasRunBeforeTheCall_isNotNotedAgain() throws InstrumentationException {
        assertEquals(
                "/src/a.c\t0,10",
                lines("call void @other(), !dbg !10\n store i64 1, ptr @g, !dbg !10\n ret void, !dbg !10"));
    }

    @Test
    void codeWithoutALine_isNotNoted_norAreIntrinsics() throws InstrumentationException {
        assertEquals(
                "/src/a.c\t0,12",
                lines(
                        """
                        call void @llvm.donothing(), !dbg !10
                        store i64 1, ptr @g, !dbg !19
                        ret void, !dbg !12
                        """));
    }

    @Test
    void linesOfAnotherFile_haveItsName() throws InstrumentationException {
        assertEquals("/src/a.c\t0,10\n/src/b.h\t0,3", lines("store i64 1, ptr @g, !dbg !10\n ret void, !dbg !18"));
    }

    @Test
    void noteOfAPiece_isOneStore_thatIsNotPutOffAndNotAnnounced() throws InstrumentationException {
        String code = "store i64 1, ptr @g, !dbg !10\n call void @other(), !dbg !11\n ret void, !dbg !12";
        String with = instrumented(code, LineNotes.ALL);
        assertEquals(2, count(with, "store volatile i8 1"));
        assertEquals(1, count(with, "call void @__heddle_write("));
        assertEquals(0, count(with, "call void @__heddle_own_store("));
    }

    @Test
    void functionWithoutNotes_hasNothingOfThem() throws InstrumentationException {
        String without = instrumented("store i64 1, ptr @g, !dbg !10\n ret void, !dbg !12", LineNotes.NONE);
        assertFalse(without.contains("volatile"), without);
        assertFalse(without.contains(RanLines.SECTION), without);
    }

    @Test
    void functionsThatTheLinkerMayDrop_takeTheirRecordsAlong() throws InstrumentationException {
        String code = "ret void, !dbg !12";
        assertTrue(instrumented(code, LineNotes.BY_SECTION).contains("!associated"));
        assertFalse(instrumented(code, LineNotes.ALL).contains("!associated"));
    }

    private static long count(String text, String part) {
        return text.lines().filter(line -> line.contains(part)).count();
    }

    private static String lines(String code) throws InstrumentationException {
        List<String> texts = instrumented(code, LineNotes.ALL)
                .lines()
                .filter(line -> line.contains("constant") && line.contains("\\09"))
                .map(line -> line.replaceAll(".* c\"(.*)\\\\00\".*", "$1")
                        .replace("\\09", "\t")
                        .replace("\\0A", "\n"))
                .toList();
        assertEquals(1, texts.size());
        return texts.get(0);
    }

    private static String instrumented(String code, LineNotes notes) throws InstrumentationException {
        try (BitcodeModule module = BitcodeModule.parse(MODULE.replace("CODE", code))) {
            new AccessPass(Set.of(), notes, false).run(module);
            return module.text();
        }
    }
}
