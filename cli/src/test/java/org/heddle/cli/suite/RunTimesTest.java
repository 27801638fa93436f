package org.heddle.cli.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that took long begin before others. */
final class RunTimesTest {
    @TempDir
    private Path folder;

    private static Entry entry(String name) {
        return new Entry(name, List.of(), List.of(), Expectation.CLEAN);
    }

    private static final List<Entry> ENTRIES =
            List.of(entry("short"), entry("new: = one"), entry("long"), entry("new too"));

    @Test
    void withoutTimes_theOrderOfTheManifest() throws Exception {
        assertEquals(List.of(0, 1, 2, 3), RunTimes.in(folder).longestFirst(ENTRIES));
        Files.writeString(folder.resolve(".heddle-seconds"), "short=none\nlong=\\u00\n");
        assertEquals(List.of(0, 1, 2, 3), RunTimes.in(folder).longestFirst(ENTRIES));
    }

    @Test
    void newOnesFirst_thenTheLongest() throws Exception {
        Files.writeString(folder.resolve(".heddle-seconds"), "short=0.5\nlong=12.25\n");
        assertEquals(List.of(1, 3, 2, 0), RunTimes.in(folder).longestFirst(ENTRIES));
    }
}
