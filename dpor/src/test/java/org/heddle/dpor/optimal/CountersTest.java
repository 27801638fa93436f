package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.Reduction;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.explore.Proved.Measure;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Histories;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.heddle.dpor.testkit.Ways;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Additions whose results nobody uses, against brute force on random programs. Half as many as {@code -Dheddle.soak=N} says; it and
 * {@code -Dheddle.seed=N} are those of {@code RandomProgramsTest}.
 */
@Tag("thorough")
final class CountersTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 2;
    private static final long SEED = 2 * Long.getLong("heddle.seed", 1); // even: what is cautious has other classes
    private static final int MOST_INTERLEAVINGS = 500;

    /** What is wrong; null if nothing is, or the program is too large. */
    private static String check(RandomProgram random, long seed, UnaryOperator<Dependence> mistake) {
        Program program = random.compile();
        Map<String, String> classes = BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Ways.COUNTING);
        if (classes == null) {
            return null;
        }
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        Random order = new Random(seed);
        for (LeafOrder leaves : List.<LeafOrder>of(LeafOrder.DEPTH_FIRST, order::nextInt)) {
            int inFlight = leaves == LeafOrder.DEPTH_FIRST ? 1 : 1 + order.nextInt(8);
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, inFlight).with(Ways.COUNTING);
            OptimalDpor dpor = new OptimalDpor(mistake.apply(new Dependence(false, false, true)), leaves);
            Comparison comparison = Oracle.compare(target, classes.keySet(), dpor);
            if (dpor.unpredicted() == 0 && !comparison.isOptimal()) {
                return "not optimal: " + comparison;
            }
            if (!target.histories().equal(all)) {
                return target.histories().compare(all);
            }
        }
        return null;
    }

    @Test
    void randomPrograms_oneExecutionOfEachClass_andNothingThatCanBeToldIsLost() {
        long seed = SEED;
        for (int n = 0; n < PROGRAMS; n++, seed += 2) {
            RandomProgram program = RandomProgram.counting(seed);
            String failure = check(program, seed, UnaryOperator.identity());
            if (failure != null) {
                long own = seed;
                RandomProgram smallest =
                        program.shrink(candidate -> check(candidate, own, UnaryOperator.identity()) != null);
                throw new AssertionError("seed " + seed + ": " + smallest + "\n"
                        + check(smallest, seed, UnaryOperator.identity()) + "\n" + failure);
            }
        }
    }

    private static Verdict explore(SimulatedTarget target, boolean auto, Set<Coarser> coarser) {
        return Oracle.explore(
                target,
                new SearchOptions(auto, Measure.NONE, 0, Reduction.OPTIMAL)
                        .with(coarser)
                        .frontier());
    }

    /** What is wrong with the courses that have all notions together; null if nothing is, or the program is too large. */
    private static String checkCourses(RandomProgram random) {
        Program program = random.compile();
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        if (all == null) {
            return null;
        }
        Set<Coarser> both = Set.of(Coarser.SEMAPHORE, Coarser.COUNTER);
        for (boolean auto : List.of(true, false)) {
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 2);
            boolean isComplete = explore(target, auto, both).complete();
            boolean isLess = !isComplete
                    && explore(new SimulatedTarget(program, Oracle.MEMORY, 2), auto, Set.of())
                            .complete();
            if (isLess || !target.histories().equal(all)) {
                return "auto " + auto + ": " + target.histories().compare(all);
            }
        }
        return null;
    }

    @Test
    void randomPrograms_noCourseLosesAnything() {
        long seed = SEED;
        for (int n = 0; n < PROGRAMS; n++, seed++) {
            RandomProgram program = RandomProgram.counting(seed);
            String failure = checkCourses(program);
            if (failure != null) {
                RandomProgram smallest = program.shrink(candidate -> checkCourses(candidate) != null);
                throw new AssertionError(
                        "seed " + seed + ": " + smallest + "\n" + checkCourses(smallest) + "\n" + failure);
            }
        }
    }

    @Test
    void randomPrograms_haveNoMoreClasses() {
        int fewer = 0;
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            Program program = RandomProgram.counting(seed).compile();
            Map<String, String> counting =
                    BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Ways.COUNTING);
            if (counting != null) {
                int before = BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS)
                        .size();
                assertTrue(counting.size() <= before, () -> program + " has more than " + before);
                fewer += counting.size() < before ? 1 : 0;
            }
        }
        assertTrue(fewer > PROGRAMS / 20, "some have fewer, " + fewer);
    }

    private static long count(Program program, Set<Coarser> coarser) {
        return explore(new SimulatedTarget(program, Oracle.MEMORY, 1), false, coarser)
                .counts()
                .total();
    }

    @Test
    void threadsThatCount_haveOneClass_andTwoWithOneWhoLooks() {
        Program.Body counter = t -> t.count(0, 1);
        Program.Body reader = t -> t.read(0);
        Program three = Program.bare(counter, counter, counter);
        assertEquals(6, count(three, Set.of()));
        assertEquals(1, count(three, Set.of(Coarser.COUNTER)));
        Program looking = Program.bare(counter, counter, counter, reader);
        assertEquals(24, count(looking, Set.of()));
        assertEquals(8, count(looking, Set.of(Coarser.COUNTER)), "those that come before the look");
    }

    @Test
    void additionsOfOtherBytesThatOverlap_areOrdered() {
        Program.Body word = t -> t.count(0, 255);
        Program.Body byteOfIt = t -> t.countByte(0, 1);
        assertEquals(2, count(Program.bare(word, byteOfIt), Set.of(Coarser.COUNTER)), "a carry makes a difference");
    }

    private static void assertNoticed(UnaryOperator<Dependence> mistake) {
        for (long seed = 0; seed < 600; seed += 2) {
            if (check(RandomProgram.counting(seed), seed, mistake) != null) {
                return;
            }
        }
        throw new AssertionError("the mistake is not noticed");
    }

    private static UnaryOperator<Dependence> commuting(AccessKind other) {
        return right -> new Dependence(false, false, true) {
            @Override
            public boolean conflict(AccessKind p, AccessKind q) {
                boolean removed = (p == AccessKind.SHARE && q == other) || (q == AccessKind.SHARE && p == other);
                return !removed && super.conflict(p, q);
            }
        };
    }

    @Test
    void additionsThatCommuteWithLooks_areNoticed() {
        assertNoticed(commuting(AccessKind.READ));
    }

    @Test
    void additionsThatCommuteWithStores_areNoticed() {
        assertNoticed(commuting(AccessKind.WRITE));
    }

    @Test
    void additionsThatDoNotCommute_areNoticed() {
        assertNoticed(right -> new Dependence());
    }

    @Test
    void additionsWhoseResultsAreUsed_areNoticed() {
        assertNoticed(right -> new Dependence(false, false, true) {
            @Override
            public AccessKind first(Event event) {
                AccessKind used = super.first(event);
                return event.operation().kind() == OperationKind.ATOMIC_RMW ? AccessKind.SHARE : used;
            }
        });
    }
}
