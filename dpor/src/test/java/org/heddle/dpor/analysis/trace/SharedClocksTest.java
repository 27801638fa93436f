package org.heddle.dpor.analysis.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks that share pages are those of plain arrays, after any course of events. */
final class SharedClocksTest {
    private static final int ROWS = 400;

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 200, 1_000})
    void randomTraces_componentsAndGrowthAreThoseOfArrays(int threads) {
        Random random = new Random(threads);
        SharedClocks clocks = new SharedClocks(ROWS, threads);
        int[][] plain = new int[ROWS][];
        int[] last = new int[threads];
        Arrays.fill(last, -1);
        for (int row = 0; row < ROWS; row++) {
            int thread = random.nextInt(threads);
            int previous = last[thread];
            clocks.begin(row, previous);
            plain[row] = previous < 0 ? new int[threads] : plain[previous].clone();
            for (int joins = random.nextInt(3); joins > 0 && row > 0; joins--) {
                int other = random.nextInt(row);
                clocks.join(row, other);
                for (int u = 0; u < threads; u++) {
                    plain[row][u] = Math.max(plain[row][u], plain[other][u]);
                }
            }
            clocks.set(row, thread, ++plain[row][thread]);
            last[thread] = row;
            assertEquals(growth(plain, row, previous), growth(clocks, row, previous), "row " + row);
        }
        for (int row = 0; row < ROWS; row++) {
            for (int thread = 0; thread < threads; thread++) {
                assertEquals(plain[row][thread], clocks.get(row, thread));
            }
        }
    }

    private static Map<Integer, String> growth(SharedClocks clocks, int row, int before) {
        Map<Integer, String> growth = new TreeMap<>();
        clocks.visitGrowth(row, before, (thread, then, now) -> growth.put(thread, then + " -> " + now));
        return growth;
    }

    private static Map<Integer, String> growth(int[][] plain, int row, int before) {
        Map<Integer, String> growth = new TreeMap<>();
        for (int thread = 0; thread < plain[row].length; thread++) {
            int then = before < 0 ? 0 : plain[before][thread];
            if (plain[row][thread] > then) {
                growth.put(thread, then + " -> " + plain[row][thread]);
            }
        }
        return growth;
    }
}
