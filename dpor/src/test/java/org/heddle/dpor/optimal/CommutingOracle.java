package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Histories;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;

/**
 * Brute force on random programs, for a relation in which more commutes: half as many programs as {@code -Dheddle.soak=N} says, from
 * {@code -Dheddle.seed=N} on, as in {@code RandomProgramsTest}.
 *
 * @param relation what commutes besides what commutes anyway
 * @param programs the random program with a seed
 * @param step from one seed to the next
 * @param isCautious whether the relation is to be cautious about barriers, for the program with a seed
 * @param coarser the notions that courses have
 */
record CommutingOracle(
        Relation relation,
        LongFunction<RandomProgram> programs,
        int step,
        Predicate<Long> isCautious,
        Set<Coarser> coarser) {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 2;
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = 500;

    private long seed(int n) {
        return step * (SEED + n);
    }

    /** What is wrong; null if nothing is, or the program is too large. */
    private String check(RandomProgram random, long seed, UnaryOperator<Dependence> mistake) {
        Program program = random.compile();
        Map<String, String> classes = BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS, relation);
        if (classes == null) {
            return null;
        }
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        Random order = new Random(seed);
        for (LeafOrder leaves : List.<LeafOrder>of(LeafOrder.DEPTH_FIRST, order::nextInt)) {
            int inFlight = leaves == LeafOrder.DEPTH_FIRST ? 1 : 1 + order.nextInt(8);
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, inFlight).with(relation);
            Dependence right = new Dependence(relation.cautious(isCautious.test(seed)));
            OptimalDpor dpor = new OptimalDpor(mistake.apply(right), leaves);
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

    /** What is wrong with the courses; null if nothing is, or the program is too large. */
    private String checkCourses(RandomProgram random) {
        Program program = random.compile();
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        if (all == null) {
            return null;
        }
        for (boolean auto : List.of(true, false)) {
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 2);
            boolean isComplete = explore(target, auto, coarser).complete();
            boolean isLess = !isComplete
                    && explore(new SimulatedTarget(program, Oracle.MEMORY, 2), auto, Set.of())
                            .complete();
            if (isLess || !target.histories().equal(all)) {
                return "auto " + auto + ": " + target.histories().compare(all);
            }
        }
        return null;
    }

    /** The course without options, or the one without a bound. */
    static Verdict explore(SimulatedTarget target, boolean auto, Set<Coarser> coarser) {
        return Oracle.explore(
                target,
                new SearchOptions(auto, Measure.NONE, 0, Reduction.OPTIMAL)
                        .with(coarser)
                        .frontier());
    }

    private void assertNothingWrong(long seed, Function<RandomProgram, String> check) {
        RandomProgram program = programs.apply(seed);
        String failure = check.apply(program);
        if (failure != null) {
            RandomProgram smallest = program.shrink(candidate -> check.apply(candidate) != null);
            throw new AssertionError("seed " + seed + ": " + smallest + "\n" + check.apply(smallest) + "\n" + failure);
        }
    }

    /** Each class has one execution, and nothing that a thread can do or see is lost. */
    void assertOneExecutionOfEachClass() {
        for (int n = 0; n < PROGRAMS; n++) {
            long seed = seed(n);
            assertNothingWrong(seed, program -> check(program, seed, UnaryOperator.identity()));
        }
    }

    /** Neither does the course without options lose anything, nor the one without a bound. */
    void assertNoCourseLosesAnything() {
        for (int n = 0; n < PROGRAMS; n++) {
            assertNothingWrong(seed(n), this::checkCourses);
        }
    }

    /**
     * No program has more classes than optimal reduction alone makes, and some have fewer.
     *
     * @param isMeant of which programs this holds
     * @param oneIn one program in so many has fewer, or more programs than that
     */
    void assertNoMoreClasses(Predicate<RandomProgram> isMeant, int oneIn) {
        int fewer = 0;
        for (int n = 0; n < 2 * PROGRAMS; n++) {
            RandomProgram random = programs.apply(seed(n));
            Map<String, String> classes = isMeant.test(random)
                    ? BruteForce.classes(random.compile(), Oracle.MEMORY, MOST_INTERLEAVINGS, relation)
                    : null;
            if (classes != null) {
                int before = BruteForce.classes(random.compile(), Oracle.MEMORY, MOST_INTERLEAVINGS)
                        .size();
                assertTrue(classes.size() <= before, () -> random + " has more than " + before);
                fewer += classes.size() < before ? 1 : 0;
            }
        }
        assertTrue(fewer > PROGRAMS / oneIn, "some have fewer, " + fewer);
    }

    /** A relation that is wrong on purpose shows in one of a few hundred programs. */
    void assertNoticed(UnaryOperator<Dependence> mistake) {
        for (long seed = 0; seed < 600; seed += 2) {
            if (check(programs.apply(seed), seed, mistake) != null) {
                return;
            }
        }
        throw new AssertionError("the mistake is not noticed");
    }

    /** So does it that what shares commutes with those who use the object in another way. */
    void assertNoticedThatSharingCommutesWith(AccessKind other) {
        assertNoticed(right -> new Dependence(relation) {
            @Override
            public boolean conflict(AccessKind p, AccessKind q) {
                boolean removed = (p == AccessKind.SHARE && q == other) || (q == AccessKind.SHARE && p == other);
                return !removed && super.conflict(p, q);
            }
        });
    }

    /** So does it that every operation of a kind shares. */
    void assertNoticedThatAllShare(OperationKind kind) {
        assertNoticed(right -> new Dependence(relation) {
            @Override
            public AccessKind first(Event event) {
                AccessKind used = super.first(event);
                return event.operation().kind() == kind ? AccessKind.SHARE : used;
            }
        });
    }

    /** So does it that no more commutes than commutes anyway. */
    void assertNoticedThatNoMoreCommutes() {
        assertNoticed(right -> new Dependence());
    }

    /** How many executions an exploration takes. */
    static long count(Program program, Set<Coarser> coarser) {
        return explore(new SimulatedTarget(program, Oracle.MEMORY, 1), false, coarser)
                .counts()
                .total();
    }
}
