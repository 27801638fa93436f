package org.heddle.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.heddle.cli.report.names.Location;
import org.junit.jupiter.api.Test;

/** What coverage says. */
final class CoverageTest {
    private static final ThreadDelays NOBODY = new ThreadDelays(0, List.of());

    private static final Lines LINES = Lines.of(new TreeMap<>(Map.of("/src/queue.c", ran(1, 2, -4, -5, -9, 11, -12))));

    private static NavigableMap<Integer, Boolean> ran(int... lines) {
        NavigableMap<Integer, Boolean> ran = new TreeMap<>();
        for (int line : lines) {
            ran.put(Math.abs(line), line > 0);
        }
        return ran;
    }

    private static Location at(int line) {
        return new Location("/src/queue.c", line, 5, "take", "");
    }

    @Test
    void everyPairInBothOrders_isOneSentence() {
        assertEquals(
                List.of(
                        "coverage: of 1 pair of places whose operations can come in either order, 1 has been seen in both",
                        "of 7 lines with code, 3 have run",
                        "never run: queue.c: 4-9, 12"),
                new Coverage(1, 1, List.of(), true, NOBODY, Optional.of(LINES), "").text());
    }

    @Test
    void pairsInOneOrder_areNamedInIt_andOnePlaceOfTwoThreadsOnce() {
        List<Coverage.Order> once = List.of(new Coverage.Order(at(31), at(12)), new Coverage.Order(at(40), at(40)));
        assertEquals(
                List.of(
                        "coverage: of 14 pairs of places whose operations can come in either order, 12 have been seen"
                                + " in both",
                        "only in this order: queue.c:31 before queue.c:12",
                        "only by the same of two threads first: queue.c:40",
                        "of 7 lines with code, 3 have run",
                        "never run: queue.c: 4-9, 12"),
                new Coverage(14, 12, once, true, NOBODY, Optional.of(LINES), "").text());
    }

    @Test
    void manyPairsInOneOrder_areCutShort() {
        List<String> text = new Coverage(
                        30,
                        5,
                        Collections.nCopies(25, new Coverage.Order(at(1), at(2))),
                        false,
                        NOBODY,
                        Optional.of(LINES),
                        "")
                .text();
        assertEquals(24, text.size());
        assertEquals("and 5 more in one order; JSON has them all", text.get(21));
    }

    @Test
    void threadsThatNothingHasDelayed_areNamedByWhatCreatesThem() {
        List<ThreadDelays.Early> never = List.of(
                new ThreadDelays.Early("main", "", Location.UNKNOWN), new ThreadDelays.Early("T2", "consume", at(31)));
        assertEquals(
                List.of(
                        "coverage: of 1 pair of places whose operations can come in either order, 1 has been seen in both",
                        "of 3 threads whose operations can come in another order with those of others, 1 has been delayed",
                        "never delayed: main",
                        "never delayed: T2 (consume), which queue.c:31 creates",
                        "of 7 lines with code, 3 have run",
                        "never run: queue.c: 4-9, 12"),
                new Coverage(1, 1, List.of(), true, new ThreadDelays(3, never), Optional.of(LINES), "").text());
    }

    @Test
    void linesOfManyRanges_areCutShort_butNotOnThePage() {
        NavigableMap<Integer, Boolean> ran = new TreeMap<>();
        for (int line = 1; line <= 50; line++) {
            ran.put(line, line % 2 == 0);
        }
        Coverage coverage = withLines(Map.of("/a/long.c", ran));
        String cut = coverage.text().get(2);
        assertTrue(cut.endsWith(" 37, 39 and 5 more"), cut);
        String whole = coverage.textWithAllLines().get(2);
        assertTrue(whole.endsWith(" 47, 49"), whole);
    }

    @Test
    void filesWithTheFewestLines_comeFirst_withTheirPathsWhereTheirNamesAreEqual_andHeadersOfTheSystemDoNotCount() {
        Coverage coverage = withLines(Map.of(
                "/a/one.c", ran(-1, -2, 3), "/b/one.c", ran(-5), "/c/two.c", ran(7), "/usr/include/x.h", ran(-9)));
        assertEquals(
                List.of("of 5 lines with code, 2 have run", "never run: /b/one.c: 5", "never run: /a/one.c: 1-2"),
                coverage.text().subList(1, coverage.text().size()));
    }

    @Test
    void whereNothingIsKnownOfLines_thatIsSaidWithTheReason() {
        Coverage coverage = new Coverage(1, 1, List.of(), true, NOBODY, Optional.empty(), "it is raining");
        assertEquals(
                "which lines have run is not known: it is raining",
                coverage.text().get(1));
    }

    private static Coverage withLines(Map<String, NavigableMap<Integer, Boolean>> ran) {
        return new Coverage(1, 1, List.of(), true, NOBODY, Optional.of(Lines.of(new TreeMap<>(ran))), "");
    }
}
