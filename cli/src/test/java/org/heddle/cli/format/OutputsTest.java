package org.heddle.cli.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.heddle.cli.format.text.Paint;
import org.heddle.cli.output.Outputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which forms of a report are written where time is short. */
final class OutputsTest {
    @TempDir
    private Path folder;

    private List<String> write(BooleanSupplier isLate) throws Exception {
        Path named = folder.resolve("named.md");
        return Outputs.of(List.of(Files.createDirectories(folder.resolve("all")), named))
                .write(Samples.report(Samples.deadlock()), new Reports(Path.of("/src"), Paint.NONE), 1, isLate)
                .stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }

    private Set<String> written() throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return new TreeSet<>(files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList());
        }
    }

    @Test
    void whatThereIsNoTimeFor_isNamed_andNothingOlderIsLeftThere() throws Exception {
        assertEquals(List.of(), write(() -> false));
        assertEquals(ReportFormat.values().length + 1, written().size(), "and the one that was named");
        int[] looks = {0};
        List<String> leftOut = write(() -> ++looks[0] > 2);
        assertEquals(List.of("report.html", "report.xml", "report.md", "report.gcc", "report.trace.json"), leftOut);
        assertEquals(Set.of("named.md", "report.txt", "report.json", "report.sarif"), written());
    }

    @Test
    void whatWasNamed_andTheText_areWrittenInAnyCase() throws Exception {
        assertEquals(ReportFormat.values().length - 1, write(() -> true).size(), "all but the text");
        assertEquals(Set.of("named.md", "report.txt"), written());
    }
}
