package org.heddle.cli.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InOrderTest {
    private final List<Entry> entries = List.of(entry("a"), entry("b"), entry("c"));
    private final List<String> told = new ArrayList<>();
    private final InOrder inOrder =
            new InOrder(entries, outcome -> told.add(outcome.entry().name()));

    @Test
    void checkThatEndsEarly_isToldAfterThoseBeforeIt() {
        end(2);
        end(0);
        assertEquals(List.of("a"), told);
        end(1);
        assertEquals(List.of("a", "b", "c"), told);
    }

    @Test
    void checkWhoseTurnItIs_isToldAtOnce() {
        end(0);
        assertEquals(List.of("a"), told);
        end(1);
        assertEquals(List.of("a", "b"), told);
        end(2);
        assertEquals(List.of("a", "b", "c"), told);
    }

    private void end(int index) {
        inOrder.accept(EntryOutcome.notRun(entries.get(index)));
    }

    private static Entry entry(String name) {
        return new Entry(name, List.of(), List.of(), Expectation.CLEAN);
    }
}
