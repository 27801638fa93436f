package org.heddle.cli.check.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.junit.jupiter.api.Test;

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

    private static String tried(String strategy, int bound, int operations) {
        String line = ProgressText.of(new Item(strategy, bound, operations), 12, 3.4, "5 s left", Map.of());
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
    void line_saysWhatWasFound() {
        Map<String, Integer> found = new TreeMap<>(Map.of("deadlock", 1, "data-race", 2));
        Item item = new Item("systematic", -1, 0);
        assertEquals(
                "all interleavings: 12 executions, 3/s, 5 s left; found: data-race (2), deadlock",
                ProgressText.of(item, 12, 3.4, "5 s left", found));
        assertEquals(
                "all interleavings: 12 executions, 3/s, 5 s left; nothing found",
                ProgressText.of(item, 12, 3.4, "5 s left", Map.of()));
    }
}
