package org.heddle.dpor.analysis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** Circles of locks in one execution, in which the threads run one after the other. */
final class LockOrdersTest {
    private static Program.Body both(int first, int second) {
        return t -> t.lock(first).lock(second).unlock(second).unlock(first);
    }

    private static boolean learn(LockOrders orders, Program.Body... threads) {
        SimulatedTarget target = new SimulatedTarget(Program.bare(threads), Oracle.MEMORY, 1);
        target.submit(new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false));
        return orders.learn(target.take());
    }

    @Test
    void oppositeOrders_areACircle_onlyOnceNew() {
        LockOrders orders = new LockOrders();
        assertTrue(learn(orders, both(100, 101), both(101, 100)));
        assertFalse(learn(orders, both(100, 101), both(101, 100)));
    }

    @Test
    void equalOrders_areNone() {
        assertFalse(learn(new LockOrders(), both(100, 101), both(100, 101)));
    }

    @Test
    void oneThreadAlone_makesNone() {
        assertFalse(learn(new LockOrders(), t -> {
            both(100, 101).appendTo(t);
            both(101, 100).appendTo(t);
        }));
    }

    @Test
    void aLockThatAllHold_keepsThemApart() {
        Program.Body one =
                t -> t.lock(99).lock(100).lock(101).unlock(101).unlock(100).unlock(99);
        Program.Body other =
                t -> t.lock(99).lock(101).lock(100).unlock(100).unlock(101).unlock(99);
        assertFalse(learn(new LockOrders(), one, other));
    }

    @Test
    void manyThreads_makeALongCircle() {
        List<Program.Body> threads = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            threads.add(both(100 + k, 100 + (k + 1) % 6));
        }
        assertTrue(learn(new LockOrders(), threads.toArray(Program.Body[]::new)));
    }
}
