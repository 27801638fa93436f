package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.heddle.cli.base.UserError;
import org.heddle.server.launch.PrivateDirectory;

/** Runs programs once under the system compiler's ThreadSanitizer, as one would without Heddle. */
final class ThreadSanitizer {
    private static final Pattern RACE = Pattern.compile("WARNING: ThreadSanitizer: data race");
    private static final Pattern DEADLOCK = Pattern.compile("WARNING: ThreadSanitizer: lock-order-inversion");
    private static final int LIMIT_SECONDS = 20;

    /**
     * What a run came to.
     *
     * @param races how many were reported
     * @param failed whether an assertion failed, or a cycle of locks was reported
     * @param seconds of the run
     */
    record Run(int races, boolean failed, double seconds) {}

    private ThreadSanitizer() {}

    /** Whether the system's compiler has it. */
    static boolean isThere() throws IOException, InterruptedException {
        try (PrivateDirectory folder = PrivateDirectory.createRemovedAtExit()) {
            Path source = Files.writeString(folder.path().resolve("try.c"), "int main(void) { return 0; }\n");
            Path program = folder.path().resolve("try");
            return compile(source, List.of(), program)
                    && start(program, folder.path().resolve("out")).isPresent();
        }
    }

    /**
     * Compiles a program and runs it several times; the run that reports most, with the mean of the times.
     *
     * @throws UserError if it does not compile
     */
    static Run best(Subject subject, int runs) throws UserError, IOException, InterruptedException {
        try (PrivateDirectory folder = PrivateDirectory.createRemovedAtExit()) {
            Path program = folder.path().resolve("program");
            if (!compile(subject.file(), subject.defines(), program)) {
                throw new UserError(subject.name() + " does not compile with cc -fsanitize=thread");
            }
            Run best = new Run(0, false, 0);
            double seconds = 0;
            for (int k = 0; k < runs; k++) {
                long begun = System.nanoTime();
                Optional<String> output = start(program, folder.path().resolve("out"));
                seconds += (System.nanoTime() - begun) / 1e9;
                String text = output.orElse("");
                boolean failed =
                        text.contains("Assertion `") || DEADLOCK.matcher(text).find();
                int races = (int) RACE.matcher(text).results().count();
                if (races + (failed ? 1 : 0) > best.races + (best.failed ? 1 : 0)) {
                    best = new Run(races, failed, 0);
                }
            }
            return new Run(best.races, best.failed, seconds / runs);
        }
    }

    private static boolean compile(Path source, List<String> defines, Path program)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("cc", "-fsanitize=thread", "-g", "-O1"));
        defines.forEach(define -> command.add("-D" + define));
        command.addAll(List.of(source.toString(), "-pthread", "-o", program.toString()));
        Process compiler = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return compiler.waitFor() == 0;
    }

    /**
     * What it printed; empty if it could not run or did not end. Without address space randomisation, which ThreadSanitizer may
     * not bear.
     */
    private static Optional<String> start(Path program, Path output) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("setarch", "-R", program.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String text = Files.readString(output, StandardCharsets.UTF_8);
            return ended && !text.contains("unexpected memory mapping") ? Optional.of(text) : Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }
}
