package org.heddle.dpor.weak;

import static org.heddle.dpor.model.MemoryOrder.ACQUIRE;
import static org.heddle.dpor.model.MemoryOrder.RELAXED;
import static org.heddle.dpor.model.MemoryOrder.RELEASE;
import static org.heddle.dpor.model.MemoryOrder.SEQ_CST;
import static org.heddle.dpor.weak.Litmus.fence;
import static org.heddle.dpor.weak.Litmus.load;
import static org.heddle.dpor.weak.Litmus.store;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.weak.Litmus.Step;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The monitor, which looks at sequentially consistent executions alone, against all graphs by the axioms of RC11. */
class RobustnessTest {
    private static final int PROGRAMS = 20 * Integer.getInteger("heddle.soak", 60);
    private static final long SEED = Long.getLong("heddle.seed", 0);

    private static boolean allowsMore(Litmus program, Rules rules) {
        Robustness monitor = new Robustness(Set.of(), rules);
        LitmusRuns.sequential(program, monitor::look);
        return !monitor.found().isEmpty();
    }

    private static boolean agrees(Litmus program, Rules rules) {
        return allowsMore(program, rules) == LitmusRuns.weak(program, 1)[1] > 0;
    }

    @Test
    void randomPrograms_areRobust_ifAndOnlyIfTheMonitorFindsNoStep() {
        compare(SEED, PROGRAMS);
    }

    @Tag("thorough")
    @Test
    void manyRandomPrograms_areRobust_ifAndOnlyIfTheMonitorFindsNoStep() {
        compare(1_000_000 + SEED, 5 * PROGRAMS);
    }

    private static void compare(long first, int programs) {
        int weak = 0;
        for (long seed = first; seed < first + programs; seed++) {
            Litmus program = Litmus.random(new Random(seed));
            boolean allows = allowsMore(program, new Rules());
            assertEquals(LitmusRuns.weak(program, 1)[1] > 0, allows, "seed " + seed + ": " + program);
            weak += allows ? 1 : 0;
        }
        assertTrue(weak > programs / 20 && weak < programs - programs / 20, weak + " of " + programs);
    }

    static List<Rules> broken() {
        return List.of(
                new Rules() {
                    @Override
                    boolean acquires(MemoryOrder order) {
                        return super.acquires(order) && order != ACQUIRE;
                    }
                },
                new Rules() {
                    @Override
                    boolean acquires(MemoryOrder order) {
                        return true;
                    }
                },
                new Rules() {
                    @Override
                    boolean releases(MemoryOrder order) {
                        return super.releases(order) && order != RELEASE;
                    }
                },
                new Rules() {
                    @Override
                    boolean releases(MemoryOrder order) {
                        return true;
                    }
                },
                new Rules() {
                    @Override
                    boolean goesOn(Event write) {
                        return false;
                    }
                },
                new Rules() {
                    @Override
                    boolean goesOn(Event write) {
                        return true;
                    }
                },
                new Rules() {
                    @Override
                    boolean isBound(Event write) {
                        return false;
                    }
                },
                new Rules() {
                    @Override
                    boolean isBound(Event write) {
                        return true;
                    }
                },
                new Rules() {
                    @Override
                    boolean isConsistent(Event event) {
                        return false;
                    }
                },
                new Rules() {
                    @Override
                    boolean isCoherent() {
                        return false;
                    }
                },
                new Rules() {
                    @Override
                    boolean reachesFences() {
                        return false;
                    }
                },
                new Rules() {
                    @Override
                    boolean ordersOneLocation() {
                        return false;
                    }
                },
                new Rules() {
                    @Override
                    boolean ordersThroughOthers() {
                        return false;
                    }
                });
    }

