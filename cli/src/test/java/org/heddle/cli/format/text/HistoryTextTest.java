package org.heddle.cli.format.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.format.parts.LockHistory;
import org.heddle.cli.format.parts.LockHistory.Action;
import org.heddle.cli.report.Drawing;
import org.heddle.cli.report.Drawing.Span;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.RacingAccesses;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Schedule;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;
import org.junit.jupiter.api.Test;

/** Where threads were created, and which locks are told of: who took and gave back each, whatever the step is called. */
final class HistoryTextTest {
    private final List<TraceLine> trace = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();

    private static Location at(int line) {
        return new Location("a.c", line, 1, "work", "");
    }

    private void step(String thread, String operation, String kind, String object, boolean isKey) {
        int step = trace.size();
        trace.add(new TraceLine(step, thread, operation, at(10 + step), isKey, kind, object, true, false));
    }

    private ReportedFinding finding(String kind, List<RacingAccesses> pairs) {
        return new ReportedFinding(
                kind,
                "",
                "",
                List.of(),
                at(1),
                "",
                1,
                List.of(new ThreadState("T1", "work", "", at(1), "", List.of(), List.of(), List.of())),
                "",
                pairs,
                List.of(),
                List.of(),
                List.of(),
                List.copyOf(trace),
                new Drawing(List.copyOf(spans), List.of()),
                List.of(),
                new Schedule("", 0, false, Optional.empty(), true),
                "",
                List.of());
    }

    private static List<String> lines(ReportedFinding finding) {
        return new HistoryText(Sheet.PLAIN).of(finding);
    }

    /** The step after which thread T1 has the mutex ends with a step on a condition. */
    private void lockAndWait() {
        step("T1", "lock m", "mutex-lock", "m", false);
        spans.add(new Span("holds", "T1", "m", trace.size() - 1, trace.size()));
        step("T1", "wait for $ready", "cond-wait", "$ready", true);
    }

    @Test
    void aWaitOnACondition_givesTheMutexBack_andSaysSo() {
        lockAndWait();
        step("T2", "lock m", "mutex-lock", "m", false);
        spans.add(new Span("holds", "T2", "m", 2, 3));
        assertEquals(
                List.of(
                        "  m in this schedule:",
                        "      step 0 T1: lock m at a.c:10",
                        "      step 1 T1: wait for $ready, which gives m back at a.c:11",
                        "      step 2 T2: lock m at a.c:12",
                        "      T2 has it at the end"),
                lines(finding("lost-wakeup", List.of())));
    }

    @Test
    void locksThatTheFindingIsNotAbout_areLeftOut() {
        step("T1", "lock other", "mutex-lock", "other", false);
        step("T1", "unlock other", "mutex-unlock", "other", false);
        spans.add(new Span("holds", "T1", "other", 0, 1));
        lockAndWait();
        assertEquals(
                List.of("m"),
                LockHistory.of(finding("deadlock", List.of())).stream()
                        .map(LockHistory::lock)
                        .toList());
        assertEquals(List.of(), LockHistory.of(finding("assertion", List.of())));
    }

    @Test
    void aRace_comesWithTheLocksOfItsAccesses() {
        lockAndWait();
        step("T2", "lock mm", "mutex-lock", "mm", false);
        MemoryUse first = use("T1", List.of());
        MemoryUse second = use("T2", List.of("mm, locked at a.c:12"));
        ReportedFinding race = finding("data-race", List.of(new RacingAccesses(first, second, "")));
        assertEquals(
                List.of("mm"),
                LockHistory.of(race).stream().map(LockHistory::lock).toList());
    }

    private static MemoryUse use(String thread, List<String> holds) {
        return new MemoryUse("write", thread, "", "1", "1", holds, at(1), List.of(), MemoryUse.IS_STEP);
    }

    @Test
    void anUnlockBySomebodyElse_isNeitherTakingNorGivingBack() {
        step("T1", "lock m", "mutex-lock", "m", false);
        spans.add(new Span("holds", "T1", "m", 0, 2));
        step("T2", "unlock m", "mutex-unlock", "m", true);
        LockHistory history = LockHistory.of(finding("misuse", List.of())).get(0);
        assertEquals(
                List.of(Action.TAKES, Action.OTHER),
                history.uses().stream().map(LockHistory.Use::action).toList());
        assertEquals(List.of("T1"), history.holders());
    }

    @Test
    void aLongHistory_isFolded_andTellsItsBeginningAndItsEnd() {
        for (int round = 0; round < 20; round++) {
            step("T1", "lock m", "mutex-lock", "m", false);
            spans.add(new Span("holds", "T1", "m", trace.size() - 1, trace.size()));
            step("T1", "unlock m", "mutex-unlock", "m", round == 19);
        }
        List<String> lines = lines(finding("deadlock", List.of()));
        assertEquals(10, lines.size(), lines.toString());
        assertTrue(lines.get(2).contains("step 1 T1"), lines.toString());
        assertEquals("      … 32 more", lines.get(3));
        assertTrue(lines.get(4).contains("step 34 T1"), lines.toString());
        assertEquals(
                40, LockHistory.of(finding("deadlock", List.of())).get(0).uses().size());
    }

    @Test
    void threadsOfOneLine_areToldTogether() {
        for (int thread = 1; thread <= 6; thread++) {
            trace.add(new TraceLine(
                    thread - 1, "main", "create T" + thread, at(5), false, "thread-create", "T" + thread, true, false));
        }
        trace.add(new TraceLine(6, "T2", "create T2.1", at(7), false, "thread-create", "T2.1", true, false));
        assertEquals(
                List.of(
                        "  T1 (work): created by main in step 0 at a.c:5",
                        "  T2 … T6 (5 threads): created by main in steps 1 … 5 at a.c:5",
                        "  T2.1: created by T2 in step 6 at a.c:7"),
                lines(finding("assertion", List.of())));
    }
}
