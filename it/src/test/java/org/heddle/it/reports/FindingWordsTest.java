package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A finding speaks of the program's own lines and threads. */
@Timeout(60)
final class FindingWordsTest {
    @TempDir
    private Path folder;

    private String report(String example) {
        return Heddle.run("check", "-o", folder, Expectation.example(example)).out();
    }

    @Test
    void failedHeddleAssert_isAtItsOwnLine() {
        String report = report("20-choose.c");
        assertTrue(report.contains("20-choose.c:"), report);
        assertFalse(report.contains("heddle_harness"), report);
    }

    @Test
    void semaphoreThatABlockedThreadHasTaken_isToldWithThatThread() {
        String report = report("soundness/semaphore-forks.c").replaceAll("\\s+", " ");
        assertTrue(report.contains("T1 (eat) waits for semaphore forks[1], which T2 (eat) has taken"), report);
    }
}
