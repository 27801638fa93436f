package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A runtime with faults, each of which an environment variable brings about: built from a copy of the sources. */
public final class FaultyRuntime {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Path KINDS = Path.of("dpor/src/main/java/org/heddle/dpor/model/OperationKind.java");
    private static final Path FUNCTIONS =
            Path.of("instrumenter/src/main/resources/org/heddle/instrumenter/pass/calls/library-functions.txt");

    private final Path folder;

    /** Copies the sources into the folder. */
    public FaultyRuntime(Path folder) throws IOException {
        this.folder = folder;
        try (Stream<Path> files = Files.walk(HOME.resolve("native-shim"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path name = HOME.relativize(file);
                if (!name.startsWith("native-shim/target")) {
                    copy(name);
                }
            }
        }
        copy(KINDS);
        copy(FUNCTIONS);
    }

    /** Where the runtime lies that was built from a folder. */
    public static Path built(Path folder) {
        return folder.resolve("built");
    }

    /** A fault: where the variable is set, the statement comes before the line that begins so. */
    public FaultyRuntime plant(String source, String before, String variable, String statement) throws IOException {
        Path file = folder.resolve("native-shim/src").resolve(source);
        String text = Files.readString(file);
        assertEquals(2, text.split(Pattern.quote(before), -1).length, before + " is in " + source + " once");
        Files.writeString(
                file,
                text.replace(
                        before,
                        "{ extern char *getenv(const char *); if (getenv(\"" + variable + "\")) { " + statement
                                + " } }\n" + before));
        return this;
    }

    /** Builds it. */
    public void build() throws IOException, InterruptedException {
        Process build = new ProcessBuilder(
                        "sh",
                        folder.resolve("native-shim/build.sh").toString(),
                        built(folder).toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(build.waitFor(120, TimeUnit.SECONDS) && build.exitValue() == 0, said);
    }

    private void copy(Path name) throws IOException {
        Path to = folder.resolve(name);
        Files.createDirectories(to.getParent());
        Files.copy(HOME.resolve(name), to);
    }
}
