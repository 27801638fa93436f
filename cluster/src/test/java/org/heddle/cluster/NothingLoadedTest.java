package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A check on one machine loads nothing of what works with others, though all of it is on the class path. */
@Timeout(900)
final class NothingLoadedTest {
    private static final Pattern FOREIGN =
            Pattern.compile("^(org\\.apache\\.pekko|scala|com\\.typesafe|org\\.heddle\\.cluster)\\..*");

    @TempDir
    private Path folder;

    @Test
    void withoutCluster_noClassOfIt() throws Exception {
        Path program = Examples.compiled(folder, "40-two-locks.c");
        List<String> own = loaded("check", "-o", folder.resolve("results").toString(), program.toString());
        assertTrue(own.stream().anyMatch(name -> name.startsWith("org.heddle.server.WorkerPool")), "wrong list");
        assertEquals(
                List.of(),
                own.stream().filter(name -> FOREIGN.matcher(name).matches()).toList());
    }

    private List<String> loaded(String... words) throws Exception {
        Path list = folder.resolve("classes");
        List<String> command = ChildHeddle.command(List.of(words), "-Xlog:class+load:file=" + list + ":none");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor() <= 1, said);
        return Files.readAllLines(list).stream()
                .map(line -> line.replaceFirst(" .*", ""))
                .toList();
    }
}
