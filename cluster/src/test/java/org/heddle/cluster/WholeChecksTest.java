package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A suite whose checks are made by workers comes to what it comes to on one machine, whatever becomes of the workers. */
@Timeout(900)
final class WholeChecksTest {
    private static final int EXECUTIONS = 328; // of two threads that add three times each

    @TempDir
    private Path folder;

    private static List<String> words(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    private List<String> test(Path manifest) {
        return List.of("test", "--format", "json", "-f", manifest.toString(), "-o", folder.toString());
    }

    /** A suite of so many checks that take this long. */
    private Path sleepingSuite(int checks, int milliseconds) throws Exception {
        Path program = Examples.compiled(folder, "../bench/src/main/c/sleeps.c", "-DROUNDS=3");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < checks; i++) {
            text.append("[[test]]\nname = \"check %d\"\nprogram = \"%s\"\nbound = \"none\"\narguments = [\"%d\"]\n"
                    .formatted(i, program, milliseconds));
        }
        return Files.writeString(folder.resolve("heddle.toml"), text);
    }

    private static JsonNode passed(TestCluster.Run run, int checks) throws Exception {
        assertEquals(0, run.exitCode(), run.out() + run.err());
        JsonNode tests = new ObjectMapper().readTree(run.out()).get("tests");
        assertEquals(checks, tests.size());
        for (JsonNode each : tests) {
            assertEquals(EXECUTIONS, each.at("/report/executions/total").intValue(), each.toString());
            assertTrue(each.at("/report/findings").isEmpty());
        }
        return tests;
    }

    /** Starts a worker besides, lets a suite run, does this to the worker while it makes a check, and returns the suite's checks. */
    private JsonNode whileItWorks(TestCluster cluster, ClusterFault fault) throws Exception {
        int checks = 4;
        Path manifest = sleepingSuite(checks, 20);
        List<String> worker = words(
                List.of("worker", "--slots", "1", "--join"),
                List.of(
                        cluster.hub().toString(),
                        "--secret",
                        cluster.options().get(3),
                        "--cache",
                        folder.resolve("other").toString()));
        try (ChildHeddle child = ChildHeddle.start(worker)) {
            child.await("worker at");
            awaitSlots(cluster, child);
            CompletableFuture<TestCluster.Run> run =
                    CompletableFuture.supplyAsync(() -> TestCluster.run(words(test(manifest), cluster.options())));
            while (!row(cluster, child).contains("sleeps")) {
                assertTrue(!run.isDone(), () -> "the worker has got no check: " + run.join());
                Thread.sleep(200);
            }
            fault.happen(child);
            return passed(run.get(), checks);
        }
    }

    private interface ClusterFault {
        void happen(ChildHeddle child) throws Exception;
    }

    private static String row(TestCluster cluster, ChildHeddle child) {
        return TestCluster.run(words(List.of("cluster"), cluster.options()))
                .out()
                .lines()
                .filter(line -> line.contains("/" + child.process().pid() + " "))
                .findFirst()
                .orElse("");
    }

    private static void awaitSlots(TestCluster cluster, ChildHeddle child) throws Exception {
        while (row(cluster, child).isEmpty()) {
            Thread.sleep(100);
        }
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void workerThatIsKilled_losesNoCheck() throws Exception {
        try (TestCluster cluster = new TestCluster(folder, 1)) {
            JsonNode tests = whileItWorks(cluster, ChildHeddle::close);
            assertTrue(tests.toString().contains("was lost"), tests.toString());
        }
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void workerThatLeavesInOrder_endsItsCheck() throws Exception {
        try (TestCluster cluster = new TestCluster(folder, 1)) {
            JsonNode tests = whileItWorks(cluster, child -> {
                child.signal("TERM");
                child.await("left");
            });
            assertTrue(!tests.toString().contains("was lost"), tests.toString());
        }
    }

    @Test
    void programThatNoWorkerTakes_isCheckedHere_andSchedulesReplay() throws Exception {
        Path sandbox = Files.createDirectory(folder.resolve("sandbox"));
        Files.write(sandbox.resolve("large"), new byte[65 << 20]); // what a worker may keep here is 64 MiB
        Path program = Examples.compiled(folder, "40-two-locks.c");
        Path manifest = Files.writeString(
                folder.resolve("heddle.toml"),
                """
                [[test]]
                name = "too large"
                program = "%1$s"
                sandbox = "%2$s"
                [[test]]
                name = "small"
                program = "%1$s"
                """
                        .formatted(program, sandbox));
        try (TestCluster cluster = new TestCluster(folder, 1)) {
            TestCluster.Run run = TestCluster.run(words(test(manifest), cluster.options()));
            assertEquals(1, run.exitCode(), run.err());
            JsonNode tests = new ObjectMapper().readTree(run.out()).get("tests");
            assertTrue(run.err().contains("no worker makes the check of"), run.err());
            assertTrue(!tests.get(0).toString().contains("made by the worker"), run.out());
            assertTrue(tests.get(1).toString().contains("made by the worker"), run.out());
            for (JsonNode each : tests) {
                String schedule = each.at("/report/findings/0/schedule").textValue();
                assertEquals(1, TestCluster.run(List.of("replay", schedule)).exitCode(), each.toString());
            }
        }
    }
}
