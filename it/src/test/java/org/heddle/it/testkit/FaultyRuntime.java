package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A runtime with faults, each of which an environment variable brings about: built from a copy of the sources, and of the objects of those
 * that have no fault.
 */
public final class FaultyRuntime {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Path KINDS = Path.of("dpor/src/main/java/org/heddle/dpor/model/OperationKind.java");
    private static final Path FUNCTIONS =
            Path.of("instrumenter/src/main/resources/org/heddle/instrumenter/pass/calls/library-functions.txt");

    private static final Path OBJECTS = Path.of("native-shim/target/objects");

    private final Path folder;

    /** Copies the sources into the folder. */
    public FaultyRuntime(Path folder) throws IOException {
        this.folder = folder;
        try (Stream<Path> files = Files.walk(HOME.resolve("native-shim"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path name = HOME.relativize(file);
                if (!name.startsWith("native-shim/target") || name.startsWith(OBJECTS)) {
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
        ProcessBuilder build = new ProcessBuilder(
                        "sh",
                        folder.resolve("native-shim/build.sh").toString(),
                        built(folder).toString())
                .redirectErrorStream(true);
        build.environment().put("HEDDLE_OBJECTS", folder.resolve(OBJECTS).toString());
        Process building = build.start();
        String said = new String(building.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(building.waitFor(120, TimeUnit.SECONDS) && building.exitValue() == 0, said);
    }

    private void copy(Path name) throws IOException {
        Path to = folder.resolve(name);
        Files.createDirectories(to.getParent());
        Files.copy(HOME.resolve(name), to, StandardCopyOption.COPY_ATTRIBUTES); // the build looks at the times
    }
}
