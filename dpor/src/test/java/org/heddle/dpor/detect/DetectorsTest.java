package org.heddle.dpor.detect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.InvolvedThread;
import org.heddle.dpor.detect.finding.FindingGroups;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

final class DetectorsTest {
    private static List<FoundFinding> findings(Program program) {
        return Oracle.explore(new SimulatedTarget(program, Oracle.MEMORY, 4), new OptimalDpor())
                .findings();
    }

    private static Finding only(Program program) {
        List<FoundFinding> findings = findings(program);
        assertEquals(1, findings.size(), findings.toString());
        return findings.get(0).finding();
    }

    private static void assertIs(Kind kind, String cause, Finding finding) {
        assertEquals(kind, finding.kind(), finding.message().toString());
        assertEquals(cause, finding.cause(), finding.message().toString());
    }

    private static OperationKind kindOfStep(Finding finding, int related) {
        return finding.schedule().get(finding.related().get(related)).kind();
    }

    @Test
    void twoLocksInOppositeOrders_isALockCycle_withBothAcquires() {
        Finding finding = only(Program.bare(
                t -> t.lock(1).lock(2).unlock(2).unlock(1),
                t -> t.lock(2).lock(1).unlock(1).unlock(2)));
        assertIs(Kind.DEADLOCK, "lock-cycle", finding);
        assertEquals(
                List.of(0, 1),
                finding.threads().stream().map(InvolvedThread::thread).toList());
        assertEquals(1, finding.threads().get(0).held().get(0).mutex());
        assertEquals(2, finding.threads().get(0).pending().object());
        assertEquals(2, finding.related().size());
        assertEquals(OperationKind.MUTEX_LOCK, kindOfStep(finding, 0));
        assertEquals(1, finding.preemptions());
    }

    @Test
    void theSameLockTwice_isASelfLock() {
        assertIs(Kind.DEADLOCK, "self-lock", only(Program.bare(t -> t.lock(1).lock(1))));
    }

    @Test
    void aLockNeverGivenBack_isAnExitedOwner() {
        Finding finding =
                only(Program.full(main -> main.create(1).join(1).lock(1).unlock(1), t -> t.lock(1)));
        assertIs(Kind.DEADLOCK, "owner-exited", finding);
        assertEquals(OperationKind.THREAD_EXIT, kindOfStep(finding, 1));
    }

    @Test
    void threadsThatJoinEachOther_isAJoinCycle() {
        assertIs(
                Kind.DEADLOCK,
                "join-cycle",
                only(Program.of(Program.Style.EXITING, List.of(t -> t.join(1), t -> t.join(0)))));
    }

    @Test
    void aJoinOfAThreadThatHoldsWhatItWants_isAMixedCycle() {
        Finding finding = findings(
                        Program.full(main -> main.create(1).lock(1).join(1).unlock(1), t -> t.lock(1)
                                .unlock(1)))
                .get(0)
                .finding();
        assertIs(Kind.DEADLOCK, "mixed-cycle", finding);
    }

    @Test
    void anInitialiserThatCallsItself_isOnce() {
        assertIs(Kind.DEADLOCK, "once", only(Program.bare(t -> t.once(5, body -> body.once(5, inner -> {})))));
    }

    @Test
    void aWaitThatNobodySignals_isACondition() {
        assertIs(Kind.DEADLOCK, "condition", only(Program.bare(t -> t.lock(1)
                .waitOn(2, 1)
                .unlock(1))));
    }

    @Test
    void aWaitForAWordThatNobodyWakes_namesTheFutex() {
        Finding finding = only(Program.bare(t -> t.lock(1).waitOn(1, 1).unlock(1)));
        assertIs(Kind.DEADLOCK, "condition", finding);
        assertEquals(
                "deadlock: thread 0 waits on futex 0x1 for good; nobody wakes it",
                finding.message().toString());
    }

