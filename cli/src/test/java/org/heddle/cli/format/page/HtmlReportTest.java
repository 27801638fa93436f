package org.heddle.cli.format.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.heddle.cli.format.Samples;
import org.heddle.cli.report.Drawing;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Schedule;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;
import org.junit.jupiter.api.Test;

/** What stands in the page before any script runs, and how much it is. */
final class HtmlReportTest {
    private static final int MANY_STEPS = 10_000;
    private static final int MEGABYTE = 1_000_000;

    private static String page(ReportedFinding... findings) {
        return new HtmlReport(Path.of(".")).write(Samples.report(findings));
    }

    private static int count(String part, String page) {
        return (int)
                Pattern.compile(part, Pattern.LITERAL).matcher(page).results().count();
    }

    @Test
    void ringOfThreads_isDrawn_fromWhatEachWaitsForToWhereThatIsHeld() {
        String page = page(Samples.deadlock());
        assertEquals(2, count("<path class=\"arc ring\"", page));
        assertTrue(
                page.contains(
                        "T1 (work) holds a, locked at two locks.c:3, and waits to lock b, for which it needs T2."),
                page);
        assertTrue(page.contains(">holds b</text>"), page);
        assertTrue(page.indexOf("class=\"waits\"") < page.indexOf("class=\"message\""), "the picture comes first");
    }

    @Test
    void threadThatNobodyWakes_isDrawn_withTheSignalThatCameTooEarly() {
        String page = page(Samples.lostWakeup());
        assertTrue(page.contains(">waits to wake from ready</text>"), page);
        assertTrue(page.contains(">nobody is left that lets it go on</text>"), page);
        assertTrue(page.contains(">step 2: signal ready (nobody waits)</text>"), page);
    }

    @Test
    void findingWithoutWaiting_hasNoPicture() {
        assertFalse(page(Samples.race()).contains("<figure"));
    }

    @Test
    void executionWithoutTheSwitch_standsBesideTheOther_whatIsSameInOneRow() {
        String page = page(Samples.deadlock());
        assertTrue(page.contains("T1 could go on here. T2 ran instead."), page);
        assertEquals(2, count("<tr class=\"right\">", page), "T1 locks and unlocks b");
        assertEquals(0, count("<tr class=\"left\">", page), "T2 locks b in both");
        assertTrue(page.contains("the process exits with status 0"), page);
    }

    @Test
    void findings_areListedByKind_andOneOfThemIsOpen() {
        String page = page(Samples.deadlock(), Samples.race(), Samples.deadlock());
        assertEquals(2, count("<section class=\"group\">", page));
        assertEquals(3, count("<li><a href=\"#finding-", page));
        assertEquals(
                1,
                Pattern.compile("id=\"finding-\\d\" open>")
                        .matcher(page)
                        .results()
                        .count());
        assertFalse(page.matches("(?s).*(src|href)\\s*=\\s*\"(?!#).*"), "the page needs another file");
    }

    @Test
    void tenThousandSteps_takeLessThanAMegabyte() {
        List<TraceLine> steps = new ArrayList<>();
        List<Drawing.Span> spans = new ArrayList<>();
        Location place = new Location("/a/long/folder/of/sources/counter.c", 12, 5, "count", "");
        for (int step = 0; step < MANY_STEPS; step++) {
            String thread = "T" + (step / 100 % 8 + 1);
            String words = step % 4 == 1 ? "load counter = " + step : step % 2 == 0 ? "lock mutex" : "unlock mutex";
            steps.add(new TraceLine(step, thread, words, place, false, "mutex-lock", "mutex", true, step % 100 == 0));
            if (step % 2 == 0) {
                spans.add(new Drawing.Span("holds", thread, "mutex", step, step + 1));
            }
        }
        int size = page(with(steps, new Drawing(spans, List.of()), List.of())).getBytes(StandardCharsets.UTF_8).length;
        assertTrue(size < MEGABYTE, "bytes: " + size);
    }

    @Test
    void hostileNames_stayHarmlessAndSmall() {
        String evil = "</script><script>alert(1)</script>" + "x".repeat(100_000);
        Location place = new Location(evil + ".c", 1, 1, evil, evil);
        List<TraceLine> steps = Collections.nCopies(
                50, new TraceLine(0, "T1", "lock " + evil, place, true, "mutex-lock", evil, true, false));
        ThreadState waits =
                new ThreadState("T1", evil, "lock " + evil, place, "T1", List.of(), List.of(evil), List.of());
        String page = page(with(steps, Drawing.NONE, List.of(waits)));
        assertFalse(page.contains("<script>alert"), "injected");
        assertEquals(2, count("</script>", page));
    }

    private static ReportedFinding with(List<TraceLine> trace, Drawing drawing, List<ThreadState> threads) {
        ReportedFinding finding = Samples.deadlock();
        return new ReportedFinding(
                finding.kind(),
                finding.cause(),
                finding.message(),
                List.of(),
                finding.location(),
                finding.fingerprint(),
                1,
                threads,
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                trace,
                drawing,
                List.of(),
                new Schedule("", 0, true, Optional.empty(), true),
                "",
                List.of());
    }
}
