package org.heddle.bench.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Other programs, run to their end. */
final class Commands {
    private Commands() {}

    /**
     * Runs one in a folder.
     *
     * @throws IOException if it fails; with the end of what it printed
     */
    static void run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("heddle-bench-", ".log");
        try {
            int status = status(folder, command, log);
            if (status != 0) {
                List<String> lines = Files.readAllLines(log);
                throw new IOException(String.join(" ", command) + " ended with status " + status + ":\n"
                        + String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size())));
            }
        } finally {
            Files.delete(log);
        }
    }

    /** Runs one in a folder, whose output goes to a file; returns its exit status. */
    static int status(Path folder, List<String> command, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("TSAN_OPTIONS", "exitcode=0");
        return builder.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
    }
}