    /** As a semaphore is released that nobody waits for: whoever looks at the word afterwards knows of it. */
    @Test
    void aWakeThatCameBeforeTheLookAtTheWord_isNotBlamed() {
        Finding finding = only(Program.bare(
                t -> t.lock(1)
                        .read(3)
                        .when(Code.result(1), body -> body.waitOn(1, 1))
                        .unlock(1),
                t -> t.lock(1).write(3, 1).broadcast(1).unlock(1)));
        assertIs(Kind.DEADLOCK, "condition", finding);
        assertEquals(
                "deadlock: thread 0 waits on futex 0x1 for good; nobody wakes it",
                finding.message().toString());
    }

    @Test
    void aBroadcastBeforeTheWait_isToldAsABroadcast() {
        Finding finding = only(Program.bare(t -> t.lock(1).waitOn(2, 1).unlock(1), t -> t.broadcast(2)));
        assertIs(Kind.LOST_WAKEUP, "signal-before-wait", finding);
        assertTrue(
                finding.message().toString().contains("the broadcast of thread 1"),
                finding.message().toString());
    }

    @Test
    void aBarrierAtWhichOneIsMissing_namesThoseThatWaitOnce_andFirst() {
        Finding finding = only(Program.full(
                main -> main.create(1).create(2).join(1).join(2), t -> t.barrier(5, 3), t -> t.barrier(5, 3)));
        assertIs(Kind.DEADLOCK, "barrier", finding);
        assertEquals(
                "deadlock: thread 1, thread 2 wait at barrier 0x5, at which 2 of 3 threads have arrived;"
                        + " thread 0 waits for thread 1 to exit",
                finding.message().toString());
        assertEquals(1, finding.threads().get(0).thread());
    }

    @Test
    void aWaitThatKeepsTheLockOfWhoWouldSignal_isANestedMonitor_withTheLock() {
        List<FoundFinding> findings = findings(Program.bare(
                t -> t.lock(1).lock(2).waitOn(3, 2).unlock(2).unlock(1),
                t -> t.lock(1).lock(2).signal(3).unlock(2).unlock(1)));
        Finding finding = findings.stream()
                .map(FoundFinding::finding)
                .filter(found -> found.cause().equals("nested-monitor"))
                .findFirst()
                .orElseThrow();
        assertEquals(Kind.DEADLOCK, finding.kind());
        assertEquals(OperationKind.MUTEX_LOCK, kindOfStep(finding, 0));
        assertEquals(1, finding.schedule().get(finding.related().get(0)).object());
        assertTrue(
                finding.message().toString().contains("still holds 0x1, which thread 1 waits for"),
                finding.message().toString());
    }

    @Test
    void aWaitAtABarrierWithTheLockOfWhoWouldArrive_isANestedMonitor() {
        Finding finding = findings(Program.bare(
                        t -> t.lock(1).barrier(5, 2), t -> t.lock(1).barrier(5, 2)))
                .get(0)
                .finding();
        assertIs(Kind.DEADLOCK, "nested-monitor", finding);
        assertEquals(
                "deadlock: thread 0 waits at barrier 0x5, at which 1 of 2 threads has arrived, and still holds 0x1, which thread 1"
                        + " waits for",
                finding.message().toString());
        assertEquals(0, finding.threads().get(0).thread());
    }

    @Test
    void aSignalBeforeTheWait_isALostWakeup_withBothEvents() {
        Finding finding = only(Program.bare(t -> t.lock(1).waitOn(2, 1).unlock(1), t -> t.signal(2)));
        assertIs(Kind.LOST_WAKEUP, "signal-before-wait", finding);
        assertEquals(OperationKind.COND_SIGNAL, kindOfStep(finding, 0));
        assertEquals(OperationKind.COND_WAIT, kindOfStep(finding, 1));
    }

    @Test
    void aSignalAfterWhichTheWaiterLooked_isNotBlamed() {
        Finding finding = only(Program.bare(
                t -> t.lock(1).waitOnceLooked(2, 1).unlock(1),
                t -> t.lock(1).signal(2).unlock(1)));
        assertIs(Kind.DEADLOCK, "condition", finding);
        assertTrue(finding.message().toString().endsWith("nobody signals it again"), finding.toString());
    }

