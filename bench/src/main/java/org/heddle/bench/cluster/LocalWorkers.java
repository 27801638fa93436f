package org.heddle.bench.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Worker processes on this machine, each with one slot, and checks that use them. Where {@code link} has made a second network
 * namespace, the workers are there.
 */
final class LocalWorkers implements AutoCloseable {
    private static final String FAR = "10.9.0.2"; // of link.c
    private static final String SECRET = "the secret of a measurement, and long enough";

    private final Path heddle;
    private final Path folder;
    private final Path secret;
    private final String address;
    private final List<String> elsewhere;
    private final List<Process> processes = new ArrayList<>();

    /**
     * What a check took.
     *
     * @param seconds from its start to its end
     * @param cpuSeconds of its own process
     */
    record Cost(double seconds, double cpuSeconds) {}

    LocalWorkers(Path project, Path folder) throws IOException {
        this.heddle = project.resolve("heddle");
        this.folder = folder;
        secret = folder.resolve("secret");
        Files.createFile(secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, SECRET);
        String far = System.getenv("HEDDLE_BENCH_FAR");
        elsewhere = far == null ? List.of() : List.of("nsenter", "--net=" + far);
        try (ServerSocket free = new ServerSocket(0)) {
            address = (far == null ? "127.0.0.1:" : FAR + ":") + free.getLocalPort();
        }
    }

    /** Whether there is a network between the workers and the checks. */
    boolean areElsewhere() {
        return !elsewhere.isEmpty();
    }

    /** Starts workers until there are so many, and waits until the last one is in the cluster. */
    void grow(int count) throws IOException, InterruptedException {
        while (processes.size() < count) {
            processes.add(start(processes.size()));
        }
    }

    /** Starts a worker that has ended anew. */
    void restart(int worker) throws IOException, InterruptedException {
        processes.get(worker).waitFor();
        processes.set(worker, start(worker));
    }

    /** Sends a signal to a worker. */
    void signal(int worker, String name) throws IOException, InterruptedException {
        String pid = Long.toString(processes.get(worker).pid());
        new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
    }

    private Process start(int worker) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(elsewhere);
        command.addAll(List.of(heddle.toString(), "worker", worker == 0 ? "--listen" : "--join", address));
        command.addAll(List.of("--slots", "1", "--secret", secret.toString()));
        command.addAll(List.of("--cache", folder.resolve("cache" + worker).toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = said.readLine();
        while (line != null && !line.startsWith("heddle: worker at")) {
            line = said.readLine();
        }
        if (line == null) {
            throw new IOException("a worker ended with the exit code " + process.waitFor());
        }
        return process;
    }

    /** The command that checks a program on these workers. */
    List<String> command(Path program, List<String> arguments, String... options) {
        List<String> command = new ArrayList<>(
                List.of(heddle.toString(), "check", "--cluster", address, "--secret", secret.toString()));
        command.addAll(List.of("--spread", "always"));
        command.addAll(List.of("--bound", "none", "--keep-going"));
        command.addAll(List.of(options));
        command.addAll(List.of("-o", folder.resolve("results").toString(), program.toString(), "--"));
        command.addAll(arguments);
        return command;
    }

    /** A check of so many executions on these workers. */
    Cost check(Path program, List<String> arguments, long executions) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" >/dev/null 2>&1; times", "sh"));
        command.addAll(command(program, arguments, "-i", Long.toString(executions)));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .split("\n", -1);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (process.waitFor() != 0 || lines.length < 2) {
            throw new IOException("a check failed: " + String.join(" ", command));
        }
        return new Cost(seconds, cpuSeconds(lines[lines.length - 1]));
    }

    /** Of the line of {@code times} on the shell's children: "0m1.230s 0m0.120s". */
    private static double cpuSeconds(String line) {
        double sum = 0;
        for (String time : line.trim().split("\\s+", -1)) {
            int minutes = time.indexOf('m');
            sum += 60 * Double.parseDouble(time.substring(0, minutes))
                    + Double.parseDouble(time.substring(minutes + 1, time.length() - 1));
        }
        return sum;
    }

    @Override
    public void close() {
        processes.forEach(Process::destroy);
        for (Process process : processes) {
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException interrupted) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
