package org.heddle.cli.format.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.heddle.cli.format.ReportFormat;
import org.heddle.cli.format.Reports;
import org.heddle.cli.format.Samples;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.format.parts.TraceRows;
import org.heddle.cli.report.Passing;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.ObjectNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The text report against snapshots in {@code src/test/resources/snapshots}, which {@code -Dheddle.snapshots=write} writes anew.
 */
final class TextReportTest {
    private static final Path RESOURCES = Path.of("src/test/resources").toAbsolutePath();

    private static void assertSnapshot(String name, Report report, Paint paint) throws IOException {
        String text = new Reports(RESOURCES.resolve("sources"), new Sheet(Sheet.WIDEST, paint))
                .write(report, ReportFormat.TEXT);
        Path file = RESOURCES.resolve("snapshots").resolve(name);
        if ("write".equals(System.getProperty("heddle.snapshots"))) {
            Files.writeString(file, text);
        }
        assertEquals(Files.readString(file), text);
        for (String line : text.replaceAll("\u001b\\[[0-9;]*m", "").split("\n", -1)) {
            assertTrue(line.length() <= Sheet.WIDEST, line);
        }
    }

    @Test
    void deadlock_isDrawnAsARing() throws IOException {
        assertSnapshot("deadlock.txt", Samples.report(Samples.deadlock()), Paint.NONE);
    }

    @Test
    void lostWakeup_showsBothEvents() throws IOException {
        assertSnapshot("lost-wakeup.txt", Samples.report(Samples.lostWakeup()), Paint.NONE);
    }

    @Test
    void race_showsBothAccessesWithTheirCalls() throws IOException {
        assertSnapshot("data-race.txt", Samples.report(Samples.race()), Paint.NONE);
    }

    @Test
    void usesOfOneFreedBlock_areNamedAPlaceALine() throws IOException {
        assertSnapshot("use-after-free.txt", Samples.report(Samples.useAfterFree()), Paint.NONE);
    }

    @Test
    void cleanProgram_isOneClaim() throws IOException {
        assertSnapshot("clean.txt", Samples.report(), Paint.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1"})
    void quotes_areReadAsTheSourceIsWritten(String charset, @TempDir Path folder) throws IOException {
        Files.write(folder.resolve("a.c"), "größe++; /* Zähler */\n".getBytes(Charset.forName(charset)));
        assertEquals("größe++; /* Zähler */", new SourceLines(folder).quote(new Location("a.c", 1, 1, "", "")));
    }

    @Test
    void longNamesOfFiles_areCut_andTheirLinesAreNot() {
        Location far = new Location("/src/" + "very-".repeat(10) + "long.c", 1234, 1, "work", "");
        TraceLine step = new TraceLine(0, "main", "create T1", far, false, "thread-create", "T1", true, false);
        List<String> rows = new Columns(Sheet.PLAIN, Optional.empty()).draw(List.of(step), 10);
        assertTrue(rows.get(1).endsWith("…:1234"), rows.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 72, 80, 100})
    void report_isFoldedToTheTerminal(int columns) {
        Sheet sheet = Sheet.of(Map.of("NO_COLOR", "1"), OptionalInt.of(columns));
        Reports reports = new Reports(RESOURCES.resolve("sources"), sheet);
        for (ReportedFinding finding :
                List.of(Samples.deadlock(), Samples.lostWakeup(), Samples.race(), Samples.useAfterFree())) {
            String text = reports.write(Samples.report(finding), ReportFormat.TEXT);
            text.lines().forEach(line -> assertTrue(line.length() <= columns, columns + ": " + line));
        }
    }

    @Test
    void roundsOfSeveralThreads_areFolded() {
        List<TraceLine> trace = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            for (String thread : List.of("T1", "T2", "T3")) {
                trace.add(new TraceLine(
                        trace.size(),
                        thread,
                        "try-lock m",
                        new Location("a.c", 7, 1, "", ""),
                        false,
                        "",
                        "m",
                        true,
                        true));
            }
        }
        List<String> lines = new Columns(Sheet.PLAIN, Optional.empty()).draw(trace, 100);
        assertTrue(lines.size() < 10, lines.toString());
        assertTrue(lines.get(lines.size() - 1).contains("the last 3 steps again, 9 times"), lines.toString());
    }

    @Test
    void namesOfTheProgram_areHarmless_andOfALength() {
        Location location = new Location("a\u001b[31m.c", 1, 1, "f\u0007", "x".repeat(100_000));
        assertEquals("a\uFFFD[31m.c:1", location.brief());
        assertEquals("f\uFFFD", location.function());
        assertTrue(location.name().length() < 400, "a page has each name many times");
    }

    @Test
    void aBlock_hasOneName_whateverPartOfItIsMeant() {
        assertEquals("*queue", ObjectNames.ofBlock("queue->mutex"));
        assertEquals("*queue", ObjectNames.ofBlock("queue->parts[2].count#3"));
        assertEquals("*list->head", ObjectNames.ofBlock("list->head->next"));
        assertEquals("object", ObjectNames.ofBlock("object"));
        assertEquals("memory@a.c:3", ObjectNames.ofBlock("memory@a.c:3"));
    }

    @Test
    void sheet_isNoWiderThanIsReadable_andAFileIsNoTerminal() {
        assertEquals(Sheet.WIDEST, Sheet.of(Map.of(), OptionalInt.of(300)).width());
        assertEquals(80, Sheet.of(Map.of(), OptionalInt.of(80)).width());
        assertEquals(Sheet.PLAIN, Sheet.of(Map.of(), OptionalInt.empty()));
    }

    @Test
    void colours_areThoseOfATerminal() throws IOException {
        assertSnapshot("deadlock-coloured.txt", Samples.report(Samples.deadlock()), new Paint(true));
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', true, true",
        "'', '', '', false, false",
        "1, '', '', true, false",
        "1, 1, '', true, false",
        "'', 1, '', false, true",
        "'', 0, '', true, true",
        "'', '', 0, true, false",
    })
    void colours_followTheUsualVariables(String no, String force, String plain, boolean terminal, boolean expected) {
        Map<String, String> environment = Map.of("NO_COLOR", no, "CLICOLOR_FORCE", force, "CLICOLOR", plain);
        assertEquals(expected, Paint.of(environment, terminal).isOn());
    }

