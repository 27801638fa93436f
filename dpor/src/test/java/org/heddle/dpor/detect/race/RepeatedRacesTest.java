package org.heddle.dpor.detect.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** Of the races of many executions as much is known as if each had been worked out for itself. */
final class RepeatedRacesTest {
    private static final MemoryRange RANGE = new MemoryRange(64, 4);

    private static List<Execution> executions() {
        SimulatedTarget target = new SimulatedTarget(
                Program.bare(
                        t -> t.lock(1).unlock(1).lock(2).unlock(2),
                        t -> t.lock(2).unlock(2).lock(1).unlock(1)),
                Oracle.MEMORY,
                1);
        List<Execution> all = new ArrayList<>();
        target.tamper(execution -> {
            all.add(execution);
            return execution;
        });
        Oracle.explore(target, TreeSearch.plain(new Dependence(), Measure.PREEMPTIONS, Integer.MAX_VALUE));
        return all;
    }

    private static Race race(Random random) {
        Race.Access first =
                new Race.Access(0, random.nextInt(4), random.nextInt(3), random.nextBoolean(), false, false);
        Race.Access second =
                new Race.Access(1, random.nextInt(4), random.nextInt(3), true, random.nextInt(4) == 0, false);
        boolean swapped = random.nextBoolean();
        return new Race(
                swapped ? second : first,
                swapped ? first : second,
                random.nextInt(4) > 0,
                false,
                0,
                RANGE,
                RANGE,
                RANGE,
                0);
    }

    private static Map<String, FoundFinding> tally(Detector detector, List<Execution> executions) {
        Map<String, FoundFinding> found = new HashMap<>();
        for (Execution execution : executions) {
            for (Finding finding : detector.detect(execution)) {
                FoundFinding before = found.get(finding.fingerprint());
                found.put(finding.fingerprint(), before == null ? new FoundFinding(finding, 1) : before.again(finding));
            }
        }
        return found;
    }

    @Test
    void whatIsKnownOfRaces_isTheSameAsIfEachExecutionWereWorkedOutForItself() {
        List<Execution> plain = executions();
        assertTrue(plain.size() > 20);
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<Execution> racy = new ArrayList<>();
            for (Execution execution : plain) {
                List<Race> races = new ArrayList<>();
                for (int i = random.nextInt(6); i > 0; i--) {
                    races.add(race(random));
                }
                racy.add(execution.with(execution.seen().with(races)));
            }
            assertEquals(tally(Detectors.standard(), racy), tally(Detectors.ofExploration(), racy), "seed " + seed);
        }
    }

    @Test
    void oneRaceAlone_isFoundAgainWithTheSameWords() {
        Execution plain = executions().get(0);
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Race> races = List.of(race(random), race(random), race(random));
            Execution execution = plain.with(plain.seen().with(races));
            for (Finding finding : new RaceDetector(place -> true).detect(execution)) {
                assertEquals(List.of(finding), Detectors.of(finding).detect(execution));
            }
        }
    }
}
