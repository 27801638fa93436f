package org.heddle.it.source;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the runtime lacks is told where it is built, and not by every program that starts. */
class RuntimeLinkTest {
    private static final Path SOURCES = Path.of("..");
    private static final List<String> PARTS = List.of(
            "native-shim/build.sh",
            "native-shim/operations.awk",
            "native-shim/harmless.awk",
            "native-shim/src",
            "native-shim/include",
            "native-shim/apart",
            "native-shim/steady",
            "native-shim/warm",
            "native-shim/target/objects",
            "dpor/src/main/java/org/heddle/dpor/model/OperationKind.java",
            "instrumenter/src/main/resources/org/heddle/instrumenter/pass/calls/library-functions.txt");

    @TempDir
    private Path home;

    @Test
    void withoutARule_theRuntimeDoesNotLink() throws IOException, InterruptedException {
        copyRuntime();
        Path family = home.resolve("native-shim/src/sync/threads/yield.c");
        String code = Files.readString(family);
        String removed = code.replaceAll("(?m)^RULE\\(YIELD\\) = .*;\\n", "");
        assertNotEquals(code, removed, "the rule is there");
        Files.writeString(family, removed);

        Process build = build();
        String said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertNotEquals(0, build.waitFor(), said);
        assertTrue(said.contains("undefined") && said.contains("rule_of_YIELD"), said);
        assertFalse(Files.exists(home.resolve("made/libheddle.so")));
    }

    /** The sources and their build script, in a place of their own. */
    private void copyRuntime() throws IOException {
        for (String part : PARTS) {
            try (Stream<Path> files = Files.walk(SOURCES.resolve(part))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path copy = home.resolve(SOURCES.relativize(file));
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES); // the build looks at the times
                }
            }
        }
    }

    /** What has not changed is not compiled again. */
    private Process build() throws IOException {
        ProcessBuilder build = new ProcessBuilder(
                        "sh",
                        home.resolve("native-shim/build.sh").toString(),
                        home.resolve("made").toString())
                .redirectErrorStream(true);
        build.environment()
                .put(
                        "HEDDLE_OBJECTS",
                        home.resolve("native-shim/target/objects").toString());
        return build.start();
    }
}
