package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs that {@code heddle cc} has built natively, with random delays before their accesses and calls ({@code delays.c}). */
public final class NativeRuns {
    private static final Path SOURCE =
            Path.of("src/test/resources/delays/delays.c").toAbsolutePath();

    private final Path library;

    /** Builds the delays' library in the folder. */
    public NativeRuns(Path folder) throws IOException, InterruptedException {
        library = folder.resolve("delays.so");
        List<String> command = new ArrayList<>(List.of("cc", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"));
        command.addAll(List.of("-I", System.getProperty("heddle.native")));
        command.addAll(List.of("-o", library.toString(), SOURCE.toString()));
        Process compiler = new ProcessBuilder(command).inheritIO().start();
        assertEquals(0, compiler.waitFor(), command.toString());
    }

    /**
     * One run.
     *
     * @param ended whether it came to its end in time
     * @param status what it exited with, or 128 and the number of the signal that ended it
     * @param output what it wrote to standard output
     */
    public record NativeRun(boolean ended, int status, String output) {
        /** Whether a test would pass. */
        public boolean isGood() {
            return ended && status == 0;
        }
    }

    /** Runs the program in the folder, with the delays of this seed. */
    public NativeRun run(Path folder, Path program, List<String> arguments, long seed, long milliseconds)
            throws IOException, InterruptedException {
        Path output = folder.resolve("native-output");
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LD_PRELOAD", library.toString());
        builder.environment().put("HEDDLE_DELAYS", Long.toString(seed));
        Process process = builder.start();
        boolean ended = process.waitFor(milliseconds, TimeUnit.MILLISECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        return new NativeRun(ended, process.exitValue(), Files.readString(output, StandardCharsets.ISO_8859_1));
    }
}
