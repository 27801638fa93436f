package org.heddle.dpor.explore.restart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.optimal.LeafOrder;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Histories;
import org.heddle.dpor.testkit.LockedPrograms;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** When critical sections are tried in one go, what it saves, and that nothing is lost. */
final class SectionsTrialTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 4;
    private static final int MOST_INTERLEAVINGS = 500;

    /** A trial after so many executions. */
    private static Frontier trialAfter(int first, Trial.Past past) {
        return new SectionsTrial(SectionsTrialTest::search, past, first);
    }

    private static Frontier search(WholeSections sections) {
        return new DependenceAware(
                relation -> MergedSections.of(new OptimalDpor(relation, LeafOrder.DEPTH_FIRST), sections));
    }

    private static Verdict explore(Program program, Frontier frontier) {
        return explore(program, frontier, UnaryOperator.identity());
    }

    private static Verdict explore(Program program, Frontier frontier, UnaryOperator<Execution> tampering) {
        return Oracle.explore(new SimulatedTarget(program, Oracle.MEMORY, 1).tamper(tampering), frontier);
    }

    /** So many threads that each update a place under one mutex; there are so many places. */
    private static Program table(int threads, int places) {
        List<Program.Body> bodies = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int place = t % places;
            bodies.add(code -> code.lock(100)
                    .plainRead(registers -> place)
                    .plainWrite(registers -> place, registers -> registers[2] + 1)
                    .unlock(100));
        }
        return Program.bare(bodies.toArray(Program.Body[]::new));
    }

    @Test
    void sectionsThatCommute_haveOneClassFromTheTrialOn() {
        Verdict verdict = explore(table(5, 5), trialAfter(8, new Trial.Past()));
        assertTrue(verdict.complete());
        assertEquals(8, verdict.counts().total(), "of 5!");
    }

    @Test
    void sectionsThatDoNotCommute_goOnWhereTheyWereLeft() {
        Verdict verdict = explore(table(4, 1), trialAfter(5, new Trial.Past()));
        assertTrue(verdict.complete());
        assertEquals(24, verdict.counts().total());
    }

    @Test
    void aTrialThatGainsNothing_isNotRepeatedBySearchesThatBeginAgain() {
        Trial.Past past = new Trial.Past();
        assertEquals(24, explore(table(4, 1), trialAfter(3, past)).counts().total());
        assertEquals(24, explore(table(4, 4), trialAfter(3, past)).counts().total());
    }

    /** They begin again because more memory is visible, which says nothing against the trial. */
    @Test
    void aTrialThatGains_isRepeatedBySearchesThatBeginAgain() {
        Trial.Past past = new Trial.Past();
        assertEquals(3, explore(table(4, 4), trialAfter(3, past)).counts().total());
        assertEquals(3, explore(table(4, 4), trialAfter(3, past)).counts().total());
    }

    @Test
    void smallPrograms_haveTheirClassesAlone() {
        Frontier frontier = new SearchOptions(true, Measure.NONE, 0, Reduction.OPTIMAL)
                .with(Set.of(Coarser.LOCK_LATER))
                .frontier();
        assertEquals(24, explore(table(4, 4), frontier).counts().total());
    }

    @Test
    void largePrograms_areTriedByTheDefaultCourse() {
        Frontier frontier = new SearchOptions(true, Measure.NONE, 0, Reduction.OPTIMAL)
                .with(Set.of(Coarser.LOCK_LATER))
                .frontier();
        Verdict verdict = explore(table(7, 7), frontier);
        assertTrue(verdict.complete());
        assertTrue(verdict.counts().total() < 200, verdict + " of 7!");
    }

    private static boolean isAnyInOneGo(Execution execution) {
        return execution.events().stream().anyMatch(event -> event.section() != null);
    }

    /** A data race beside sections in one go may not show again where they are ordered, so the search in which they are goes on. */
    @Test
    void aRaceInTheTrial_endsIt() {
        Race.Access access = new Race.Access(0, 0, 0, true, false, false);
        MemoryRange range = new MemoryRange(3, 1);
        Race race = new Race(access, access, true, false, 0, range, range, range, 0);
        UnaryOperator<Execution> tampering = execution ->
                isAnyInOneGo(execution) ? execution.with(execution.seen().with(List.of(race))) : execution;
        Verdict verdict = explore(table(4, 4), trialAfter(3, new Trial.Past()), tampering);
        assertTrue(verdict.complete());
        assertEquals(24, verdict.counts().total());
        assertTrue(verdict.findings().isEmpty(), "the search without will see it");
    }

    @Test
    void randomPrograms_nothingIsLost() {
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            Program program = (seed % 2 == 0 ? LockedPrograms.simple(seed) : LockedPrograms.mixed(seed)).compile();
            Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
            for (int inFlight = 1; all != null && inFlight <= 4; inFlight += 3) {
                SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, inFlight);
                int first = 1 + (int) (seed % 5);
                Verdict verdict = Oracle.explore(target, trialAfter(first, new Trial.Past()));
                String which = "seed " + seed + ", " + inFlight + " in flight: ";
                assertTrue(verdict.complete(), which + verdict);
                assertTrue(
                        target.histories().equal(all),
                        () -> which + target.histories().compare(all));
            }
        }
    }
}
