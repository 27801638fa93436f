package org.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher of a package makes of a JVM that does not start. */
final class LauncherTest {
    @TempDir
    private Path home;

    private Path launcher() throws IOException {
        Path java = home.resolve("lib/heddle/runtime/bin/java");
        Files.createDirectories(java.getParent());
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(java, "#!/bin/sh\necho 'Error occurred during initialization of VM' >&2\nexit 1\n");
        assertTrue(java.toFile().setExecutable(true));
        return Files.copy(Path.of("src/dist/heddle.sh"), home.resolve("bin/heddle"));
    }

    private static String said(ProcessBuilder builder, int exitCode) throws Exception {
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), said);
        return said;
    }

    @Test
    void jvmThatCannotStart_isNoFinding() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", launcher().toString(), "check", "x.c");
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Xmx1");
        String said = said(builder, 70);
        assertTrue(said.contains("initialization of VM") && said.contains("heddle: Java does not start"), said);
    }

    @Test
    void tooFewDescriptors_areNoFinding() throws Exception {
        String command = "ulimit -n 16; exec sh '" + launcher() + "' check x.c";
        String said = said(new ProcessBuilder("sh", "-c", command), 2);
        assertTrue(said.contains("ulimit -n"), said);
    }
}
