package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A check comes to what it comes to on one machine, however many workers there are. */
@Timeout(900)
final class SameResultTest {
    private static final String JOBS = "3";
    private static final int WITHOUT_FORKS =
            2; // workers of the cluster whose executions follow each other in one process

    private static final List<String> PARTS = List.of("", "races", "lessons", "soundness", "endless", "bench");
    private static final int ONE_IN = 64;
    private static final String OTHERS = "others";
    private static final Duration LONGEST = Duration.ofMinutes(4); // what takes longer hangs: where, the failure tells

    /** What is looked for here, for some seconds, once the exploration is over. */
    private static final List<String> AS_TIME_ALLOWS = List.of("criticalSwitch", "fewestPreemptions");

    @TempDir
    private Path folder;

    @Test
    void twoAndThreeWorkers_sameAsAlone() throws Exception {
        compare(
                List.of(2, 3),
                Stream.of(
                                "04-bounded-buffer.c",
                                "04-bounded-buffer.c -DIF --keep-going",
                                "41-relaxed-flag.c --strategy random -i 40 --keep-going")
                        .map(Example::of)
                        .toList());
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void someOfAllExamples_onOneTwoAndFiveWorkers_sameAsAlone() throws Exception {
        List<Example> some = new ArrayList<>();
        for (String part : PARTS) {
            List<Example> all = Example.in(part);
            assertTrue(all.size() > 10, all.toString());
            for (int k = 0; k < all.size(); k += ONE_IN) {
                some.add(all.get(k));
            }
        }
        compare(List.of(1, 2, 5), some);
    }

    /** Every example: in each of the folders, which takes hours, or in one that the property names ("." for those in none). */
    @Tag("thorough")
    @Tag("slow")
    @EnabledIfSystemProperty(named = "heddle.everything", matches = ".+")
    @Timeout(14_400)
    @ParameterizedTest
    @FieldSource("PARTS")
    void everyExample_onOneTwoAndFiveWorkers_sameAsAlone(String part) throws Exception {
        String wanted = System.getProperty("heddle.everything");
        assumeTrue(wanted.equals("true") || wanted.equals(part.isEmpty() ? "." : part));
        compare(List.of(1, 2, 5), Example.in(part));
    }

    @Tag("thorough")
    @Tag("slow")
    @Test
    void optionsThatChangeTheCourse_sameAsAlone() throws Exception {
        compare(
                List.of(1, 2, 5),
                Stream.of(
                                "01-database-deadlock.c --keep-going",
                                "04-bounded-buffer.c -DIF --keep-going --strategy portfolio",
                                "04-bounded-buffer.c -DIF --keep-going --restart fork",
                                "05-lock-order-cycle.c --keep-going",
                                "06-lost-update.c --keep-going --bound preemptions=1",
                                "20-choose.c --keep-going --bound none --reduction source",
                                "43-copy.c --keep-going",
                                "62-signal-thread.c --keep-going")
                        .map(Example::of)
                        .toList());
    }

    private void compare(List<Integer> sizes, List<Example> examples) throws Exception {
        List<Example> all = new ArrayList<>();
        List<Path> programs = new ArrayList<>();
        List<Result> alone = new ArrayList<>();
        for (Example example : examples) {
            Path program =
                    Examples.compiled(folder, example.source(), example.macros().toArray(new String[0]));
            Result result = saved(example, program, List.of());
            if (!result.hasOthers()) {
                all.add(example);
                programs.add(program);
                alone.add(result);
            }
        }
        List<Executable> comparisons = new ArrayList<>();
        for (int size : sizes) {
            Path own = Files.createDirectory(folder.resolve("cluster" + size));
            try (TestCluster cluster = new TestCluster(own, size)) {
                for (int i = 0; i < all.size(); i++) {
                    Result expected = alone.get(i);
                    String what = all.get(i) + " on " + size;
                    if (size == WITHOUT_FORKS) {
                        JsonNode report = report(all.get(i), programs.get(i), cluster.spreading());
                        comparisons.add(() -> assertEquals(expected.report(), report, what));
                    } else {
                        Result shared = saved(all.get(i), programs.get(i), cluster.spreading());
                        comparisons.add(() -> assertEquals(expected.report(), shared.report(), what));
                        comparisons.add(() -> assertEquals(expected.course(), shared.course(), what));
                    }
                }
                for (int worker = 0; worker < size; worker++) {
                    assertTrue(cluster.executed(worker) > 0, "worker " + worker + " has done nothing");
                }
            }
        }
        assertAll(comparisons);
    }

    /**
     * What a check comes to.
     *
     * @param report what it says but for times, and for how and where it was executed
     * @param course the executions in the order in which the exploration took them
     */
    private record Result(JsonNode report, List<String> course) {
        /** Whether processes that nobody controls take part, so that it may come to something else each time. */
        boolean hasOthers() {
            return report.get(OTHERS).booleanValue();
        }
    }

    /** A check whose course is saved, which lets every execution begin with a fork. */
    private Result saved(Example example, Path program, List<String> where) throws Exception {
        Path saved = folder.resolve("saved");
        JsonNode report = report(example, program, words(where, List.of("--save-frontier", saved.toString())));
        List<String> course = Course.in(saved);
        Files.delete(saved);
        return new Result(report, course);
    }

    private static List<String> words(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    private JsonNode report(Example example, Path program, List<String> where) throws Exception {
        List<String> words = new ArrayList<>(List.of("check", "--format", "json", "-o"));
        words.add(folder.resolve("results").toString());
        if (!example.options().contains("-j")) {
            words.addAll(List.of("-j", JOBS));
        }
        words.addAll(example.options());
        words.addAll(where);
        words.add(program.toString());
        TestCluster.Run run = assertTimeoutPreemptively(LONGEST, () -> TestCluster.run(words), () -> words.toString());
        assertTrue(run.exitCode() <= 1, example + ": " + run.err());
        ObjectNode report = (ObjectNode) new ObjectMapper().readTree(run.out());
        boolean isShared = report.get("remarks").toString().contains("executed on");
        assertEquals(
                where.contains("--cluster"), isShared, report.get("remarks").toString());
        report.put(OTHERS, report.get("remarks").toString().contains("made another process"));
        report.remove(List.of("seconds", "remarks", "restarts", "cost"));
        report.get("findings").forEach(finding -> ((ObjectNode) finding).remove(AS_TIME_ALLOWS));
        assertFalse(report.isEmpty());
        return report;
    }
}
