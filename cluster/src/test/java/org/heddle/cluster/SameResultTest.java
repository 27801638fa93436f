package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A check comes to what it comes to on one machine, however many workers there are. */
@Timeout(300)
final class SameResultTest {
    private static final String JOBS = "3";

    @TempDir
    private Path folder;

    private record Example(String source, List<String> macros, List<String> options) {
        static Example of(String words) {
            List<String> macros = new ArrayList<>();
            List<String> options = new ArrayList<>();
            List<String> all = Arrays.asList(words.split(" ", -1));
            all.subList(1, all.size()).forEach(word -> (word.startsWith("-D") ? macros : options).add(word));
            return new Example(all.get(0), macros, options);
        }
    }

    @Test
    void oneAndThreeWorkers_sameAsAlone() throws Exception {
        compare(
                List.of(1, 3),
                "04-bounded-buffer.c",
                "04-bounded-buffer.c -DIF --keep-going",
                "41-relaxed-flag.c --strategy random -i 40 --keep-going");
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void oneTwoAndFiveWorkers_sameAsAlone() throws Exception {
        compare(
                List.of(1, 2, 5),
                "01-database-deadlock.c --keep-going",
                "02-two-philosophers.c",
                "02-two-philosophers.c -DOPPOSITE --keep-going",
                "03-lost-wakeup.c --keep-going",
                "04-bounded-buffer.c -DIF",
                "05-lock-order-cycle.c --keep-going",
                "06-lost-update.c --keep-going --bound preemptions=1",
                "07-indexer.c",
                "09-check-then-use.c --keep-going",
                "14-wrong-waiter.c --keep-going",
                "16-double-free.c --keep-going",
                "18-exit-status.c --keep-going",
                "20-choose.c --keep-going --bound none --reduction source",
                "33-dekker.c",
                "43-copy.c --keep-going",
                "50-use-after-free.c --keep-going",
                "54-strings.c --keep-going",
                "56-leak.c --leaks",
                "60-pipe-pool.c",
                "62-signal-thread.c --keep-going",
                "64-spurious-wakeup.c --spurious 1 --keep-going",
                "04-bounded-buffer.c -DIF --keep-going --strategy portfolio",
                "04-bounded-buffer.c -DIF --keep-going --restart fork",
                "30-spin-lock.c");
    }

    private void compare(List<Integer> sizes, String... examples) throws Exception {
        List<Example> all = new ArrayList<>();
        List<Path> programs = new ArrayList<>();
        List<JsonNode> alone = new ArrayList<>();
        for (String words : examples) {
            Example example = Example.of(words);
            all.add(example);
            programs.add(
                    Examples.compiled(folder, example.source(), example.macros().toArray(new String[0])));
            alone.add(check(example, programs.get(programs.size() - 1), List.of()));
        }
        for (int size : sizes) {
            Path own = Files.createDirectory(folder.resolve("cluster" + size));
            try (TestCluster cluster = new TestCluster(own, size)) {
                for (int i = 0; i < all.size(); i++) {
                    JsonNode shared = check(all.get(i), programs.get(i), cluster.options());
                    assertEquals(alone.get(i), shared, examples[i] + " on " + size);
                }
                for (int worker = 0; worker < size; worker++) {
                    assertTrue(cluster.executed(worker) > 0, "worker " + worker + " has done nothing");
                }
            }
        }
    }

    /** What a report says but for times, and for how and where it was executed. */
    private JsonNode check(Example example, Path program, List<String> where) throws Exception {
        List<String> words = new ArrayList<>(List.of("check", "--format", "json", "-j", JOBS, "-o"));
        words.add(folder.resolve("results").toString());
        words.addAll(example.options());
        words.addAll(where);
        words.add(program.toString());
        TestCluster.Run run = TestCluster.run(words);
        assertTrue(run.exitCode() <= 1, run.err());
        ObjectNode report = (ObjectNode) new ObjectMapper().readTree(run.out());
        boolean isShared = report.get("remarks").toString().contains("executed on");
        assertEquals(!where.isEmpty(), isShared, report.get("remarks").toString());
        report.remove(List.of("seconds", "remarks", "restarts"));
        assertFalse(report.isEmpty());
        return report;
    }
}
