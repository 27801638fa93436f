package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is done with one cluster, one thing after the other. */
@Timeout(900)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OneClusterTest {
    private Path folder;
    private TestCluster cluster;

    @BeforeAll
    void begin(@TempDir Path own) throws Exception {
        folder = own;
        cluster = new TestCluster(folder, 2);
    }

    @AfterAll
    void end() {
        cluster.close();
    }

    private static List<String> words(List<String> some, String... others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(others));
        return all;
    }

    private List<String> onCluster(String... words) {
        List<String> options = "cluster".equals(words[0]) ? cluster.options() : cluster.spreading();
        List<String> all = words(List.of(words[0]), options.toArray(new String[0]));
        all.addAll(List.of(words).subList(1, words.length));
        return all;
    }

    private static JsonNode report(TestCluster.Run run) throws Exception {
        assertTrue(run.exitCode() <= 1, run.err());
        return new ObjectMapper().readTree(run.out());
    }

    private static int total(JsonNode report) {
        assertTrue(report.get("complete").booleanValue(), report.get("claim").textValue());
        return report.at("/executions/total").intValue();
    }

    @Test
    void suite_sameAsAlone() throws Exception {
        Path suite = Files.createDirectory(folder.resolve("suite"));
        Path locks = Examples.compiled(folder, "40-two-locks.c");
        Path buffer = Examples.compiled(folder, "04-bounded-buffer.c", "-DIF");
        Files.writeString(
                suite.resolve("heddle.toml"),
                """
                [[test]]
                name = "locks"
                program = "%1$s"
                [[test]]
                name = "buffer"
                program = "%2$s"
                keep-going = true
                [[test]]
                name = "one preemption"
                program = "%2$s"
                bound = "preemptions=1"
                """
                        .formatted(locks, buffer));
        String[] test = {
            "test", "--format", "json", "-f", suite.resolve("heddle.toml").toString(), "-o", suite.toString()
        };
        JsonNode alone = suite(TestCluster.run(List.of(test)));
        long before = cluster.executed(0) + cluster.executed(1);
        TestCluster.Run whole = TestCluster.run(onCluster(test));
        assertEquals(alone, suite(whole));
        assertTrue(whole.out().contains("made by the worker"), whole.out());
        assertTrue(cluster.executed(0) + cluster.executed(1) > before, "the workers have done nothing");
    }

    /** What a suite's report says but for times, and for how and where it was executed. */
    private static JsonNode suite(TestCluster.Run run) throws Exception {
        JsonNode suite = report(run);
        ArrayNode tests = (ArrayNode) suite.get("tests");
        assertEquals(3, tests.size());
        ((ObjectNode) suite).remove("seconds");
        for (JsonNode each : tests) {
            ((ObjectNode) each).remove("seconds");
            JsonNode report = each.get("report");
            assertTrue(report.isObject(), each.toString());
            ((ObjectNode) report).remove(List.of("seconds", "remarks", "restarts", "cost"));
        }
        return suite;
    }

    @Test
    void whoHasAnotherSecret_isRefused() throws Exception {
        Path other = TestCluster.secret(folder.resolve("other"), "another secret of 32 characters or more");
        TestCluster.Run run = TestCluster.run(
                List.of("cluster", "--cluster", cluster.hub().toString(), "--secret", other.toString()));
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("has another secret"), run.err());
        TestCluster.Run own = TestCluster.run(onCluster("cluster"));
        assertEquals(0, own.exitCode(), own.err());
        assertTrue(own.out().contains(cluster.hub().toString()), own.out());
    }

    @Test
    void executionsThatAreShort_areTriedHereAndThere_withTheResultOfOneMachine() throws Exception {
        Path program = Examples.compiled(folder, "bench/lastzero.c", "-DN=8");
        List<String> check = List.of(
                "check",
                "--format",
                "json",
                "-j",
                "2",
                "-o",
                folder.resolve("short").toString());
        JsonNode alone = report(TestCluster.run(words(check, program.toString())));
        List<String> both = words(words(check, cluster.options().toArray(new String[0])), program.toString());
        JsonNode report = report(TestCluster.run(both));
        assertEquals(total(alone), total(report));
        String remarks = report.get("remarks").toString();
        assertTrue(remarks.contains("executed on this machine: "), remarks);
        assertTrue(remarks.contains("executed on 2 workers"), remarks);
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void firstExecutionThatTakesLong_isAwaited() throws Exception {
        Path program = Examples.compiled(folder, "../bench/src/main/c/sleeps.c", "-DROUNDS=1");
        TestCluster.Run run = TestCluster.run(words(
                onCluster("check", "-i", "1", "-o", folder.resolve("results").toString(), "--progress-limit", "60"),
                program.toString(),
                "--",
                "25000"));
        assertEquals(0, run.exitCode(), run.err());
    }

    @Tag("slow")
    @Test
    void headThatWasKilled_isResumed_byWorkersThatAreThere() throws Exception {
        Path program = Examples.compiled(folder, "bench/lastzero.c", "-DN=8");
        String results = folder.resolve("results").toString();
        String[] check = {"check", "--format", "json", "-j", "2", "-o", results};
        int alone = total(report(TestCluster.run(words(List.of(check), program.toString()))));
        Path saved = folder.resolve("frontier");
        long before = cluster.executed(0) + cluster.executed(1);
        List<String> head = words(onCluster(check), "--save-frontier", saved.toString(), program.toString());
        try (ChildHeddle child = ChildHeddle.start(head)) {
            while (cluster.executed(0) + cluster.executed(1) < before + alone / 2) {
                assertTrue(child.process().isAlive(), "the head has ended by itself");
                Thread.sleep(2);
            }
        }
        before = cluster.executed(0) + cluster.executed(1);
        JsonNode report =
                report(TestCluster.run(words(onCluster(check), "--resume", saved.toString(), program.toString())));
        assertEquals(alone, total(report));
        long rest = cluster.executed(0) + cluster.executed(1) - before;
        assertTrue(rest > 0 && rest < alone, rest + " of " + alone + " executions were run again");
    }

    /** What is too large for a file there stands for what is too large for a disk. */
    @Tag("slow")
    @Test
    void workerWithoutRoom_takesNoPart() throws Exception {
        Path sandbox = Files.createDirectory(folder.resolve("sandbox"));
        Files.write(sandbox.resolve("large"), new byte[3 << 20]);
        Path program = Examples.compiled(folder, "04-bounded-buffer.c");
        String[] check = {"check", "--format", "json", "-j", "2", "--sandbox", sandbox.toString(), "-o"};
        String results = folder.resolve("results").toString();
        int alone = total(report(TestCluster.run(words(List.of(check), results, program.toString()))));
        List<String> worker = List.of(
                "worker",
                "--join",
                cluster.hub().toString(),
                "--secret",
                cluster.options().get(3),
                "--cache",
                folder.resolve("small").toString());
        try (ChildHeddle small = ChildHeddle.start("ulimit -f 2048; exec \"$@\"", worker)) { // at most 2 MiB
            small.await("worker at");
            while (!TestCluster.run(onCluster("cluster"))
                    .out()
                    .contains("/" + small.process().pid())) {
                Thread.sleep(50);
            }
            TestCluster.Run run = TestCluster.run(words(onCluster(check), results, program.toString()));
            assertEquals(alone, total(report(run)));
            assertTrue(run.err().contains("takes no part: it cannot keep the program"), run.err());
        }
    }
}
