package org.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher of a package makes of a JVM that does not start. */
final class LauncherTest {
    @TempDir
    private Path home;

    @Test
    void jvmThatCannotStart_isNoFinding() throws Exception {
        Path java = home.resolve("lib/heddle/runtime/bin/java");
        Files.createDirectories(java.getParent());
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(java, "#!/bin/sh\necho 'Error occurred during initialization of VM' >&2\nexit 1\n");
        assertTrue(java.toFile().setExecutable(true));
        Path launcher = Files.copy(Path.of("src/dist/heddle.sh"), home.resolve("bin/heddle"));
        ProcessBuilder builder =
                new ProcessBuilder("sh", launcher.toString(), "check", "x.c").redirectErrorStream(true);
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Xmx1");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(70, process.waitFor(), said);
        assertTrue(said.contains("initialization of VM") && said.contains("heddle: Java does not start"), said);
    }
}
