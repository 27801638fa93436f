package org.heddle.dpor.detect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.heddle.dpor.bound.operations.OperationBounded;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.ThreadInfo;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** What is found in programs that go on for ever. */
final class EndlessFindingsTest {
    private static final int BUSY = 16; // EBUSY

    private static Verdict explore(Program program) throws InterruptedException {
        return new Explorer(
                        new SimulatedTarget(program, Oracle.MEMORY, 2),
                        new OperationBounded(OptimalDpor::new, new Endlessness()),
                        Budget.unlimited(true).withMaxExecutions(500),
                        new Plan.Limits(2_000, 10_000),
                        Detectors.ofExploration(),
                        ExplorationListener.SILENT)
                .explore();
    }

    @Test
    void aCycleOfLocksBesideAThreadThatGoesOn_isADeadlock() throws InterruptedException {
        List<FoundFinding> findings = explore(Program.bare(
                        t -> t.lock(1).lock(2).unlock(2).unlock(1),
                        t -> t.lock(2).lock(1).unlock(1).unlock(2),
                        t -> t.loopWhile(registers -> true, body -> body.lock(9).unlock(9))))
                .findings();
        assertEquals(1, findings.size(), findings.toString());
        assertEquals("lock-cycle", findings.get(0).finding().cause());
        assertEquals(
                List.of(0, 1),
                findings.get(0).finding().threads().stream()
                        .map(Finding.InvolvedThread::thread)
                        .toList());
    }

    @Test
    void aThreadThatWaitsForOneThatGoesOn_isNone() throws InterruptedException {
        Verdict verdict = explore(Program.bare(
                t -> t.lock(1).loopWhile(registers -> true, body -> body.lock(9).unlock(9)),
                t -> t.lock(1).unlock(1)));
        assertEquals(List.of(), verdict.findings());
        assertTrue(verdict.counts().total() > 1);
    }

    private static Event event(int thread, OperationKind kind, long object, long result, long site) {
        return new Event(thread, new Operation(kind, object, 0, 0, MemoryOrder.SEQ_CST, site), -1, result, 0);
    }

    private static Event locks(int thread, long mutex) {
        return event(thread, OperationKind.MUTEX_LOCK, mutex, 0, 10);
    }

    private static Event tries(int thread, long mutex, long result) {
        return event(thread, OperationKind.MUTEX_TRYLOCK, mutex, result, 20);
    }

    private static Event unlocks(int thread, long mutex) {
        return event(thread, OperationKind.MUTEX_UNLOCK, mutex, 0, 30);
    }

    /** An execution in which these events can be repeated for ever. */
    private static Execution round(Event... round) {
        return execution(
                List.of(round),
                Outcome.TOO_LONG,
                List.of(new PendingOperation(0, round[0].operation()), new PendingOperation(1, round[0].operation())),
                List.of(new Note(Note.Kind.CYCLE, 0, round.length, round.length, 0, 0, 0, "")));
    }

    private static Execution execution(
            List<Event> events, Outcome outcome, List<PendingOperation> pending, List<Note> notes) {
        List<ThreadInfo> threads = List.of(new ThreadInfo(0, -1, 0, 0, ""), new ThreadInfo(1, 0, 0, 0, ""));
        return Execution.of(
                new Execution.Course(events, pending, threads), Execution.End.of(outcome), Execution.Seen.of(notes));
    }

    private static final Execution BACK_OFF =
            round(locks(0, 1), locks(1, 2), tries(0, 2, BUSY), tries(1, 1, BUSY), unlocks(0, 1), unlocks(1, 2));

    private static final Execution TAKE_TURNS = round(locks(0, 1), unlocks(0, 1), locks(1, 1), unlocks(1, 1));

    @Test
    void aRoundInWhichNobodyGetsWhatItTriesFor_isALivelock() {
        Finding finding = Detectors.ofExploration().detect(BACK_OFF).get(0);
        assertEquals(Kind.LIVELOCK, finding.kind());
        assertEquals("cycle", finding.cause());
        assertEquals(List.of(20L, 20L), finding.sites(), "it is told from others by what fails");
        assertEquals(List.of(0, 1, 2, 3, 4, 5), finding.related());
    }

