package org.heddle.it.fuzz;

import static org.heddle.it.fuzz.Workers.block;
import static org.heddle.it.fuzz.Workers.withoutNumber;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that share memory do what threads do: random small programs, each once with threads and once with processes.
 * {@code -Dheddle.soak=N} sets how many, {@code -Dheddle.seed=N} the first one's seed.
 */
@Timeout(900)
final class ProcessesTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 20);
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final Path SOURCE =
            Path.of("src/test/resources/processes/workers.c").toAbsolutePath();

    /** Of executions: none of these programs comes to it. */
    private static final int LIMIT = 20000;

    @TempDir
    private Path folder;

    @Test
    void randomProgramsOfProcesses_areLikeThoseOfThreads() {
        Set<String> seen = new TreeSet<>();
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            List<String> program = random(seed, "PWSRAVO");
            String threads = explored(program);
            assertEquals(threads, explored(program, "-DPROCESSES"), "seed " + seed + ": " + program);
            seen.add(withoutNumber(threads));
        }
        System.out.println(PROGRAMS + " programs: " + seen);
    }

    /** Opening the memory orders the processes no further, but names are looked up. */
    @Test
    void randomProgramsOfProcessesThatMapMemoryForThemselves_haveTheFindingsOfThreads() {
        for (long seed = SEED; seed < SEED + PROGRAMS / 2; seed++) {
            List<String> program = random(seed, "PWSRAVO");
            assertEquals(
                    withoutNumber(explored(program)),
                    withoutNumber(explored(program, "-DNAMED", "-DPROCESSES")),
                    "seed " + seed + ": " + program);
        }
    }

    @Test
    void randomProgramsOfThreadsInAProcess_areLikeThoseInTheFirst() {
        compareWithFirst("threads in a process", "-DINNER");
    }

    @Test
    void randomProgramsOfThreadsOnMemoryOfTheirProcess_areLikeThoseInTheFirst() {
        compareWithFirst("threads on memory of their process", "-DINNER", "-DOWN");
    }

    private void compareWithFirst(String what, Object... macros) {
        Set<String> seen = new TreeSet<>();
        for (long seed = SEED; seed < SEED + PROGRAMS / 2; seed++) {
            List<String> program = random(seed, "PWSRAVO");
            String threads = explored(program);
            assertEquals(threads, explored(program, macros), "seed " + seed + ": " + program);
            seen.add(withoutNumber(threads));
        }
        System.out.println(PROGRAMS / 2 + " programs of " + what + ": " + seen);
    }

    /** A fork and an end are operations on the pipes as well, so there are more executions. */
    @Test
    void randomProgramsOfProcessesWithPipes_haveTheFindingsOfThreads() {
        Set<String> seen = new TreeSet<>();
        for (long seed = SEED; seed < SEED + PROGRAMS / 2; seed++) {
            List<String> program = new ArrayList<>(List.of("pipes"));
            program.addAll(random(seed, "TGSRAV"));
            String threads = withoutNumber(explored(program));
            assertEquals(threads, withoutNumber(explored(program, "-DPROCESSES")), "seed " + seed + ": " + program);
            seen.add(threads);
        }
        System.out.println(PROGRAMS / 2 + " programs with pipes: " + seen);
    }

    @Test
    void randomProgramsOfProcessesWithSignals_areLikeThoseOfThreads() {
        Set<String> seen = new TreeSet<>();
        for (long seed = SEED; seed < SEED + PROGRAMS / 5; seed++) {
            List<String> program = small(seed, "KKNYBMDQQSA");
            String threads = explored(program, "-DSIGNALS");
            assertEquals(threads, explored(program, "-DSIGNALS", "-DPROCESSES"), "seed " + seed + ": " + program);
            seen.add(withoutNumber(threads));
        }
        System.out.println(PROGRAMS / 5 + " programs with signals: " + seen);
    }

    private String explored(List<String> program, Object... macros) {
        return new Workers(folder, SOURCE, LIMIT).explored(program, macros);
    }

    /** Two workers with an operation or two each. */
    private static List<String> small(long seed, String operations) {
        Random random = new Random(seed);
        return List.of(block(random, operations, 0) + block(random, operations, 0), block(random, operations, 1));
    }

    private static List<String> random(long seed, String operations) {
        Random random = new Random(seed);
        List<String> program = new ArrayList<>();
        int workers = random.nextInt(4) == 0 ? 3 : 2;
        for (int worker = 0; worker < workers; worker++) {
            StringBuilder word = new StringBuilder();
            int blocks = workers == 3 ? 1 : 1 + random.nextInt(2);
            for (int n = 0; n < blocks; n++) {
                word.append(block(random, operations, 2));
            }
            program.add(word.toString());
        }
        return program;
    }
}
