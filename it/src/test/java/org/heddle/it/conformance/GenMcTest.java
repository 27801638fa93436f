package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * GenMC's litmus tests: it says how many executions each has, under sequential consistency and under RC11.
 *
 * <p>{@code -Dheddle.genmc=FOLDER} names GenMC's {@code tests/correct}, which is no part of this project; {@code -Dheddle.program=WORD} takes the
 * tests whose name has the word.
 */
@Tag("thorough")
@EnabledIfSystemProperty(named = "heddle.genmc", matches = ".+")
@Timeout(120)
final class GenMcTest {
    private static final Path SUITE =
            Path.of(System.getProperty("heddle.genmc", ".")).resolve("litmus");

    /**
     * What GenMC counts otherwise: it takes a read-modify-write for two events, and a sequentially consistent access to come before another by
     * program order, happens-before and program order also where these stay at one variable.
     */
    private static final Map<String, Integer> OTHERWISE = Map.of("Z6.U", 24, "WWmerge1", 18);

    /**
     * Executions in which an assumption fails are counted here, and not there; plain memory that races is not explored; two take GenMC's own header
     * or macros.
     */
    private static final Set<String> NOT_COUNTED_ALIKE = Set.of(
            "assume-ctrl",
            "WWR+2WR",
            "psc-ar",
            "psc-base-notin-ar",
            "psc-sbhbsb",
            "MP+rels+acq",
            "MP+rels+acqf",
            "MPU+rels+acq",
            "MPU+rels+acqf",
            "MPU2+rels+acq",
            "MPU2+rels+acqf",
            "S+rels+acq",
            "S+rels+acqf",
            "W+JW",
            "SB",
            "wrw");

    @TempDir
    private Path folder;

    static List<String> programs() throws IOException {
        String word = System.getProperty("heddle.program", "");
        try (Stream<Path> files = Files.list(SUITE)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains(word) && !NOT_COUNTED_ALIKE.contains(name))
                    .filter(name ->
                            count(name, "sc").isPresent() && count(name, "rc11").isPresent())
                    .sorted()
                    .toList();
        }
    }

    /** How many executions there are by GenMC; empty where it takes more options than one run. */
    private static Optional<Integer> count(String name, String model) {
        Path file = SUITE.resolve(name).resolve("expected." + model + ".mo.in");
        try {
            String text = Files.exists(file) ? Files.readString(file).strip() : "";
            return text.lines().findFirst().filter(line -> line.matches("\\d+")).map(Integer::valueOf);
        } catch (IOException failed) {
            throw new IllegalStateException(file + " cannot be read", failed);
        }
    }

    private static Path source(String name) throws IOException {
        Path variants = SUITE.resolve(name).resolve("variants");
        try (Stream<Path> files = Files.list(variants)) {
            return files.filter(file -> file.toString().endsWith(".c"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private int executions(String name, String model) throws IOException {
        Run run = Heddle.check(
                folder,
                "--model=" + model,
                "--points=sync",
                "--coarser=" + (model.equals("sc") ? "exit" : "auto"),
                "--cflags=-w",
                source(name));
        assertEquals(0, run.exitCode(), run::toString);
        return run.json().at("/executions/total").intValue();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void program_hasAsManyExecutionsAsItHasThere(String name) throws IOException {
        assertEquals(count(name, "sc").orElseThrow(), executions(name, "sc"), "sc");
        int expected = OTHERWISE.getOrDefault(name, count(name, "rc11").orElseThrow());
        assertEquals(expected, executions(name, "rc11"), "rc11");
    }
}
