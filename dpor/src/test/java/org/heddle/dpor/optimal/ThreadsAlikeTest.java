package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.Roles;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that are alike, against brute force on random programs, by who does not know them apart. */
final class ThreadsAlikeTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100);
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = 2000;

    private static void assertNothingWrong(Function<RandomProgram, String> check) {
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            RandomProgram program = RandomProgram.withThreadsAlike(seed);
            String failure = check.apply(program);
            if (failure != null) {
                RandomProgram smallest = program.shrink(candidate -> check.apply(candidate) != null);
                throw new AssertionError(
                        "seed " + seed + ": " + smallest + "\n" + check.apply(smallest) + "\n" + failure);
            }
        }
    }

    @Tag("thorough")
    @Test
    void randomPrograms_oneExecutionOfEachClass() {
        assertNothingWrong(random -> {
            Program program = random.compile();
            Map<String, String> classes =
                    BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS, Relation.ALIKE);
            if (classes == null) {
                return null;
            }
            SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1).with(Relation.ALIKE);
            boolean isCrowded = random.toString().contains("barrier(" + RandomProgram.CROWDED_BARRIER);
            Dependence dependence = new Dependence(Relation.ALIKE.cautious(isCrowded));
            OptimalDpor dpor = new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST);
            Comparison comparison = Oracle.compare(target, classes.keySet(), dpor);
            boolean isWrong = dpor.unpredicted() == 0 && !comparison.isOptimal();
            return isWrong ? comparison.toString() : null;
        });
    }

    private static String checkCourse(RandomProgram random, boolean auto, Set<Coarser> coarser) {
        Program program = random.compile();
        Roles all = BruteForce.roles(program, Oracle.MEMORY, MOST_INTERLEAVINGS);
        if (all == null) {
            return null;
        }
        SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 2).withRoles();
        CommutingOracle.explore(target, auto, coarser);
        return target.roles().equal(all) ? null : target.roles().compare(all);
    }

    @Test
    void randomPrograms_noCourseLosesAnythingThatCanBeToldWithoutNames() {
        assertNothingWrong(random -> checkCourse(random, false, Set.of(Coarser.THREAD)));
    }

    @Tag("thorough")
    @Test
    void randomPrograms_theDefaultCourseLosesNothingEither() {
        assertNothingWrong(random -> checkCourse(random, true, Set.of(Coarser.THREAD)));
    }

    @Test
    void threadsThatGoOnAlike_areNoticedWhereSomethingTellsThemApart() {
        for (long seed = 1; seed < 600; seed++) {
            Program program = RandomProgram.withThreadsAlike(seed).compile();
            Roles all = BruteForce.roles(program, Oracle.MEMORY, MOST_INTERLEAVINGS);
            if (all != null) {
                SimulatedTarget target = new SimulatedTarget(program, Oracle.MEMORY, 1)
                        .with(Relation.ALIKE)
                        .withRoles();
                Dependence cautious = new Dependence(Relation.ALIKE.cautious(true));
                Oracle.explore(target, new OptimalDpor(cautious, LeafOrder.DEPTH_FIRST));
                if (!target.roles().equal(all)) {
                    return;
                }
            }
        }
        throw new AssertionError("it is not noticed that nobody looks whether threads differ");
    }

    @Test
    void manyRandomPrograms_haveFewerClasses() {
        int fewer = 0;
        for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
            Program program = RandomProgram.withThreadsAlike(seed).compile();
            Map<String, String> all = BruteForce.classes(program, Oracle.MEMORY, MOST_INTERLEAVINGS);
            fewer += all != null && count(program, Set.of(Coarser.THREAD)) < count(program, Set.of()) ? 1 : 0;
        }
        assertTrue(fewer > PROGRAMS / 25, "some have fewer, " + fewer);
    }

    private static long count(Program program, Set<Coarser> coarser) {
        return CommutingOracle.count(program, coarser);
    }

    private static Program.Body creator(int n, Program.Body rest) {
        return code -> {
            for (int t = 1; t <= n; t++) {
                code.create(t);
            }
            rest.appendTo(code);
        };
    }

    private static Program alike(int n, Program.Body main, Program.Body worker) {
        Code own = new Code();
        creator(n, main).appendTo(own);
        Code common = new Code();
        worker.appendTo(common);
        return new Program(
                Stream.concat(Stream.of(own), Collections.nCopies(n, common).stream())
                        .toList(),
                Program.Style.FULL);
    }

    private static Program.Body joins(int... threads) {
        return code -> {
            for (int t : threads) {
                code.join(t);
            }
        };
    }

    @Test
    void fourThreadsThatTakeOneLock_haveOneClass() {
        Program program = alike(4, joins(1, 2, 3, 4), t -> t.lock(100).unlock(100));
        assertEquals(24, count(program, Set.of()));
        assertEquals(1, count(program, Set.of(Coarser.THREAD)));
    }

    @Test
    void smallPrograms_haveTheirClassesAlone() {
        Program program = alike(4, joins(1, 2, 3, 4), t -> t.lock(100).unlock(100));
        assertEquals(24, count(program, Set.of(Coarser.THREAD_LATER)));
    }

    @Test
    void largePrograms_areTried_andGoOnWhereTheyWereLeftIfSomethingTellsThreadsApart() {
        Program.Body locks = t -> t.lock(100).unlock(100);
        Program program = alike(7, joins(1, 2, 3, 4, 5, 6, 7), locks);
        assertEquals(
                1_000, count(program, Set.of(Coarser.THREAD_LATER)), "of 7!, and the one of the trial is no other");
        Program.Body looks =
                code -> joins(2, 3, 4, 5, 6, 7).appendTo(code.join(1).read(0));
        Program other = alike(7, looks, locks);
        assertEquals(5_040, count(other, Set.of(Coarser.THREAD_LATER)));
    }

    @Test
    void threadsThatAreJoinedInAnotherOrder_areAlike() {
        Program program = alike(3, joins(3, 1, 2), t -> t.lock(100).unlock(100));
        assertEquals(1, count(program, Set.of(Coarser.THREAD)));
    }

    @Test
    void threadsBetweenWhoseJoinsSomethingIsDone_areNot() {
        Program program = alike(3, code -> code.join(1).read(0).join(2).join(3), t -> t.lock(100)
                .unlock(100));
        assertEquals(7, count(program, Set.of(Coarser.THREAD)), "the first one has shown it");
    }
}
