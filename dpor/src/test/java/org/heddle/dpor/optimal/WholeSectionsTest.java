package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.explore.restart.MergedSections;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Section;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Histories;
import org.heddle.dpor.testkit.LockedPrograms;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Critical sections that are executed in one go, against brute force on random programs, in which nobody does so. */
@Tag("thorough")
final class WholeSectionsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 4;
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = 500;

    /** What is wrong; null if nothing is, or the program is too large. */
    private static String check(
            RandomProgram random, long seed, Dependence relation, UnaryOperator<Execution> tampering) {
        Program program = random.compile();
        Map<String, String> classes = BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS, WholeSections.ALL);
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        if (classes == null || all == null) {
            return null;
        }
        Random order = new Random(seed);
        for (boolean isOrdered : new boolean[] {true, false}) {
            LeafOrder leaves = isOrdered ? LeafOrder.DEPTH_FIRST : order::nextInt;
            SimulatedTarget target =
                    new SimulatedTarget(program, Oracle.MEMORY, isOrdered ? 1 : 1 + order.nextInt(8)).tamper(tampering);
            Frontier search = MergedSections.of(new OptimalDpor(relation, leaves), WholeSections.ALL);
            Comparison comparison = Oracle.compare(target, classes.keySet(), search);
            if (!comparison.isSound() || comparison.repeated() > 0) {
                return "ordered " + isOrdered + ": " + comparison;
            }
            if (!target.histories().equal(all)) {
                return target.histories().compare(all);
            }
        }
        return null;
    }

    private static String checkCourses(RandomProgram random) {
        Program program = random.compile();
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        if (all == null) {
            return null;
        }
        for (boolean isAuto : new boolean[] {true, false}) {
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 2);
            Verdict verdict = explore(target, isAuto, Set.of(Coarser.LOCK));
            if (!verdict.complete() || !target.histories().equal(all)) {
                return "auto " + isAuto + ": " + verdict.complete() + " "
                        + target.histories().compare(all);
            }
        }
        return null;
    }

    private static Verdict explore(SimulatedTarget target, boolean isAuto, Set<Coarser> coarser) {
        return Oracle.explore(
                target,
                new SearchOptions(isAuto, Measure.NONE, 0, Reduction.OPTIMAL)
                        .with(coarser)
                        .frontier());
    }

    private static void assertNothingWrong(
            LongFunction<RandomProgram> programs, Function<RandomProgram, String> check) {
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            RandomProgram program = programs.apply(seed);
            String failure = check.apply(program);
            if (failure != null) {
                RandomProgram smallest = program.shrink(candidate -> check.apply(candidate) != null);
                throw new AssertionError("seed " + seed + ": " + smallest + "\n" + check.apply(smallest));
            }
        }
    }

    @Test
    void randomPrograms_oneExecutionOfEachClass_andNothingThatCanBeToldIsLost() {
        assertNothingWrong(
                LockedPrograms::simple, program -> check(program, SEED, new Dependence(), UnaryOperator.identity()));
    }

    @Test
    void randomPrograms_noCourseLosesAnything() {
        assertNothingWrong(LockedPrograms::mixed, WholeSectionsTest::checkCourses);
        assertNothingWrong(LockedPrograms::simple, WholeSectionsTest::checkCourses);
    }

    /** No program has more classes than where mutexes are ordinary. */
    @Test
    void randomPrograms_haveNoMoreClasses() {
        int fewer = 0;
        for (long seed = SEED; seed < SEED + 4L * PROGRAMS; seed++) {
            Program program = LockedPrograms.simple(seed).compile();
            Map<String, String> ordinary = BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS);
            Map<String, String> whole =
                    BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS, WholeSections.ALL);
            if (ordinary != null && whole != null) {
                assertTrue(whole.size() <= ordinary.size(), "seed " + seed);
                fewer += whole.size() < ordinary.size() ? 1 : 0;
            }
        }
        assertTrue(fewer > PROGRAMS / 10, "some have fewer, " + fewer);
    }

    @Test
    void sectionsThatTouchDifferentData_haveOneClass() {
        Program.Body[] threads = new Program.Body[4];
        for (int t = 0; t < threads.length; t++) {
            int own = t;
            threads[t] = code -> code.lock(100)
                    .plainRead(registers -> own)
                    .plainWrite(registers -> own, registers -> registers[2] + 1)
                    .unlock(100);
        }
        assertEquals(24, count(Program.bare(threads), Set.of()));
        assertEquals(1, count(Program.bare(threads), Set.of(Coarser.LOCK)));
    }

    @Test
    void sectionsThatOnlyRead_haveOneClass_andOneForEachPlaceOfAWriter() {
        Program.Body reader = code -> code.lock(100).plainRead(registers -> 1).unlock(100);
        Program.Body writer = code ->
                code.lock(100).plainWrite(registers -> 1, registers -> 7).unlock(100);
        assertEquals(1, count(Program.bare(reader, reader, reader), Set.of(Coarser.LOCK)));
        assertEquals(8, count(Program.bare(reader, reader, reader, writer), Set.of(Coarser.LOCK)));
    }

    private static long count(Program program, Set<Coarser> coarser) {
        return explore(new SimulatedTarget(program, Oracle.MEMORY, 1), false, coarser)
                .counts()
                .total();
    }

    // ---- mistakes on purpose ----

    private static void assertNoticed(Dependence mistake, UnaryOperator<Execution> tampering) {
        for (long seed = 1; seed < 800; seed++) {
            RandomProgram program = LockedPrograms.simple(seed);
            try {
                if (check(program, seed, mistake, tampering) != null) {
                    return;
                }
            } catch (IllegalStateException inconsistent) {
                return;
            }
        }
        throw new AssertionError("the mistake is not noticed");
    }

    private static void assertNoticed(Dependence mistake) {
        assertNoticed(mistake, UnaryOperator.identity());
    }

    private static void assertNoticed(Function<Section, Section> mistake) {
        assertNoticed(
                new Dependence(),
                execution -> execution.withEvents(execution.events().stream()
                        .map(event -> event.section() == null ? event : event.with(mistake.apply(event.section())))
                        .toList()));
    }

    @Test
    void sectionsThatAllCommute_areNoticed() {
        assertNoticed(new Dependence() {
            @Override
            public boolean conflict(Section a, Section b) {
                return false;
            }
        });
    }

    @Test
    void sectionsThatConflictOnlyWhereBothWrite_areNoticed() {
        assertNoticed(new Dependence() {
            @Override
            public boolean conflict(Section a, Section b) {
                return writes(a).conflictsWith(writes(b));
            }
        });
    }

    private static Section writes(Section section) {
        return new Section(
                section.touches().stream().filter(Section.Touch::writes).toList(), section.isEverything());
    }

    @Test
    void sectionsThatAllConflict_areNoticed() {
        assertNoticed(new Dependence() {
            @Override
            public boolean conflict(Section a, Section b) {
                return true;
            }
        });
    }

    @Test
    void sectionsThatTouchMoreThanIsTold_andCommute_areNoticed() {
        assertNoticed(new Dependence() {
            @Override
            public AccessKind first(Event event) {
                return event.isWhole() ? AccessKind.SHARE : super.first(event);
            }
        });
    }

    @Test
    void sectionsThatWriteTheirMutex_areNoticed() {
        assertNoticed(new Dependence() {
            @Override
            public AccessKind first(Event event) {
                return event.isWhole() ? AccessKind.WRITE : super.first(event);
            }
        });
    }

    @Test
    void racesOfReadsWithWrites_thatAreNotSeen_areNoticed() {
        assertNoticed(new Dependence() {
            @Override
            public boolean conflict(AccessKind a, AccessKind b) {
                return a == b && super.conflict(a, b);
            }
        });
    }

    @Test
    void readsThatAreNotTold_areNoticed() {
        assertNoticed(WholeSectionsTest::writes);
    }

    @Test
    void writesThatAreToldAsReads_areNoticed() {
        assertNoticed(section -> new Section(
                section.touches().stream()
                        .map(touch -> new Section.Touch(touch.range(), false))
                        .toList(),
                section.isEverything()));
    }

    @Test
    void readsThatAreToldAsWrites_areNoticed() {
        assertNoticed(section -> new Section(
                section.touches().stream()
                        .map(touch -> new Section.Touch(touch.range(), true))
                        .toList(),
                section.isEverything()));
    }

    @Test
    void rangesThatAreLeftOut_areNoticed() {
        assertNoticed(section -> new Section(section.touches().stream().limit(1).toList(), section.isEverything()));
    }

    @Test
    void sectionsThatTouchMoreThanIsTold_andDoNotSaySo_areNoticed() {
        assertNoticed(section -> new Section(section.touches(), false));
    }

    @Test
    void mutexesThatAreOrdinary_andTakenForOthers_areNoticed() {
        for (long seed = 1; seed < 800; seed++) {
            Program program = LockedPrograms.mixed(seed).compile();
            Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
            if (all != null) {
                SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1);
                Oracle.explore(target, MergedSections.of(new OptimalDpor(), WholeSections.ALL));
                if (!target.histories().equal(all)) {
                    return;
                }
            }
        }
        throw new AssertionError("nothing is lost");
    }
}
