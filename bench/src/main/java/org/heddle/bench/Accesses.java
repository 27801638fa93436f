package org.heddle.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.instrumenter.CompilerDriver;
import org.heddle.instrumenter.driver.Environment;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.PointsMode;

/**
 * Prints what the check for races costs: the user time of one execution with many plain accesses, next to that of the program as it is,
 * under ThreadSanitizer, and built by Heddle but run alone; and the memory that one execution takes. All are run by turns, and the least
 * of each counts, so that what else the machine does matters little.
 */
public final class Accesses {
    private static final int TURNS = 7;

    private final Path sources;
    private final Path folder;
    private final Installation installation;

    private Accesses(Path sources, Path folder, Installation installation) {
        this.sources = sources;
        this.folder = folder;
        this.installation = installation;
    }

    /** What a program measured of itself. */
    private record Cost(double seconds, long kibibytes) {
        Cost least(Cost other) {
            return new Cost(Math.min(seconds, other.seconds), Math.min(kibibytes, other.kibibytes));
        }
    }

    /** One run of a program. */
    private interface Subject {
        Cost run() throws IOException, InterruptedException, LaunchException;
    }

    /** The argument: the project's folder. */
    public static void main(String[] arguments) throws IOException, InterruptedException, LaunchException, UserError {
        Path folder = Files.createTempDirectory("heddle-bench-");
        try {
            Accesses bench = new Accesses(Path.of(arguments[0]), folder, Installation.ofThisProcess());
            bench.compare("accesses.c", "-O1");
            bench.compare("locked_accesses.c", "-O1");
            bench.compare("match_finder.c", "-O2");
        } finally {
            Folders.delete(folder);
        }
    }

    private void compare(String source, String optimisation) throws IOException, InterruptedException, LaunchException {
        Path file = sources.resolve("bench/src/main/c").resolve(source);
        Path plain = compiled("native", List.of("cc", optimisation, "-g"), file);
        Path sanitized = compiled("tsan", List.of("cc", optimisation, "-g", "-fsanitize=thread"), file);
        Path instrumented = folder.resolve("heddle");
        List<String> compile = List.of(optimisation, "-g", file.toString(), "-pthread", "-o", instrumented.toString());
        if (CompilerDriver.run(compile, Environment.ofThisProcess(installation.nativeHome(), false)) != 0) {
            throw new IOException(source + " does not compile");
        }
        Map<String, Subject> subjects = new LinkedHashMap<>();
        subjects.put("as it is", () -> alone(plain));
        subjects.put("ThreadSanitizer", () -> alone(sanitized));
        subjects.put("heddle cc, alone", () -> alone(instrumented));
        subjects.put("heddle check", () -> checked(instrumented));
        Map<String, Cost> costs = new LinkedHashMap<>();
        for (int turn = 0; turn < TURNS; turn++) {
            for (Map.Entry<String, Subject> subject : subjects.entrySet()) {
                costs.merge(subject.getKey(), subject.getValue().run(), Cost::least);
            }
        }
        System.out.printf("%-22s %10s %10s %10s%n", source, "seconds", "times", "MiB");
        costs.forEach((name, cost) -> print(name, cost, costs.get("as it is")));
        System.out.printf("%-22s %32d%n", "  its server", ownMemory() / 1024);
    }

    private static void print(String name, Cost cost, Cost plain) {
        System.out.printf(
                Locale.ROOT,
                "  %-20s %10.3f %10.1f %10d%n",
                name,
                cost.seconds,
                cost.seconds / Math.max(plain.seconds, 0.001),
                cost.kibibytes / 1024);
    }

    private Path compiled(String name, List<String> compiler, Path source) throws IOException, InterruptedException {
        Path program = folder.resolve(name);
        List<String> compile = new ArrayList<>(compiler);
        compile.addAll(List.of(source.toString(), "-pthread", "-o", program.toString()));
        run(compile);
        return program;
    }

    private Cost alone(Path program) throws IOException, InterruptedException {
        run(List.of("setarch", "-R", program.toString(), folder.resolve("cost").toString()));
        return cost();
    }

    private Cost checked(Path program) throws IOException, InterruptedException, LaunchException {
        LaunchOptions options = LaunchOptions.of(program, installation.shim())
                .withArguments(List.of(folder.resolve("cost").toString()))
                .withEnvironment(Map.of())
                .withPoints(PointsMode.AUTO);
        try (WorkerPool pool = WorkerPool.start(options)) {
            pool.submit(new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false));
            Execution execution = pool.take();
            if (!execution.races().isEmpty() || !execution.outcome().isComplete()) {
                throw new IOException(
                        program + " ended as " + execution.outcome() + " with races " + execution.races());
            }
        }
        return cost();
    }

    private Cost cost() throws IOException {
        String[] words = Files.readString(folder.resolve("cost")).strip().split(" ", -1);
        return new Cost(Double.parseDouble(words[0]), Long.parseLong(words[1]));
    }

    /** The most memory that this process has had, in KiB. */
    private static long ownMemory() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
    }
}
