package org.heddle.dpor.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The number of orders keeps its promise, and is not far above what is needed. */
final class RankBoundsTest {
    @Test
    void randomOrders_showEveryOrderOfFewThreads() {
        int missed = 0;
        Random random = new Random(1);
        for (int trial = 0; trial < 300; trial++) {
            missed += missesSome(8, 3, new RankBounds(3, 0, 0).orders(8), random) ? 1 : 0;
        }
        assertTrue(missed <= 9, missed + " of 300 missed some order, where 1 in 100 may");
    }

    @Test
    void fewOrders_missSome() {
        assertTrue(missesSome(8, 3, 12, new Random(1)));
    }

    @Test
    void moreThreadsThanThereAre_changeNothing() {
        assertEquals(new RankBounds(3, 0, 0).orders(3), new RankBounds(9, 0, 0).orders(3));
    }

    private static boolean missesSome(int n, int t, long orders, Random random) {
        Set<List<Integer>> seen = new HashSet<>();
        List<Integer> order = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            order.add(k);
        }
        for (long k = 0; k < orders; k++) {
            Collections.shuffle(order, random);
            addParts(order, 0, t, new ArrayList<>(), seen);
        }
        long all = 1;
        for (int k = 0; k < t; k++) {
            all *= n - k;
        }
        return seen.size() < all;
    }

    private static void addParts(List<Integer> order, int from, int t, List<Integer> part, Set<List<Integer>> seen) {
        if (part.size() == t) {
            seen.add(List.copyOf(part));
            return;
        }
        for (int k = from; k < order.size(); k++) {
            part.add(order.get(k));
            addParts(order, k + 1, t, part, seen);
            part.remove(part.size() - 1);
        }
    }
}
