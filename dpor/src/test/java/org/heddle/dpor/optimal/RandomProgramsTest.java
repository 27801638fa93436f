package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Oracle.Comparison;
import org.heddle.dpor.testkit.RandomProgram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the exploration of random programs with brute force: the same classes, each explored once.
 *
 * <p>{@code -Dheddle.soak=N} sets how many programs there are,
 * {@code -Dheddle.seed=N} the first one's seed, {@code -Dheddle.interleavings=N} from which size on
 * programs are left out:
 *
 * <pre>mvn -pl dpor test -Dtest=RandomProgramsTest -Dheddle.soak=10000 -Dsurefire.failIfNoSpecifiedTests=false</pre>
 */
@Tag("thorough")
final class RandomProgramsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.soak", 100);
    private static final long SEED = Long.getLong("heddle.seed", 1);
    private static final int MOST_INTERLEAVINGS = Integer.getInteger("heddle.interleavings", 1_000);

    private int compared;
    private long classes;
    private int guessing;

    @Test
    void randomPrograms_everyClassIsExploredOnce_inAnyOrderOfLeavesWithManyInFlightAndSomePostponed() {
        compareAll(RandomProgram::of, SEED, 1);
        assertTrue(guessing <= 3 + compared * 3 / 100, "unpredictable results are rare, not " + guessing);
    }

    @Test
    void randomProgramsThatSpin_everyClassIsExploredOnce() {
        compareAll(RandomProgram::spinning, SEED, 1);
    }

    @Test
    void randomProgramsWhoseWaitsAreInterrupted_everyClassIsExploredOnce() {
        compareAll(RandomProgram::interrupting, SEED, 1);
    }

    @Test
    void randomProgramsWithTimersAndSignals_everyClassIsExploredOnce() {
        compareAll(RandomProgram::withTimers, SEED, 1);
    }

    @Test
    void randomProgramsWithAtomicSections_everyClassIsExploredOnce() {
        compareAll(RandomProgram::withSections, 2 * SEED, 2);
    }

    private void compareAll(LongFunction<RandomProgram> programs, long first, int step) {
        long seed = first;
        while (compared < PROGRAMS) {
            RandomProgram program = programs.apply(seed);
            String failure = check(program, seed);
            if (failure != null) {
                long own = seed;
                RandomProgram smallest = program.shrink(candidate -> check(candidate, own) != null);
                throw new AssertionError("seed " + seed + ": " + failure + "\n" + program + "\nshrunk: "
                        + check(smallest, seed) + "\n" + smallest);
            }
            seed += step;
        }
        System.out.printf(
                "%d programs (%d seeds), %d classes, %d explorations not predictable%n",
                compared, (seed - first) / step, classes, guessing);
        assertEquals(PROGRAMS, compared);
    }

    /** What is wrong with the exploration of this program; null if nothing is. */
    private String check(RandomProgram program, long seed) {
        Map<String, String> expected = BruteForce.classes(program.compile(), Oracle.MEMORY, MOST_INTERLEAVINGS);
        if (expected == null) {
            return null;
        }
        compared++;
        classes += expected.size();
        Random random = new Random(seed);
        LeafOrder shuffled = random::nextInt;
        Dependence dependence = new Dependence(Relation.PLAIN.cautious(RandomProgram.isCrowded(seed)));
        Supplier<String> deepest =
                () -> check(program, expected, new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST), 1);
        Supplier<String> any =
                () -> check(program, expected, new OptimalDpor(dependence, shuffled), 1 + random.nextInt(8));
        Supplier<String> postponing = () -> check(
                program,
                expected,
                OptimalDpor.postponing(dependence, shuffled, 1 + random.nextInt(20)),
                1 + random.nextInt(8));
        return Stream.of(deepest, any, postponing)
                .map(Supplier::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private String check(RandomProgram program, Map<String, String> expected, OptimalDpor dpor, int capacity) {
        Comparison comparison = Oracle.compare(program.compile(), expected.keySet(), dpor, capacity);
        boolean guessed = dpor.unpredicted() > 0;
        guessing += guessed ? 1 : 0;
        if (guessed) {
            return comparison.unknown() > 0 ? "unknown classes: " + comparison : null;
        }
        if (!comparison.isOptimal()) {
            return "not optimal with " + capacity + " in flight: " + comparison;
        }
        return null;
    }
}
