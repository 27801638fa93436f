package org.heddle.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.heddle.cli.Main;

/** The launcher for the commands of the pages. They run in JVMs that a server of this one keeps warm. */
final class WarmHeddle {
    private final Path folder;

    /** Its server's files lie in this folder. */
    WarmHeddle(Path folder) {
        this.folder = folder;
    }

    /** Writes the launcher into a folder. */
    void install(Path place) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------")); // else no server starts
        Path launcher = Files.writeString(
                place.resolve("heddle"),
                """
                #!/bin/sh
                export XDG_RUNTIME_DIR='%s' HEDDLE_SERVER=1
                exec '%s/heddle-warm' '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dheddle.native='%2$s' -cp '%s' %s "$@"
                """
                        .formatted(
                                folder,
                                System.getProperty("heddle.native"),
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Ends the server, where a command has started one. */
    void stop() throws IOException, InterruptedException {
        if (Files.exists(folder.resolve("heddle"))) {
            Path place = Files.createDirectories(folder.resolve("launcher"));
            install(place);
            Process stop = new ProcessBuilder(place.resolve("heddle").toString(), "server", "--stop").start();
            assertEquals(0, stop.waitFor());
        }
    }
}
