package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the calls that the runtime stands in for do behind their arguments: for each argument, a program that races with it and one that
 * just does not. The lines of {@code interposed.txt}, which ArgumentTableTest compares with the table.
 */
@Timeout(900)
final class InterposedArgumentsTest {
    private static final String FOLDER = "/arguments/";

    /** Of so many lines, one is tried in the shorter profile. */
    private static final int ONE_IN = 12;

    private static final List<Line> LINES = lines();

    /** A line; twice as many cases as there are lines, those with a race first. */
    private record Line(String argument, String before, String call, String races, String apart) {
        private static Line of(String text) {
            String[] columns = text.split("\\|", -1);
            assertEquals(5, columns.length, text);
            return new Line(
                    columns[0].strip(), columns[1].strip(), columns[2].strip(), columns[3].strip(), columns[4].strip());
        }
    }

    private static Path program;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("some")
    void argumentOfSomeCalls_racesWhereItIsTouched(Line line) {
        check(line);
    }

    @Tag("thorough")
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("all")
    void argumentOfCall_racesWhereItIsTouched(Line line) {
        check(line);
    }

    @Test
    void lines_areMany() {
        assertTrue(LINES.size() > 130, LINES.size() + " lines");
    }

    private static Stream<Line> all() {
        return LINES.stream();
    }

    private static Stream<Line> some() {
        return IntStream.range(0, LINES.size())
                .filter(index -> index % ONE_IN == 0)
                .mapToObj(LINES::get);
    }

    private void check(Line line) {
        int index = LINES.indexOf(line);
        Run racy = Heddle.check(folder, "--keep-going", program, "--", index);
        assertEquals(1, racy.exitCode(), () -> line + "\n" + racy);
        assertTrue(
                StreamSupport.stream(racy.json().at("/findings").spliterator(), false)
                        .anyMatch(finding -> finding.path("kind").textValue().matches(expected(line))),
                () -> line + "\n" + racy);
        Run apart = Heddle.check(folder, "--keep-going", program, "--", LINES.size() + index);
        assertEquals(0, apart.exitCode(), () -> line + "\n" + apart);
    }

    /** Whoever touches what has been given back does worse. */
    private static String expected(Line line) {
        boolean givesBack = line.argument().matches("(free|munmap|mremap|shmdt) 0");
        return givesBack ? "data-race|use-after-free|crash" : "data-race";
    }

    private static String text(String name) {
        try (InputStream stream = InterposedArgumentsTest.class.getResourceAsStream(FOLDER + name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private static List<Line> lines() {
        return text("interposed.txt")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Line::of)
                .collect(Collectors.toUnmodifiableList());
    }

    private static String switched(Function<Line, String> racing, Function<Line, String> apart) {
        List<String> cases = new ArrayList<>();
        LINES.forEach(line -> cases.add(racing.apply(line)));
        LINES.forEach(line -> cases.add(apart.apply(line)));
        return IntStream.range(0, cases.size())
                .mapToObj(number -> "case " + number + ": {" + cases.get(number) + ";} break;\n")
                .collect(Collectors.joining());
    }

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException {
        Path source = folder.resolve("program.c");
        Files.writeString(
                source,
                text("interposed.c")
                        .replace("@CALLS@", switched(Line::call, Line::call))
                        .replace("@BEFORE@", switched(Line::before, Line::before))
                        .replace("@MAINS@", switched(Line::races, Line::apart)));
        program = folder.resolve("program");
        Run run = Heddle.run("cc", "-g", "-O1", "-w", source, "-pthread", "-o", program);
        assertEquals(0, run.exitCode(), run::toString);
    }
}