    @Test
    void aSignalBeforeWhatItTellsOf_isBlamed_thoughTheWaiterLooked() {
        List<Finding> findings = findings(Program.bare(
                        t -> t.lock(1).waitOnceLooked(2, 1).unlock(1),
                        t -> t.lock(1).signal(2).unlock(1).lock(1).unlock(1)))
                .stream()
                .map(FoundFinding::finding)
                .filter(finding -> finding.kind() == Kind.LOST_WAKEUP)
                .toList();
        assertEquals(1, findings.size());
        assertIs(Kind.LOST_WAKEUP, "signal-before-wait", findings.get(0));
    }

    /** Thread 0 has made up its mind to wait when the broadcast comes, which wakes thread 1; the signal before harms nobody. */
    @Test
    void aBroadcastThatWokeAnother_isBlamed_notAnEarlierSignalThatNobodyHeard() {
        List<Finding> findings = findings(Program.bare(
                        t -> t.lock(1)
                                .read(0)
                                .when(Code.result(0), body -> body.waitOn(2, 1))
                                .unlock(1),
                        t -> t.lock(1)
                                .read(2)
                                .when(Code.result(1), body -> body.write(1, 1).waitOn(2, 1))
                                .unlock(1),
                        t -> t.signal(2).write(2, 1).lock(1).read(1).when(Code.result(1), body -> body.unlock(1)
                                .write(0, 1)
                                .broadcast(2))))
                .stream()
                .map(FoundFinding::finding)
                .filter(finding -> finding.message().toString().contains("the broadcast"))
                .toList();
        assertEquals(1, findings.size(), findings.toString());
        assertIs(Kind.LOST_WAKEUP, "signal-before-wait", findings.get(0));
        assertEquals(OperationKind.COND_BROADCAST, kindOfStep(findings.get(0), 0));
        assertTrue(
                findings.get(0).message().toString().endsWith("and woke only those that waited by then"),
                findings.toString());
    }

    @Test
    void oneSignalForTwoWaiters_isALostWakeup_thatWokeAnother() {
        List<FoundFinding> findings = findings(Program.bare(
                t -> t.lock(1).waitOn(2, 1).unlock(1),
                t -> t.lock(1).waitOn(2, 1).unlock(1),
                t -> t.lock(1).signal(2).unlock(1)));
        assertTrue(findings.stream().anyMatch(f -> f.finding().cause().equals("woke-another")), findings.toString());
    }

    /** The second waiter of each execution is woken and waits again; the first one is the one that the signal was for. */
    @Test
    void aSignalToAThreadThatWaitsAgain_isAStolenSignal_withBothSteps() {
        List<FoundFinding> findings = findings(Program.bare(
                t -> t.lock(1).waitOn(2, 1).unlock(1),
                t -> t.lock(1).waitOn(2, 1).waitOn(2, 1).unlock(1),
                t -> t.lock(1).signal(2).unlock(1)));
        List<Finding> stolen = findings.stream()
                .map(FoundFinding::finding)
                .filter(finding -> finding.cause().equals("stolen-signal"))
                .toList();
        assertFalse(stolen.isEmpty(), findings.toString());
        for (Finding finding : stolen) {
            assertEquals(
                    List.of(OperationKind.COND_SIGNAL, OperationKind.COND_WAIT),
                    List.of(
                            kindOfStep(finding, finding.related().size() - 2),
                            kindOfStep(finding, finding.related().size() - 1)));
        }
    }

    @Test
    void aFailedAssertion_isAnAssertion() {
        Finding finding = only(Program.bare(t -> t.read(0).when(Code.result(1), Code::fail), t -> t.write(0, 1)));
        assertIs(Kind.ASSERTION, "assertion", finding);
    }

    @Test
    void aCrash_isOneFindingHoweverManyExecutionsShowIt() {
        List<FoundFinding> findings = findings(
                Program.bare(t -> t.read(0).when(Code.result(1), Code::crash), t -> t.write(0, 1), t -> t.write(1, 1)));
        assertEquals(1, findings.size());
        assertIs(Kind.CRASH, "SIGSEGV", findings.get(0).finding());
        assertTrue(findings.get(0).count() > 1);
    }

    @Test
    void aCrashOnWhatAnotherThreadWrote_namesTheWriteAndTheRead() {
        Finding finding = only(Program.bare(t -> t.read(0).when(Code.result(1), Code::crash), t -> t.write(0, 1)));
        assertEquals(2, finding.related().size());
        assertEquals(OperationKind.ATOMIC_STORE, kindOfStep(finding, 0));
        assertEquals(OperationKind.ATOMIC_LOAD, kindOfStep(finding, 1));
    }

