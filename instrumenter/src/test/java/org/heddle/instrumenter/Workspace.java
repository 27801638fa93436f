package org.heddle.instrumenter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.instrumenter.driver.Environment;
import org.heddle.instrumenter.driver.ObjectCache;

/**
 * A folder in which a test compiles and runs programs.
 *
 * @param folder the folder
 */
record Workspace(Path folder) {
    private static final Path NATIVE_SOURCES = Path.of("..", "native-shim");
    private static final Path NATIVE_HOME = Path.of("target", "native").toAbsolutePath();
    private static final Path ECHO = NATIVE_HOME.resolve("echo.so");

    /** What a program said and how it ended. */
    record Result(int exitCode, String out, String err) {
        Result succeeds() {
            assertEquals(0, exitCode, () -> out + err);
            return this;
        }
    }

    /** The runtime, built once per run of the tests. */
    static Path nativeHome() {
        return Built.HOME;
    }

    /** Builds the runtime when it is first asked for. */
    private static final class Built {
        static final Path HOME = build();

        private static Path build() {
            try {
                Path script = NATIVE_SOURCES.resolve("rt").resolve("build.sh").toAbsolutePath();
                execute(Path.of("."), Map.of(), List.of("sh", script.toString(), NATIVE_HOME.toString()))
                        .succeeds();
                Path shim =
                        Path.of("src", "test", "resources", "shim", "echo.c").toAbsolutePath();
                String include =
                        NATIVE_SOURCES.resolve("include").toAbsolutePath().toString();
                List<String> compile =
                        List.of("cc", "-shared", "-fPIC", "-I", include, shim.toString(), "-o", ECHO.toString());
                execute(Path.of("."), Map.of(), compile).succeeds();
                return NATIVE_HOME;
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("cannot build the runtime", e);
            }
        }
    }

    Workspace file(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    String read(String name) throws IOException {
        return Files.readString(folder.resolve(name), UTF_8);
    }

    boolean has(String name) {
        return Files.exists(folder.resolve(name));
    }

    Result cc(String... arguments) {
        return ccReading("", arguments);
    }

    Result ccReading(String input, String... arguments) {
        return cc(input, Optional.empty(), arguments);
    }

    /** With the objects that are kept there. */
    Result cc(ObjectCache objects, String... arguments) {
        return cc("", Optional.of(objects), arguments);
    }

    private Result cc(String input, Optional<ObjectCache> objects, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Environment environment = new Environment(
                folder,
                nativeHome(),
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                objects,
                false);
        int exitCode = CompilerDriver.run(List.of(arguments), environment);
        return new Result(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }

    Result run(String... command) throws IOException, InterruptedException {
        return execute(folder, Map.of(), List.of(command));
    }

    /** Runs a program under the stand-in for the checker's library; returns what that was told. */
    List<String> runEchoed(String... command) throws IOException, InterruptedException {
        return runEchoed(0, command);
    }

    /** The same for a program that ends with this exit code. */
    List<String> runEchoed(int exitCode, String... command) throws IOException, InterruptedException {
        Path told = folder.resolve("echo.txt");
        Files.deleteIfExists(told);
        Result result = runWith(Map.of("LD_PRELOAD", ECHO.toString(), "ECHO_FILE", told.toString()), command);
        assertEquals(exitCode, result.exitCode(), () -> result.out() + result.err());
        return Files.exists(told) ? Files.readAllLines(told) : List.of();
    }

    Result runWith(Map<String, String> variables, String... command) throws IOException, InterruptedException {
        return execute(folder, variables, List.of(command));
    }

    private static Result execute(Path folder, Map<String, String> variables, List<String> command)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().put("LC_ALL", "C.UTF-8");
            builder.environment().put("LD_LIBRARY_PATH", folder.toString());
            builder.environment().putAll(variables);
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
            int exitCode = builder.start().waitFor();
            return new Result(exitCode, Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
