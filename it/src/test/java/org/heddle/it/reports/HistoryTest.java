package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports say where threads were created, and who had the locks of the finding before, in the text, in JSON and on the page. */
final class HistoryTest {
    @TempDir
    private Path folder;

    private JsonNode finding(Path source) throws Exception {
        Run run = Heddle.run("check", "-o", folder, source);
        assertEquals(1, run.exitCode(), run::toString);
        return new ObjectMapper()
                .readTree(folder.resolve("report.json").toFile())
                .at("/findings/0");
    }

    /** The uses of a lock, as {@code step thread action}. */
    private static List<String> uses(JsonNode finding, String name) {
        List<String> uses = new ArrayList<>();
        for (JsonNode lock : finding.get("locks")) {
            if (lock.get("lock").textValue().equals(name)) {
                lock.get("uses")
                        .forEach(use -> uses.add(use.get("thread").textValue() + " "
                                + use.get("action").textValue() + " at "
                                + use.get("line").intValue()));
            }
        }
        return uses;
    }

    @Test
    void aDeadlock_hasTheHistoryOfBothLocks_inEachForm() throws Exception {
        JsonNode finding = finding(Expectation.example("01-database-deadlock.c"));
        assertEquals(List.of("T1", "T2"), finding.get("created").findValuesAsText("thread"), finding::toString);
        assertEquals(51, finding.at("/created/0/line").intValue(), finding::toString);
        assertEquals("main", finding.at("/created/0/by").textValue(), finding::toString);
        assertEquals(
                List.of("T1 takes at 33", "T1 gives-back at 37", "T2 takes at 33"),
                uses(finding, "counts"),
                finding::toString);
        assertEquals(List.of("T1 takes at 35"), uses(finding, "database"), finding::toString);
        String text = Files.readString(folder.resolve("report.txt"));
        assertTrue(text.contains("T1 (operate): created by main in step 0 at 01-database-deadlock.c:51"), text);
        assertTrue(text.contains("step 5 T1: unlock counts at 01-database-deadlock.c:37"), text);
        String page = Files.readString(folder.resolve("report.html"));
        assertTrue(page.contains("T1 (operate): created by main in step 0 at 01-database-deadlock.c:51"));
        assertTrue(page.contains("History of <code>counts</code> (3 steps)"));
    }

    @Test
    void aWaitOnACondition_givesTheMutexBack() throws Exception {
        JsonNode finding = finding(Expectation.example("03-lost-wakeup.c"));
        assertEquals("lost-wakeup", finding.get("kind").textValue());
        String text = Files.readString(folder.resolve("report.txt"));
        assertEquals(1, finding.get("locks").size(), finding::toString);
        String lock = finding.at("/locks/0/lock").textValue();
        assertTrue(text.replaceAll("\\s+", " ").contains(", which gives " + lock + " back at 03-lost-wakeup.c"), text);
        assertEquals(
                "gives-back",
                finding.at("/locks/0/uses/" + (finding.at("/locks/0/uses").size() - 1) + "/action")
                        .textValue(),
                finding::toString);
    }
}
