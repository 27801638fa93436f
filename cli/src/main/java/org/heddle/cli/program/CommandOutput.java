package org.heddle.cli.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a short command prints, with nothing on its standard input.
 *
 * @param exitCode how it ended
 * @param text what it printed
 */
public record CommandOutput(int exitCode, String text) {
    /**
     * Runs a command to its end; what it prints to standard error is not kept.
     *
     * @throws IOException if it is not there
     * @throws InterruptedException if the thread is interrupted
     */
    public static CommandOutput of(List<String> command) throws IOException, InterruptedException {
        return of(command, builder -> {});
    }

    /** The same in this folder. */
    public static CommandOutput of(Path folder, List<String> command) throws IOException, InterruptedException {
        return of(command, builder -> builder.directory(folder.toFile()));
    }

    /** The same with what it prints to standard error. */
    public static CommandOutput withErrors(List<String> command) throws IOException, InterruptedException {
        return of(command, builder -> builder.redirectErrorStream(true));
    }

    /** The same with more settings. */
    static CommandOutput of(List<String> command, Consumer<ProcessBuilder> settings)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        settings.accept(builder);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new CommandOutput(process.waitFor(), text);
    }

    /** Whether it exited with 0. */
    public boolean succeeded() {
        return exitCode == 0;
    }
}
