package org.heddle.cluster;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.Main;

/** Heddle in a process of its own, which can be killed, stopped and limited. */
record ChildHeddle(Process process, BufferedReader said) implements AutoCloseable {
    /** Starts it. */
    static ChildHeddle start(List<String> words) throws IOException {
        return start(
                "exec env --default-signal=INT \"$@\"", words); // which a shell that started the tests may have ignored
    }

    /** Starts it from a shell that does this; its arguments are the command. */
    static ChildHeddle start(String shell, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", shell, "sh"));
        command.addAll(command(words));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        return new ChildHeddle(process, process.inputReader(StandardCharsets.UTF_8));
    }

    /** The command that runs Heddle with these words and Java options. */
    static List<String> command(List<String> words, String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData"));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-Dheddle.native=" + System.getProperty("heddle.native"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(words);
        return command;
    }

    /** Waits for a line that has this in it. */
    void await(String text) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line == null || !line.contains(text); line = said.readLine()) {
            if (line == null) {
                throw new IOException("ended without " + text + ": " + all);
            }
            all.append(line).append('\n');
        }
    }

    /** Sends a signal. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
