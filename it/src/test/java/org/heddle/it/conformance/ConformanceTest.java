package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.it.testkit.Compiled;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.Restart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every function of the pthread, semaphore and C11 interfaces returns under the runtime what it returns natively. */
@Timeout(900)
final class ConformanceTest {
    private static final Path NATIVE = Path.of(System.getProperty("heddle.native"));
    private static final Path PROGRAMS =
            NATIVE.resolve("../../conformance").toAbsolutePath().normalize();

    private static final int EXECUTIONS = 3;

    @TempDir
    private Path folder;

    /** Those of the folder, or the one that {@code -Dheddle.program} names. */
    static List<Path> programs() throws IOException {
        String wanted = System.getProperty("heddle.program");
        return wanted == null ? all() : List.of(PROGRAMS.resolve(wanted + ".c"));
    }

    private static List<Path> all() throws IOException {
        try (Stream<Path> files = Files.walk(PROGRAMS)) {
            return files.filter(file -> file.toString().endsWith(".c")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void program_printsWhatItPrintsNatively(Path source) throws Exception {
        Path program = compile(folder, source);
        String natively = run(folder, program.toString());
        try (WorkerPool pool = WorkerPool.start(LaunchOptions.of(program, shim()))) {
            assertPrints(natively, pool);
        }
        try (WorkerPool pool =
                WorkerPool.start(LaunchOptions.of(program, shim()).withRestart(Restart.PROCESS))) {
            for (int i = 0; i < EXECUTIONS; i++) {
                assertPrints(natively, pool);
            }
        }
    }

    private static void assertPrints(String natively, WorkerPool pool) throws InterruptedException {
        pool.submit(new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, true));
        Execution execution = pool.take();
        assertEquals(natively, new String(execution.stdout(), StandardCharsets.UTF_8));
        assertEquals(Outcome.EXITED, execution.outcome(), execution.toString());
        assertEquals(0, execution.status());
    }

    @Test
    void programs_areThere() throws IOException {
        assertTrue(all().size() >= 15);
    }

    /** The program of a source: what is about memory is compiled with {@code heddle cc}, the others with the compiler. */
    static Path compile(Path folder, Path source) throws IOException, InterruptedException {
        if (source.getParent().endsWith("instrumented")) {
            return Compiled.of(source);
        }
        Path program = folder.resolve("program");
        run(
                folder,
                "cc",
                "-std=gnu11",
                "-w",
                "-pthread",
                "-I",
                NATIVE.toString(),
                "-o",
                program.toString(),
                source.toString(),
                NATIVE.resolve("libheddle-rt.a").toString());
        return program;
    }

    static Path shim() {
        return NATIVE.resolve("libheddle.so").toAbsolutePath().normalize();
    }

    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectErrorStream(true)
                .start();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), () -> String.join(" ", command));
        String text = Files.readString(out);
        assertEquals(0, process.exitValue(), text);
        return text;
    }
}
