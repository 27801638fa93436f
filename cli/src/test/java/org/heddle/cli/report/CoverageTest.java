package org.heddle.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What coverage says. */
final class CoverageTest {
    private static final ThreadDelays NOBODY = new ThreadDelays(0, List.of());

    private static Location at(int line) {
        return new Location("/src/queue.c", line, 5, "take", "");
    }

    @Test
    void everyPairInBothOrders_isOneSentence() {
        assertEquals(
                List.of(
                        "coverage: of 1 pair of places whose operations can come in either order, 1 has been seen in both"),
                new Coverage(1, 1, List.of(), true, NOBODY).text());
    }

    @Test
    void pairsInOneOrder_areNamedInIt_andOnePlaceOfTwoThreadsOnce() {
        List<Coverage.Order> once = List.of(new Coverage.Order(at(31), at(12)), new Coverage.Order(at(40), at(40)));
        assertEquals(
                List.of(
                        "coverage: of 14 pairs of places whose operations can come in either order, 12 have been seen"
                                + " in both",
                        "only in this order: queue.c:31 before queue.c:12",
                        "only by the same of two threads first: queue.c:40"),
                new Coverage(14, 12, once, true, NOBODY).text());
    }

    @Test
    void manyPairsInOneOrder_areCutShort() {
        List<String> text =
                new Coverage(30, 5, Collections.nCopies(25, new Coverage.Order(at(1), at(2))), false, NOBODY).text();
        assertEquals(22, text.size());
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
                        "never delayed: T2 (consume), which queue.c:31 creates"),
                new Coverage(1, 1, List.of(), true, new ThreadDelays(3, never)).text());
    }
}