    @Test
    void aRoundOfThreadsThatNeverEnd_isWhatTheyAreFor() {
        assertEquals(List.of(), Detectors.ofExploration().detect(TAKE_TURNS));
    }

    @Test
    void theSameRoundOfAThreadThatHasEndedInAnotherExecution_isALivelock() {
        Detector detector = Detectors.ofExploration();
        detector.detect(execution(
                List.of(event(1, OperationKind.THREAD_EXIT, 1, 0, 0)),
                Outcome.DEADLOCK,
                List.of(new PendingOperation(0, locks(0, 1).operation())),
                List.of()));
        assertEquals("cycle", detector.detect(TAKE_TURNS).get(0).cause());
    }

    @Test
    void aRoundInWhichOneGetsOnAndTheOtherOneTriesInVain_isStarvation() {
        Finding finding = Detectors.standard()
                .detect(round(locks(0, 1), tries(1, 1, BUSY), unlocks(0, 1)))
                .get(0);
        assertEquals("starvation", finding.cause());
        assertTrue(finding.message().toString().contains("thread 1 never gets"), finding.message()::toString);
    }

    private static Operation wait(OperationKind kind, long object, long deadline, long site) {
        return new Operation(kind, object, 0, deadline, MemoryOrder.SEQ_CST, site);
    }

    /** Thread 0 goes round with time, thread 1 waits for a semaphore; the round ends at this step, of two. */
    private static Execution beneath(Operation goesOn, int step) {
        return execution(
                List.of(event(0, OperationKind.SLEEP, 0, 0, 40), event(0, OperationKind.SLEEP, 0, 0, 40)),
                Outcome.DEADLOCK,
                List.of(
                        new PendingOperation(0, goesOn),
                        new PendingOperation(1, wait(OperationKind.SEM_WAIT, 7, 0, 50))),
                List.of(new Note(Note.Kind.CYCLE, 0, step, 1, 0, 0, 0, "")));
    }

    @Test
    void aThreadThatWaitsBeneathOneThatSleepsForEver_isADeadlockOfThatThreadAlone() {
        List<Finding> findings = Detectors.ofExploration().detect(beneath(wait(OperationKind.SLEEP, 0, 0, 40), 2));
        assertEquals(1, findings.size(), findings.toString());
        assertEquals("semaphore", findings.get(0).cause());
        assertEquals(List.of(50L), findings.get(0).sites());
    }

    @Test
    void aThreadThatWaitsBeneathOneThatPollsWithATimeLimit_isADeadlockOfThatThreadAlone() {
        List<Finding> findings =
                Detectors.ofExploration().detect(beneath(wait(OperationKind.COND_WAKE, 9, 1_000, 60), 2));
        assertEquals(List.of(50L), findings.get(0).sites(), findings.toString());
    }

    @Test
    void onlyARoundAtTheEndOfADeadlockIsOfThreadsThatLetTimePass() {
        assertTrue(beneath(wait(OperationKind.SLEEP, 0, 0, 40), 2).endsAsTimePasses());
        assertFalse(beneath(wait(OperationKind.SLEEP, 0, 0, 40), 1).endsAsTimePasses());
    }

    @Test
    void theScheduleOfALivelockEndsWithTheRound() {
        Execution longer = execution(
                List.of(locks(0, 1), tries(1, 1, BUSY), unlocks(0, 1), tries(1, 1, 0), unlocks(1, 1)),
                Outcome.EXITED,
                List.of(),
                List.of(new Note(Note.Kind.CYCLE, 0, 3, 3, 0, 0, 0, "")));
        Finding finding = Detectors.standard().detect(longer).get(0);
        assertEquals(3, finding.schedule().size());
        Execution shown = longer.upTo(3);
        assertEquals(
                List.of(new PendingOperation(1, tries(1, 1, 0).operation())),
                shown.pending(),
                "what the thread does next is what it did");
        assertEquals(Outcome.TOO_LONG, shown.outcome());
    }
}
