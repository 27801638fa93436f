package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A virtual machine that is told to end takes its targets with it. */
@Timeout(900)
final class ShutdownTest {
    @Test
    void sigterm_leavesNothingBehind() throws Exception {
        Process machine = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] line = machine.getInputStream().readNBytes(6);
        assertEquals("ready\n", new String(line, StandardCharsets.UTF_8));
        Leftovers held = Leftovers.of(machine.pid());
        assertEquals(3, held.processes().size(), "two zygotes and a stray child: " + held.processes());
        machine.destroy();
        assertTrue(machine.waitFor(20, TimeUnit.SECONDS));
        Leftovers after = Leftovers.of(machine.pid());
        assertEquals(Set.of(), after.processes());
        assertEquals(Set.of(), after.folders());
    }
}
