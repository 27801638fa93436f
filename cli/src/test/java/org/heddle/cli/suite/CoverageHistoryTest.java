package org.heddle.cli.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CoverageHistoryTest {
    private static final Entry ENTRY = new Entry("queue: = 1", List.of(), List.of(), Expectation.CLEAN);

    @TempDir
    private Path folder;

    @Test
    void figuresOfTheLastRun_areRead_byTheNameOfTheTest() throws Exception {
        Files.writeString(folder.resolve(".heddle-coverage"), "queue\\:\\ \\=\\ 1=41 5 2 lines:7\nother=1 2\n");
        assertEquals(
                Optional.of(new CoverageHistory.Figures(41, 5, Optional.of(2), Optional.of(7))),
                CoverageHistory.in(folder).before(ENTRY));
    }

    @Test
    void figuresOfAnOlderVersion_areReadAsFarAsTheyGo() throws Exception {
        Files.writeString(folder.resolve(".heddle-coverage"), "queue\\:\\ \\=\\ 1=41 5\n");
        assertEquals(
                Optional.of(new CoverageHistory.Figures(41, 5, Optional.empty(), Optional.empty())),
                CoverageHistory.in(folder).before(ENTRY));
    }

    @Test
    void whatIsMissingOrDamaged_isNotKnown() throws Exception {
        assertEquals(Optional.empty(), CoverageHistory.in(folder).before(ENTRY));
        Files.writeString(folder.resolve(".heddle-coverage"), "queue\\:\\ \\=\\ 1=41 99999999999\n");
        assertEquals(Optional.empty(), CoverageHistory.in(folder).before(ENTRY));
    }

    @Test
    void testsWithoutCoverage_leaveNoFile() {
        CoverageHistory.in(folder).keep(List.of(EntryOutcome.notRun(ENTRY)));
        assertFalse(Files.exists(folder.resolve(".heddle-coverage")));
    }
}
