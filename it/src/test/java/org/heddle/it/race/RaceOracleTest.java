package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Races of random C programs are those of all their interleavings, whatever the scheduling points. */
@Timeout(900)
@Tag("thorough")
final class RaceOracleTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.race.programs", 5);
    private static final Pattern VARIABLE = Pattern.compile("data race on x\\.x(\\d)");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "all", "lock"})
    void racingPairs_areThoseOfAllInterleavings(String points) throws IOException {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            RandomRacyProgram program = new RandomRacyProgram(seed, false, seed % 2 == 1);
            Set<String> expected = new Interleavings(program).pairs();
            JsonNode report = check(program, points, seed);
            Set<String> found = new TreeSet<>();
            report.get("findings").forEach(finding -> found.addAll(pairs(finding)));
            assertEquals(expected, found, points + ", seed " + seed + "\n" + program.source());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "all", "lock"})
    void racingVariables_areThoseOfAllInterleavings_withEveryMemoryOrder(String points) throws IOException {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            RandomRacyProgram program = new RandomRacyProgram(seed, true, seed % 2 == 1);
            Set<Integer> expected = new Interleavings(program).variables();
            JsonNode report = check(program, points, seed);
            Set<Integer> found = new TreeSet<>();
            report.get("findings").forEach(finding -> found.add(variable(finding)));
            assertEquals(expected, found, points + ", seed " + seed + "\n" + program.source());
        }
    }

    /**
     * With these scheduling points; or with the usual ones, where critical sections are ordered by what they touch. Functions of every
     * other program have a copy without hooks.
     */
    private JsonNode check(RandomRacyProgram program, String how, int seed) throws IOException {
        Path file = Files.writeString(folder.resolve("race.c"), program.source());
        String option = how.equals("lock") ? "--coarser" : "--points";
        Run run = Heddle.check(
                folder,
                "--cflags",
                seed % 2 == 0 ? "-O2" : "-O1",
                "--keep-going",
                "--bound",
                "none",
                option,
                how,
                file);
        JsonNode report = run.json();
        assertTrue(report.get("complete").booleanValue(), run::toString);
        return report;
    }

    /** The lines of each pair of accesses that a finding has. */
    static List<String> pairs(JsonNode finding) {
        List<String> pairs = new ArrayList<>();
        for (JsonNode pair : finding.get("pairs")) {
            int first = pair.get("first").get("line").intValue();
            int second = pair.get("second").get("line").intValue();
            pairs.add(Math.min(first, second) + "-" + Math.max(first, second));
        }
        return pairs;
    }

    private static int variable(JsonNode finding) {
        Matcher variable = VARIABLE.matcher(finding.get("message").textValue());
        assertTrue(variable.find(), finding.toString());
        return Integer.parseInt(variable.group(1));
    }
}