    /** Programs that some rule is for which few random ones have a use for. */
    private static List<Litmus> named() {
        List<Step> waits = List.of(load(1, ACQUIRE), load(0, RELAXED));
        return List.of(
                storeBuffering(RELAXED, true),
                independentReads(SEQ_CST, SEQ_CST),
                Litmus.of(List.of(store(0, 1, RELAXED), store(1, 1, RELEASE)), List.of(store(1, 2, RELAXED)), waits),
                Litmus.of(
                        List.of(store(0, 1, RELAXED), store(1, 1, RELEASE)),
                        List.of(new Step(Litmus.Kind.ADD, 1, 1, -1, RELAXED, RELAXED)),
                        waits),
                Litmus.of(
                        List.of(store(0, 1, SEQ_CST), store(2, 1, RELEASE)),
                        List.of(load(2, ACQUIRE), load(1, SEQ_CST)),
                        List.of(store(1, 1, SEQ_CST), load(0, SEQ_CST))));
    }

    @Test
    void namedPrograms_areRobust_ifAndOnlyIfTheMonitorFindsNoStep() {
        for (Litmus program : named()) {
            assertTrue(agrees(program, new Rules()), program.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aRuleThatIsWrongOnPurpose_isNoticed(Rules rules) {
        boolean isNoticed = named().stream().anyMatch(program -> !agrees(program, rules));
        for (long seed = 0; seed < 1_000 && !isNoticed; seed++) {
            isNoticed = !agrees(Litmus.random(new Random(seed)), rules);
        }
        assertTrue(isNoticed);
    }

    private static Litmus storeBuffering(MemoryOrder order, boolean fenced) {
        MemoryOrder stores = order == ACQUIRE ? RELEASE : order;
        List<Step> one = new ArrayList<>(List.of(store(0, 1, stores), load(1, order)));
        List<Step> other = new ArrayList<>(List.of(store(1, 1, stores), load(0, order)));
        if (fenced) {
            one.add(1, fence(SEQ_CST));
            other.add(1, fence(SEQ_CST));
        }
        return Litmus.of(one, other);
    }

    private static void assertCounts(long sequential, long weak, Litmus program) {
        List<Execution> classes = new ArrayList<>();
        LitmusRuns.sequential(program, classes::add);
        assertEquals(sequential, classes.size());
        assertEquals(weak, LitmusRuns.weak(program, Integer.MAX_VALUE)[0]);
        assertEquals(sequential != weak, allowsMore(program, new Rules()));
    }

    @Test
    void storeBuffering_needsSequentialConsistencyOrFences() {
        assertCounts(3, 4, storeBuffering(RELAXED, false));
        assertCounts(3, 4, storeBuffering(ACQUIRE, false));
        assertCounts(3, 3, storeBuffering(SEQ_CST, false));
        assertCounts(3, 3, storeBuffering(RELAXED, true));
    }

    @Test
    void twoTimesTwoWrites_haveAsManyExecutionsAsGenMcCounts() {
        assertCounts(
                3,
                4,
                Litmus.of(
                        List.of(store(0, 1, RELAXED), store(1, 2, RELAXED)),
                        List.of(store(1, 1, RELAXED), store(0, 2, RELAXED))));
    }

    @Test
    void messagePassing_needsReleaseAndAcquire() {
        List<Step> reader = List.of(load(1, ACQUIRE), load(0, RELAXED));
        assertCounts(3, 3, Litmus.of(List.of(store(0, 1, RELAXED), store(1, 1, RELEASE)), reader));
        assertCounts(3, 4, Litmus.of(List.of(store(0, 1, RELAXED), store(1, 1, RELAXED)), reader));
    }

    @Test
    void independentReadsOfIndependentWrites_haveAsManyExecutionsAsGenMcCounts() {
        assertCounts(15, 16, independentReads(ACQUIRE, RELEASE));
        assertCounts(15, 15, independentReads(SEQ_CST, SEQ_CST));
    }

    private static Litmus independentReads(MemoryOrder loads, MemoryOrder stores) {
        return Litmus.of(
                List.of(store(0, 1, stores)),
                List.of(store(1, 1, stores)),
                List.of(load(0, loads), load(1, loads)),
                List.of(load(1, loads), load(0, loads)));
    }
}
