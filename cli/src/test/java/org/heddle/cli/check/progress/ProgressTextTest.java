package org.heddle.cli.check.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The line of progress says what is tried, how fast, how much is left, and what was found. */
final class ProgressTextTest {
    private record Item(String strategy, int bound, int operations) implements WorkItem {
        @Override
        public List<Step> prefix() {
            return List.of();
        }

        @Override
        public List<Event> sleep() {
            return List.of();
        }
    }

    private static final Remaining LEFT = new Remaining(new Estimate(40, 60, 90), 12, 4, 3);

    private static List<String> lines(Item item, Map<String, Integer> found) {
        return new ProgressText(item, 12, 3.4, LEFT, found, Optional.empty()).lines();
    }

    private static String tried(String strategy, int bound, int operations) {
        String line = lines(new Item(strategy, bound, operations), Map.of()).get(0);
        return line.substring(0, line.indexOf(':'));
    }

    @Test
    void line_saysWhatIsTried() {
        assertEquals("all interleavings", tried("systematic", -1, 0));
        assertEquals("bound 2", tried("systematic", 2, 0));
        assertEquals("bound 1, up to 12 operations a thread", tried("systematic", 1, 12));
        assertEquals("samples (pct)", tried("pct", -1, 0));
    }

    @Test
    void line_saysWhatWasFound_andIsShorterWhereThereIsNoRoom() {
        Map<String, Integer> found = new TreeMap<>(Map.of("deadlock", 1, "data-race", 2));
        Item item = new Item("systematic", -1, 0);
        String all =
                "all interleavings: 12 executions, 3/s, about 40–90 executions, 7 s–20 s left; found: data-race (2), deadlock";
        String shorter = "all interleavings: 12 executions, 7 s–20 s left; found: data-race (2), deadlock";
        String shortest = "12 executions, 7 s–20 s left; found: 3";
        assertEquals(List.of(all, all, shorter, shorter, shortest), lines(item, found));
        assertTrue(lines(item, Map.of()).get(0).endsWith("; nothing found"));
    }

    @Test
    void whereOnlyTheLeastIsKnown_itIsTold() {
        Estimate least = new Estimate(412, 500, 600).atLeast();
        assertEquals("at least 100 s left", new Remaining(least, 12, 4, 3).words());
        assertEquals("700 known to be left", new Remaining(least, 12, 4, 700).words());
        assertEquals("3 known to be left", new Remaining(Estimate.UNKNOWN, 12, 4, 3).words());
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 80, 120})
    void statusLine_isNeverLongerThanTheTerminal(int columns) {
        StringWriter terminal = new StringWriter();
        try (StatusLine line = new StatusLine(new PrintWriter(terminal), true, () -> columns)) {
            line.show(lines(new Item("systematic", 2, 12), Map.of("deadlock", 1)));
        }
        String shown = terminal.toString().split("\u001b\\[K", -1)[1].split("\r", -1)[0];
        assertTrue(!shown.isEmpty() && shown.length() < columns, shown);
        assertTrue(terminal.toString().endsWith("\r\u001b[K"), "and is removed");
    }

    @Test
    void whatTakesLong_isShownWithItsTime() throws Exception {
        CountDownLatch shown = new CountDownLatch(1);
        Writer terminal = new StringWriter() {
            @Override
            public void write(String text, int from, int length) {
                super.write(text, from, length);
                if (text.contains("describing 120000 steps (")) {
                    shown.countDown();
                }
            }
        };
        try (StatusLine line = new StatusLine(new PrintWriter(terminal), true, () -> 80)) {
            line.begin("describing 120000 steps");
            assertTrue(shown.await(60, TimeUnit.SECONDS), terminal::toString);
        }
    }
}
