package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of the source tree, with stand-ins for Maven and Java. */
@Timeout(900)
final class LauncherTest {
    private static final Path LAUNCHER = Path.of("../heddle").toAbsolutePath();

    @TempDir
    private Path home;

    @Test
    void theBuild_doesNotUseTheCompilerThatTheEnvironmentNames_forThatIsWhatIsBuilt() throws Exception {
        Files.copy(LAUNCHER, home.resolve("heddle"));
        Path tools = Files.createDirectory(home.resolve("tools"));
        program(tools.resolve("mvn"), "echo \"CC=${CC-none} CFLAGS=${CFLAGS-none}\" >seen");
        program(tools.resolve("java"), "exit 0");
        ProcessBuilder launcher = new ProcessBuilder(
                        "sh", home.resolve("heddle").toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("output").toFile());
        launcher.environment().merge("PATH", "", (path, none) -> tools + File.pathSeparator + path);
        launcher.environment().put("CC", "heddle-cc");
        launcher.environment().put("CFLAGS", "-O0");
        Path temporary = Files.createDirectory(home.resolve("temporary"));
        launcher.environment().put("TMPDIR", temporary.toString());
        Process process = launcher.start();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it ends");
        assertEquals(
                "CC=none CFLAGS=none", Files.readString(home.resolve("seen")).strip());
        assertEquals(0, temporary.toFile().list().length, "nothing is left behind");
    }

    @Test
    void folderWithABlankInItsName_isNoWordOfItsOwn() throws Exception {
        Path folder = Files.createDirectory(home.resolve("a folder"));
        Files.copy(LAUNCHER, folder.resolve("heddle"));
        make(folder, "native-shim/target/native/libheddle.so", "cli/target/classpath", "cli/target/heddle.jsa");
        Path tools = Files.createDirectory(home.resolve("tools"));
        program(tools.resolve("java"), "printf '%s\\n' \"$@\"");
        ProcessBuilder launcher = new ProcessBuilder(
                        "sh", folder.resolve("heddle").toString(), "check", "my program")
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("output").toFile());
        launcher.environment().merge("PATH", "", (path, none) -> tools + File.pathSeparator + path);
        assertTrue(launcher.start().waitFor(30, TimeUnit.SECONDS), "it ends");
        List<String> words = Files.readAllLines(home.resolve("output"));
        assertTrue(
                words.contains("-XX:SharedArchiveFile=" + folder.resolve("cli/target/heddle.jsa")), words.toString());
        assertEquals(List.of("check", "my program"), words.subList(words.size() - 2, words.size()));
    }

    /** The first of two is killed while it makes the archive; the second one makes it. */
    @Test
    void interruptedStart_isNoReasonToDoWithoutTheArchive() throws Exception {
        Files.copy(LAUNCHER, home.resolve("heddle"));
        make(home, "native-shim/target/native/libheddle.so", "cli/target/classpath", "cli/src/dist/start.c");
        Path tools = Files.createDirectory(home.resolve("tools"));
        Path waits = Files.writeString(home.resolve("waits"), "");
        Path begun = home.resolve("begun");
        program(
                tools.resolve("java"),
                "touch " + begun + "; while [ -f " + waits + " ]; do :; done\n"
                        + "for word in \"$@\"; do case $word in -XX:SharedArchiveFile=*.new) touch \"${word#*=}\" ;; esac; done");
        Process first = check(tools);
        while (!Files.exists(begun)) {
            Thread.sleep(20);
        }
        List<ProcessHandle> itsOwn = first.descendants().collect(Collectors.toList());
        first.destroyForcibly().waitFor(); // first of all, so that it does not see the others end
        for (ProcessHandle process : itsOwn) {
            process.destroyForcibly();
            process.onExit().join();
        }
        Files.delete(waits);
        Path archive = home.resolve("cli/target/heddle.jsa");
        assertFalse(Files.exists(archive), "it was not made");
        assertTrue(check(tools).waitFor(30, TimeUnit.SECONDS), "it ends");
        assertTrue(Files.exists(archive), "it is made now");
        Files.delete(archive);
        assertTrue(check(tools).waitFor(30, TimeUnit.SECONDS), "it ends");
        assertFalse(Files.exists(archive), "it is made once");
    }

    private Process check(Path tools) throws IOException {
        ProcessBuilder launcher = new ProcessBuilder(
                        "sh", home.resolve("heddle").toString(), "check", "program")
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("output").toFile());
        launcher.environment().merge("PATH", "", (path, none) -> tools + File.pathSeparator + path);
        return launcher.start();
    }

    private static void make(Path folder, String... files) throws IOException {
        for (String file : files) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.writeString(folder.resolve(file), "");
        }
    }

    private static void program(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }
}
