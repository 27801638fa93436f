package org.heddle.dpor.optimal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.testkit.BruteForce;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.junit.jupiter.api.Test;

/** Breaks the dependence relation on purpose, one entry at a time: the comparison with brute force must notice each. */
final class BrokenDependenceTest {
    private static boolean isOptimal(Program program, Dependence dependence) {
        Map<String, String> classes = BruteForce.classes(program, Oracle.MEMORY, 100_000);
        OptimalDpor dpor = new OptimalDpor(dependence, LeafOrder.DEPTH_FIRST);
        return Oracle.compare(program, classes.keySet(), dpor, 1).isOptimal();
    }

    private static void assertNoticed(Program program, Dependence broken) {
        assertTrue(
                isOptimal(program, new Dependence()), "the program is explored properly as long as nothing is broken");
        assertFalse(isOptimal(program, broken), "the mistake is noticed");
    }

    private static Dependence withoutConflict(AccessKind a, AccessKind b) {
        return new Dependence() {
            @Override
            public boolean conflict(AccessKind p, AccessKind q) {
                boolean removed = (p == a && q == b) || (p == b && q == a);
                return !removed && super.conflict(p, q);
            }
        };
    }

    private static Dependence withFirst(OperationKind kind, AccessKind access) {
        return new Dependence() {
            @Override
            public AccessKind first(Event event) {
                return event.operation().kind() == kind ? access : super.first(event);
            }
        };
    }

    @Test
    void readsCommuteWithWrites_isNoticed() {
        Program program = Program.bare(t -> t.write(0, 1), t -> t.read(0));
        assertNoticed(program, withoutConflict(AccessKind.READ, AccessKind.WRITE));
    }

    @Test
    void writesCommuteWithWrites_isNoticed() {
        Program program = Program.bare(t -> t.write(0, 1), t -> t.write(0, 2));
        assertNoticed(program, withoutConflict(AccessKind.WRITE, AccessKind.WRITE));
    }

    @Test
    void readsConflictWithReads_isNoticed() {
        Program program = Program.bare(t -> t.read(0), t -> t.read(0));
        assertNoticed(program, withFirst(OperationKind.ATOMIC_LOAD, AccessKind.WRITE));
    }

    @Test
    void failedCompareAndSwapIsAWrite_isNoticed() {
        Program program = Program.bare(t -> t.cas(0, 1, 2), t -> t.cas(0, 1, 2));
        assertNoticed(program, withFirst(OperationKind.ATOMIC_CAS, AccessKind.WRITE));
    }

    @Test
    void compareAndSwapIsARead_isNoticed() {
        Program program = Program.bare(t -> t.cas(0, 0, 2), t -> t.cas(0, 0, 2));
        assertNoticed(program, withFirst(OperationKind.ATOMIC_CAS, AccessKind.READ));
    }

    @Test
    void trylockIsARead_isNoticed() {
        Program program = Program.times(2, t -> t.trylock(100).when(Code.result(0), body -> body.unlock(100)));
        assertNoticed(program, withFirst(OperationKind.MUTEX_TRYLOCK, AccessKind.READ));
    }

    @Test
    void locksCommute_isNoticed() {
        Program program = Program.times(2, t -> t.lock(100).unlock(100));
        assertNoticed(program, withFirst(OperationKind.MUTEX_LOCK, AccessKind.READ));
    }

    @Test
    void signalsCommuteWithWaits_isNoticed() {
        Program program = Program.bare(t -> t.lock(100).waitOn(200, 100).unlock(100), t -> t.signal(200));
        assertNoticed(program, withFirst(OperationKind.COND_SIGNAL, AccessKind.WAKE));
    }

    @Test
    void signalsCommuteWithSignals_isNoticed() {
        Program program =
                Program.bare(t -> t.lock(100).waitOn(200, 100).unlock(100), t -> t.signal(200), t -> t.signal(200));
        assertNoticed(program, withoutConflict(AccessKind.NOTIFY, AccessKind.NOTIFY));
        assertNoticed(program, withoutConflict(AccessKind.NOTIFY, AccessKind.READ));
    }

    @Test
    void wakeUpsDoNotCompeteForTheMutex_isNoticed() {
        Program.Body waiter = t -> t.lock(100).waitOn(200, 100).unlock(100);
        Program program =
                Program.bare(waiter, waiter, t -> t.lock(100).broadcast(200).unlock(100));
        assertNoticed(program, new Dependence() {
            @Override
            public AccessKind second(Event event) {
                return AccessKind.READ;
            }
        });
    }

    @Test
    void expiriesCommuteWithExpiries_isNoticed() {
        Program program = Program.bare(
                t -> t.arm(0, 2, 0).expire(0).write(0, 1), t -> t.expire(0).write(0, 2));
        assertNoticed(program, withFirst(OperationKind.SIGNAL_WAIT, AccessKind.READ));
    }

    @Test
    void settingsOfTimersCommute_isNoticed() {
        Program program = Program.bare(t -> t.arm(0, 2, 0).expire(0), t -> t.arm(0, 0, 0));
        assertNoticed(program, withFirst(OperationKind.SIGNAL_CHANGE, AccessKind.READ));
    }

    @Test
    void looksForSignalsCommuteWithSending_isNoticed() {
        Program program = Program.bare(
                t -> t.handled(3, handler -> handler.write(0, 2), body -> body.write(0, 1)), t -> t.send(3));
        assertNoticed(program, withFirst(OperationKind.ATOMIC_RMW, AccessKind.READ));
    }

    @Test
    void initialisersCommute_isNoticed() {
        Program program = Program.times(2, t -> t.once(300, body -> body.write(0, 1)));
        assertNoticed(program, withFirst(OperationKind.ONCE_BEGIN, AccessKind.READ));
    }
}
