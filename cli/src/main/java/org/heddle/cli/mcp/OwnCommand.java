package org.heddle.cli.mcp;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command of Heddle in a process of its own, started as this one was: it can be ended without this one, and its output cannot come between
 * the messages.
 */
final class OwnCommand {
    private static final String MAIN = "org.heddle.cli.Main";

    /** Of the launcher for commands that take no time: a check is worth compiling. */
    private static final String QUICK = "-XX:TieredStopAtLevel=1";

    private static final int PATIENCE_SECONDS = 20;

    /**
     * What it came to.
     *
     * @param exitCode its exit code
     * @param said on standard output and standard error
     */
    record Outcome(int exitCode, String said) {}

    private OwnCommand() {}

    /**
     * Runs a command to its end. If the call is to end early, the command is asked to end, and reports what it knows by then.
     *
     * @throws IOException if it cannot be started
     * @throws InterruptedException if the thread is interrupted
     */
    static Outcome run(List<String> words, Call call) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(starter());
        command.addAll(words);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .start();
        ProcessHandle handle = process.toHandle(); // whose end, other than that of the process, leaves what it has said
        Thread hook = new Thread(handle::destroy, "heddle-mcp-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            call.onEnd(handle::destroy);
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), said);
        } finally {
            end(process);
            forget(hook);
        }
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // it has run
        }
    }

    /** The words of this process up to its main class. */
    private static List<String> starter() throws IOException {
        String all = Files.readString(Path.of("/proc/self/cmdline"));
        List<String> words = new ArrayList<>(List.of(all.split("\0")));
        int main = words.indexOf(MAIN);
        if (main < 0) {
            throw new IOException("this process was not started by the launcher of Heddle: run heddle mcp");
        }
        List<String> starter = new ArrayList<>(words.subList(0, main + 1));
        starter.remove(QUICK);
        return starter;
    }
}
