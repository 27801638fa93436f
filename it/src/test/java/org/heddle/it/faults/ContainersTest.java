package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In a container that refuses what Docker's profile does, all is as outside, with no further option. */
@Timeout(900)
final class ContainersTest {
    private static final Path FILTER =
            Path.of("src/test/resources/containers/refusing.c").toAbsolutePath();

    @TempDir
    private Path folder;

    private Path container;

    @BeforeEach
    void buildContainer() throws Exception {
        container = compile(FILTER, "container");
    }

    private Path compile(Path source, String name, String... options) throws Exception {
        Path program = folder.resolve(name);
        List<String> command = new ArrayList<>(List.of("cc", "-O1", "-g", "-pthread", "-o", program.toString()));
        command.addAll(List.of(options));
        command.add(source.toString());
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor(), command.toString());
        return program;
    }

    private Run inside(Object... arguments) throws Exception {
        try (HeddleProcess process = HeddleProcess.startUnder(List.of(container.toString()), folder, arguments)) {
            return process.end();
        }
    }

    private Run outside(Object... arguments) throws Exception {
        return HeddleProcess.run(folder, arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-DFIXED", "-DFIXED --leaks", "-DFIXED --restart=fork", "-DFIXED --jobs=3", ""})
    void check_isAsOutside(String options) throws Exception {
        Object[] words = Stream.of(
                        Stream.of("check", "--no-color"),
                        Stream.of(options.split(" ")).filter(word -> !word.isEmpty()),
                        Stream.of(Expectation.example("01-database-deadlock.c")))
                .flatMap(each -> each)
                .toArray();
        Run inside = inside(words);
        Run outside = outside(words);
        assertEquals(outside.exitCode(), inside.exitCode(), inside::toString);
        assertEquals(withoutTime(outside), withoutTime(inside));
    }

    private static String withoutTime(Run run) {
        return run.out().replaceAll("in [0-9.]+ s.*", "").replaceAll("(?s)\\n  on average .*", "\n");
    }

    @Test
    void schedule_replaysInsideAndOutside() throws Exception {
        Path source = Expectation.example("06-lost-update.c");
        assertEquals(1, inside("check", source).exitCode());
        Path schedule;
        try (Stream<Path> files = Files.list(folder.resolve("work"))) {
            schedule = files.filter(file -> file.toString().endsWith(".heddle-schedule"))
                    .findFirst()
                    .orElseThrow();
        }
        for (int i = 0; i < 2; i++) {
            Run inside = inside("replay", schedule);
            assertEquals(1, inside.exitCode(), inside::toString);
            Run outside = outside("replay", schedule);
            assertEquals(1, outside.exitCode(), outside::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-pie", "-no-pie"})
    void executable_isCheckedWithoutDivergence(String how) throws Exception {
        Path program = compile(Expectation.example("05-lock-order-cycle.c"), "program", how);
        Run run = inside("check", "--jobs=2", "--keep-going", program);
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("lock-cycle"), run::toString);
        assertFalse(run.out().contains("did not replay"), run::toString);
    }

    /** It begins anew before its constructors. */
    @Test
    void programWithConstructors_isProved() throws Exception {
        Run inside = inside("check", "-DCREATED", "-DFIXED", Expectation.example("soundness/constructor-thread.c"));
        assertTrue(inside.out().contains("proved: no bug"), inside::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"two-locks.c", "end-of-file.c", "job-server.c", "stop-worker.c"})
    void processes_areExplored(String example) throws Exception {
        Object source = Expectation.example("processes/" + example);
        Object[] words = {"check", "--keep-going", "--iterations=300", source};
        Run inside = inside(words);
        assertEquals(headlines(outside(words)), headlines(inside));
    }

    /** What was found and what was explored. How simple the schedules became is a matter of the time that there was for that. */
    private static String headlines(Run run) {
        return withoutTime(run).lines().filter(line -> !line.startsWith(" ")).collect(Collectors.joining("\n"));
    }
}
