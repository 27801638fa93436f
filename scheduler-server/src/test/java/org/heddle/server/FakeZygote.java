package org.heddle.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.launch.LaunchOptions.Tuning;

/** Builds the programs in {@code src/test/c} and names them to the server. */
final class FakeZygote {
    private static final Path BUILD = Path.of("target", "fake").toAbsolutePath();
    private static final Tuning QUICK = new Tuning(Lookahead.of(4), 5_000, 300, 3, true);

    private FakeZygote() {}

    /** A plan with nothing prescribed and a short progress limit. */
    static Plan plan() {
        return new Plan(List.of(), List.of(), new Plan.Limits(1000, 50), false);
    }

    /** A fake zygote with these arguments: a mode and how many plans are answered before it takes effect. */
    static LaunchOptions options(String... arguments) throws IOException, InterruptedException {
        return LaunchOptions.of(program(), library())
                .withArguments(List.of(arguments))
                .withEnvironment(Map.of("PATH", "/usr/bin:/bin"))
                .withTuning(QUICK);
    }

    static Path program() throws IOException, InterruptedException {
        Path wire = Path.of("..", "native-shim", "src").toAbsolutePath().normalize();
        OperationsHeader.write(BUILD);
        return build(
                "fake_zygote",
                "-O2",
                "-I" + wire,
                "-I" + BUILD,
                Path.of("src/test/c/fake_zygote.c").toString());
    }

    static Path staticProgram() throws IOException, InterruptedException {
        Path source = BUILD.resolve("static.c");
        Files.createDirectories(BUILD);
        Files.writeString(source, "int main(void) { return 0; }\n");
        return build("static_program", "-static", source.toString());
    }

    /** A real program, in which two threads take two locks in opposite orders. */
    static Path twoLocks() throws IOException, InterruptedException {
        return build(
                "two_locks", "-g", "-pthread", Path.of("src/test/c/two_locks.c").toString());
    }

    /** A real program whose threads do as many steps as its arguments say. */
    static Path steps() throws IOException, InterruptedException {
        return build("steps", "-g", "-pthread", Path.of("src/test/c/steps.c").toString());
    }

    private static Path library() throws IOException, InterruptedException {
        Files.createDirectories(BUILD);
        Path source = BUILD.resolve("empty.c");
        Files.writeString(source, "int heddle_nothing;\n");
        return build("libempty.so", "-shared", "-fPIC", source.toString());
    }

    private static synchronized Path build(String name, String... arguments) throws IOException, InterruptedException {
        Path result = BUILD.resolve(name);
        Path fresh = BUILD.resolve(name + ".built-by-" + ProcessHandle.current().pid());
        if (Files.exists(fresh)) {
            return result;
        }
        Files.createDirectories(BUILD);
        List<String> command = new ArrayList<>(List.of("cc", "-o", result.toString()));
        command.addAll(List.of(arguments));
        Process compiler = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (compiler.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        Files.createFile(fresh);
        return result;
    }
}
