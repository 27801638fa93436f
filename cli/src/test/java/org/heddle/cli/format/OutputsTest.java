package org.heddle.cli.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.UserError;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.output.Outputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which forms of a report are written, and what is said of one that cannot be. */
final class OutputsTest {
    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();

    private void write(Path named) throws Exception {
        Outputs.of(List.of(Files.createDirectories(folder.resolve("all")), named))
                .write(Samples.report(Samples.deadlock()), new Reports(Path.of("/src"), Sheet.PLAIN), 0, told::add);
    }

    private Set<String> written() throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return new TreeSet<>(files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList());
        }
    }

    @Test
    void everyFormThatWasAskedFor_isWritten() throws Exception {
        write(folder.resolve("named.md"));
        Set<String> all = new TreeSet<>(Set.of("named.md"));
        Arrays.stream(ReportFormat.values()).map(ReportFormat::fileName).forEach(all::add);
        assertEquals(all, written());
        assertEquals(all.size(), told.size(), "each is told before it is written, since it may take long");
        assertTrue(told.containsAll(List.of("writing named.md", "writing report.json")), told.toString());
    }

    @Test
    void whatCannotBeWritten_isNamed_isNoSuccess_andLeavesTheOthersAlone() throws Exception {
        Path named = folder.resolve("named.md");
        Files.createSymbolicLink(named, Path.of("/dev/full"));
        Files.createDirectories(folder.resolve("all"));
        Files.createSymbolicLink(folder.resolve("all/report.json"), Path.of("/dev/full"));
        UserError failed = assertThrows(UserError.class, () -> write(named));
        assertEquals(ExitCodes.UNWRITTEN, failed.exitCode());
        assertTrue(failed.getMessage().contains("named.md (No space left on device), "), failed.getMessage());
        assertTrue(failed.getMessage().contains("report.json (No space left on device): "), failed.getMessage());
        assertEquals(ReportFormat.values().length - 1, written().size(), "all the others");
    }

    @Test
    void aFinding_staysOneWhereTheReportCannotBeWritten() {
        assertEquals(ExitCodes.FINDING, ExitCodes.ofUnwritten(ExitCodes.FINDING));
        assertEquals(9, ExitCodes.ofUnwritten(9), "of --error-exitcode");
        assertEquals(ExitCodes.UNWRITTEN, ExitCodes.ofUnwritten(ExitCodes.INCOMPLETE));
    }
}
