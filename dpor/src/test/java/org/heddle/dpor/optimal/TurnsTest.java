package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.Reduction;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.explore.Proved.Measure;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
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
 * Semaphores whose waits take in turn what was posted, against brute force on random programs. Half as many as {@code -Dheddle.soak=N} says;
 * it and {@code -Dheddle.seed=N} are those of {@code RandomProgramsTest}.
 */
@Tag("thorough")
final class TurnsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100) / 2;
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = 500;
    private static final long FIRST = 400; // semaphores are 0, 1 and 2 at first

    /** What is wrong; null if nothing is, or the program is too large. */
    private static String check(RandomProgram random, long seed, UnaryOperator<Dependence> mistake) {
        Program program = random.compile();
        Map<String, String> classes = BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Ways.IN_TURN);
        if (classes == null) {
            return null;
        }
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        Random order = new Random(seed);
        for (LeafOrder leaves : List.<LeafOrder>of(LeafOrder.DEPTH_FIRST, order::nextInt)) {
            int inFlight = leaves == LeafOrder.DEPTH_FIRST ? 1 : 1 + order.nextInt(8);
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, inFlight).with(Ways.IN_TURN);
            Dependence dependence = mistake.apply(new Dependence(isCrowded(random, seed), true, false));
            OptimalDpor dpor = new OptimalDpor(dependence, leaves);
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

    /** A relation that is cautious about barriers is so about atomic sections, too, and then has more classes than the naive one. */
    private static boolean isCrowded(RandomProgram program, long seed) {
        return RandomProgram.isCrowded(seed) && !program.toString().contains("Section");
    }

    @Test
    void randomPrograms_oneExecutionOfEachClass_andNothingThatCanBeToldIsLost() {
        long seed = SEED;
        for (int n = 0; n < PROGRAMS; n++, seed++) {
            RandomProgram program = RandomProgram.withSemaphores(seed);
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

    /** What is wrong; null if nothing is, or the program is too large. */
    private static String checkCourses(RandomProgram random) {
        Program program = random.compile();
        Histories all = BruteForce.histories(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Integer.MAX_VALUE);
        if (all == null) {
            return null;
        }
        for (boolean auto : List.of(true, false)) {
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 2);
            boolean isComplete =
                    explore(target, auto, Set.of(Coarser.SEMAPHORE)).complete();
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
            RandomProgram program = RandomProgram.withSemaphores(seed);
            String failure = checkCourses(program);
            if (failure != null) {
                RandomProgram smallest = program.shrink(candidate -> checkCourses(candidate) != null);
                throw new AssertionError(
                        "seed " + seed + ": " + smallest + "\n" + checkCourses(smallest) + "\n" + failure);
            }
        }
    }

    private static boolean isPostedByTwo(RandomProgram program, long semaphore) {
        String post = "SEM_POST(" + semaphore;
        return program.toString()
                        .lines()
                        .filter(thread -> thread.contains(post))
                        .count()
                > 1;
    }

    @Test
    void randomProgramsOfWhichOneThreadPostsEachSemaphore_haveNoMoreClasses() {
        int fewer = 0;
        for (long seed = SEED; seed < SEED + 2L * PROGRAMS; seed++) {
            RandomProgram random = RandomProgram.withSemaphores(seed);
            boolean isMeant = LongStream.range(FIRST, FIRST + 3).noneMatch(each -> isPostedByTwo(random, each));
            Map<String, String> inTurn = isMeant
                    ? BruteForce.classes(random.compile(), Oracle.MEMORY, MOST_INTERLEAVINGS, Ways.IN_TURN)
                    : null;
            if (inTurn != null) {
                int before = BruteForce.classes(random.compile(), Oracle.MEMORY, MOST_INTERLEAVINGS)
                        .size();
                assertTrue(inTurn.size() <= before, () -> random + " has more than " + before);
                fewer += inTurn.size() < before ? 1 : 0;
            }
        }
        assertTrue(fewer > PROGRAMS / 50, "some have fewer, " + fewer);
    }

    private static long count(Program program, Set<Coarser> coarser) {
        return explore(new SimulatedTarget(program, Oracle.MEMORY, 1), false, coarser)
                .counts()
                .total();
    }

    @Test
    void oneProducerAndOneConsumer_haveOneClass() {
        Program.Body producer = t -> {
            for (int item = 0; item < 4; item++) {
                t.on(OperationKind.SEM_POST, FIRST, 0);
            }
        };
        Program.Body consumer = t -> {
            for (int item = 0; item < 4; item++) {
                t.on(OperationKind.SEM_WAIT, FIRST, 0);
            }
        };
        Program program = Program.bare(producer, consumer);
        assertEquals(14, count(program, Set.of()), "Catalan's number");
        assertEquals(1, count(program, Set.of(Coarser.SEMAPHORE)));
    }

    @Test
    void whereTwoThreadsPost_theFirstExecutionTells_andNothingIsRunTwice() {
        Program.Body poster = t -> t.on(OperationKind.SEM_POST, FIRST, 0);
        Program.Body waiting = t -> t.on(OperationKind.SEM_WAIT, FIRST, 0);
        Program program = Program.bare(poster, poster, poster, waiting);
        assertEquals(7, count(program, Set.of()), "the wait comes after any posts but none");
        assertEquals(7, count(program, Set.of(Coarser.SEMAPHORE)));
    }

    @Test
    void waitThatIsPendingWhenTheProcessEnds_isAlsoTriedBeforeThat() {
        Program.Body ending = t -> t.on(OperationKind.PROCESS_EXIT, 0, 0);
        Program.Body waiting = t -> t.on(OperationKind.SEM_WAIT, FIRST + 1, 0);
        for (Set<Coarser> coarser : List.of(Set.<Coarser>of(), Set.of(Coarser.SEMAPHORE))) {
            assertEquals(2, count(Program.bare(ending, waiting), coarser), "the semaphore is positive from the start");
        }
    }

    /** A mistake in the relation. */
    private static UnaryOperator<Dependence> first(OperationKind kind, AccessKind used) {
        return right -> new Dependence(false, true, false) {
            @Override
            public AccessKind first(Event event) {
                boolean isMeant = event.operation().kind() == kind && event.result() == 0;
                return isMeant ? used : super.first(event);
            }
        };
    }

    private static UnaryOperator<Dependence> commuting(AccessKind a, AccessKind b) {
        return right -> new Dependence(false, true, false) {
            @Override
            public boolean conflict(AccessKind p, AccessKind q) {
                boolean removed = (p == a && q == b) || (p == b && q == a);
                return !removed && super.conflict(p, q);
            }
        };
    }

    private static void assertNoticed(UnaryOperator<Dependence> mistake) {
        for (long seed = 0; seed < 600; seed += 2) {
            if (check(RandomProgram.withSemaphores(seed), seed, mistake) != null) {
                return;
            }
        }
        throw new AssertionError("the mistake is not noticed");
    }

    @Test
    void waitsThatCommute_areNoticed() {
        assertNoticed(commuting(AccessKind.TAKE, AccessKind.TAKE));
    }

    @Test
    void waitsThatCommuteWithLooks_areNoticed() {
        assertNoticed(commuting(AccessKind.TAKE, AccessKind.READ));
    }

    @Test
    void waitsThatCommuteWithTries_areNoticed() {
        assertNoticed(commuting(AccessKind.TAKE, AccessKind.WRITE));
    }

    @Test
    void postsThatCommute_areNoticed() {
        assertNoticed(commuting(AccessKind.NOTIFY, AccessKind.NOTIFY));
    }

    @Test
    void postsThatCommuteWithLooks_areNoticed() {
        assertNoticed(commuting(AccessKind.NOTIFY, AccessKind.READ));
    }

    @Test
    void waitsWithoutTheirPost_areNoticed() {
        assertNoticed(right -> new Dependence(false, true, false) {
            @Override
            public AccessKind first(Event event) {
                AccessKind used = super.first(event);
                return used == AccessKind.NOTIFY ? AccessKind.SHARE : used;
            }

            @Override
            public boolean conflict(AccessKind p, AccessKind q) {
                boolean isTaken = (p == AccessKind.TAKE && q == AccessKind.SHARE)
                        || (p == AccessKind.SHARE && q == AccessKind.TAKE);
                return !isTaken && super.conflict(p, q);
            }
        });
    }

    @Test
    void triesThatTakeInTurn_areNoticed() {
        assertNoticed(first(OperationKind.SEM_TRYWAIT, AccessKind.TAKE));
    }

    /** Those that may time out, or be interrupted, among them. */
    @Test
    void allWaitsInTurn_areNoticed() {
        assertNoticed(first(OperationKind.SEM_WAIT, AccessKind.TAKE));
    }

    @Test
    void waitsWithADeadline_areOrderedWithPosts() {
        Dependence dependence = new Dependence(false, true, false);
        Event post = event(1, Operation.of(OperationKind.SEM_POST, FIRST));
        Event plain = event(2, Operation.of(OperationKind.SEM_WAIT, FIRST));
        Operation waiting = plain.operation();
        Event timed = event(2, new Operation(waiting.kind(), FIRST, 0, 5000, waiting.order(), 0));
        Event interruptible = event(2, new Operation(waiting.kind(), FIRST, 4, 0, waiting.order(), 0));
        assertEquals(
                List.of(false, true, true),
                List.of(
                        dependence.dependent(post, plain),
                        dependence.dependent(post, timed),
                        dependence.dependent(post, interruptible)));
        assertTrue(new Dependence().dependent(post, plain), "as optimal reduction has it");
    }

    private static Event event(int thread, Operation operation) {
        return new Event(thread, operation, Event.NO_ALTERNATIVE, 0, 0);
    }
}