    @Test
    void dumbTerminal_getsNoColours() {
        assertFalse(Paint.of(Map.of("TERM", "dumb"), true).isOn());
    }

    private static List<TraceLine> trace(int length, int threads, boolean related) {
        List<TraceLine> trace = new ArrayList<>();
        for (int step = 0; step < length; step++) {
            trace.add(new TraceLine(
                    step,
                    "T" + (step % threads + 1),
                    "lock a_mutex_with_a_rather_long_name_" + step,
                    new Location("a_source_file_with_a_long_name.c", step + 1, 1, "f", ""),
                    false,
                    "mutex-lock",
                    "m",
                    related,
                    false));
        }
        return trace;
    }

    @ParameterizedTest
    @CsvSource({"1", "3", "5", "12"})
    void anyNumberOfThreads_fitsTheWidth(int threads) {
        for (String line : new Columns(Sheet.PLAIN, Optional.empty()).draw(trace(24, threads, true), 100)) {
            assertTrue(line.length() <= Sheet.WIDEST, line);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void operationsAreWhole_whereColumnsAreNarrowerThanThey(int threads) {
        String text = String.join("\n", new Columns(Sheet.PLAIN, Optional.empty()).draw(trace(24, threads, true), 100));
        for (int step = 0; step < 24; step++) {
            assertTrue(text.contains("lock a_mutex_with_a_rather_long_name_" + step + " "), text);
        }
    }

    @Test
    void stepsWithoutAPart_areFolded() {
        List<String> lines = new Columns(Sheet.PLAIN, Optional.empty()).draw(trace(24, 2, false), 100);
        assertEquals("      … 24 steps without a part in this", lines.get(1));
    }

    @Test
    void roundsOfALoop_areFolded() {
        List<TraceLine> trace = new ArrayList<>();
        for (int step = 0; step < 20; step++) {
            String operation = step % 2 == 0 ? "trylock m (busy)" : "yield";
            trace.add(new TraceLine(step, "T1", operation, Location.UNKNOWN, false, "", "", true, false));
        }
        List<String> lines = new Columns(Sheet.PLAIN, Optional.empty()).draw(trace, 100);
        assertEquals("      … the last 2 steps again, 9 times", lines.get(3));
        assertEquals(4, lines.size());
    }

    @Test
    void looksForSignals_haveNoRow_andThePreemptionBeforeOneIsThatBeforeWhatFollows() {
        List<TraceLine> trace = List.of(
                step(0, "main", "signal(SIGTERM)", false),
                step(1, "main", "look at the signals sent to a thread", false),
                step(2, "main", "lock m", false),
                step(3, "T1", "look for signals", true),
                step(4, "T1", "lock n", false),
                step(5, "main", "run the handler of SIGTERM", false),
                step(6, "T1", "look for signals", false));
        List<String> lines = new Columns(
                        Sheet.PLAIN,
                        Optional.of(new Switch(3, "main", "T1", "lock o", Location.UNKNOWN, Passing.UNKNOWN)))
                .draw(trace, 60);
        assertEquals(
                List.of(
                        "    0 signal(SIGTERM)",
                        "    2 lock m",
                        "      ── critical switch: main could have gone on: lock o ──",
                        "    4                             lock n",
                        "    5 run the handler of SIGTERM"),
                lines.subList(1, lines.size()));
    }

    private static TraceLine step(int step, String thread, String operation, boolean preempts) {
        return new TraceLine(step, thread, operation, Location.UNKNOWN, false, "", "", true, preempts);
    }

    @Test
    void longTrace_showsTheRowsThatMatter_andWhatLiesAroundThem() {
        List<TraceLine> trace = new ArrayList<>(trace(500, 2, true));
        TraceLine key = trace.get(200);
        trace.set(
                200,
                new TraceLine(200, key.thread(), "unlock m", key.location(), true, "mutex-unlock", "m", true, false));
        List<String> lines = new Columns(Sheet.PLAIN, Optional.empty()).draw(trace, 60);
        assertTrue(lines.size() <= 60 + 4, String.join("\n", lines));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith(">") && line.contains("unlock m")));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("  199 ")));
        assertTrue(lines.contains("      … 195 rows"), String.join("\n", lines));
        assertTrue(lines.get(lines.size() - 1).startsWith("  499 "));
    }

    @Test
    void accessThatIsNoStep_hasARowAfterTheStepBeforeIt() {
        List<TraceLine> rows = TraceRows.of(Samples.race());
        assertEquals(
                List.of("create T1", "write table[3].count = 7"),
                rows.stream().map(TraceLine::operation).toList());
        List<String> lines = new Columns(Sheet.PLAIN, Optional.empty()).draw(rows, 60);
        assertTrue(lines.get(2).startsWith(">   · "), String.join("\n", lines));
    }
}