    @Test
    void aFailedAssertionOnWhatAThreadHasReadItself_namesTheReadAlone() {
        Finding finding = only(Program.bare(t -> t.write(0, 1).read(0).when(Code.result(1), Code::fail)));
        assertEquals(OperationKind.ATOMIC_LOAD, kindOfStep(finding, 0));
    }

    @Test
    void anExitStatusOtherThanZero_isAnExitCode() {
        assertIs(Kind.EXIT_CODE, "status-3", only(Program.full(main -> main.exit(3))));
    }

    @Test
    void twoBugsAtTwoPlaces_haveTwoFingerprints() {
        List<FoundFinding> findings = findings(Program.bare(
                t -> t.read(0).when(Code.result(1), Code::fail),
                t -> t.read(0).when(Code.result(1), Code::fail),
                t -> t.write(0, 1)));
        assertEquals(2, findings.size());
        assertNotEquals(
                findings.get(0).finding().fingerprint(),
                findings.get(1).finding().fingerprint());
    }

    @Test
    void notesOfTheRuntime_areFindingsThatDoNotStopTheExploration() {
        for (Note.Kind note :
                List.of(Note.Kind.MISUSE, Note.Kind.DOUBLE_FREE, Note.Kind.INVALID_FREE, Note.Kind.USE_AFTER_FREE)) {
            SimulatedTarget target = new SimulatedTarget(Program.times(2, t -> t.add(0, 1)), Oracle.MEMORY, 4);
            target.tamper(withNote(new Note(note, 1, 1, 77, 88, 0, 0, "text")));
            List<FoundFinding> findings =
                    Oracle.explore(target, new OptimalDpor()).findings();
            assertEquals(1, findings.size());
            assertEquals(2, findings.get(0).count());
            assertEquals(Kind.Stops.NEVER, findings.get(0).finding().kind().stops());
        }
    }

    @Test
    void anExecutionThatShowsAFindingSeveralTimes_isOneThatShowsIt() {
        SimulatedTarget target = new SimulatedTarget(Program.times(2, t -> t.add(0, 1)), Oracle.MEMORY, 4);
        target.tamper(withNotes(List.of(
                new Note(Note.Kind.MISUSE, 1, 1, 77, 88, 0, 0, "text"),
                new Note(Note.Kind.MISUSE, 1, 1, 78, 88, 0, 0, "text"))));
        List<FoundFinding> findings = Oracle.explore(target, new OptimalDpor()).findings();
        assertEquals(List.of(2L), findings.stream().map(FoundFinding::count).toList());
    }

    @Test
    void usesOfOneFreedBlock_areOneGroup_thoseOfAnotherBlockAreAnother() {
        SimulatedTarget target = new SimulatedTarget(Program.times(2, t -> t.add(0, 1)), Oracle.MEMORY, 4);
        target.tamper(withNotes(List.of(
                new Note(Note.Kind.USE_AFTER_FREE, 1, 1, 77, 88, 5, 6, "text"),
                new Note(Note.Kind.DOUBLE_FREE, 1, 1, 77, 89, 5, 6, "free"),
                new Note(Note.Kind.USE_AFTER_FREE, 1, 1, 97, 90, 5, 7, "text"),
                new Note(Note.Kind.MISUSE, 1, 1, 78, 91, 5, 6, "text"),
                new Note(Note.Kind.MISUSE, 1, 1, 78, 92, 0, 0, "text"))));
        List<FindingGroups.Group> groups =
                FindingGroups.of(Oracle.explore(target, new OptimalDpor()).findings());
        assertEquals(
                List.of(2, 0, 0),
                groups.stream().map(group -> group.others().size()).toList());
    }

    private static UnaryOperator<Execution> withNote(Note note) {
        return withNotes(List.of(note));
    }

    private static UnaryOperator<Execution> withNotes(List<Note> notes) {
        return e -> e.with(Execution.End.of(Outcome.EXITED)).with(Execution.Seen.of(notes));
    }
}
