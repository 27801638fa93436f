package org.heddle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.protocol.message.ResolvedKind;
import org.heddle.server.restart.Restart;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program with two threads and two locks under the real runtime, where that has been built. */
@Timeout(900)
final class RealTargetTest {
    private Leftovers before;
    private LaunchOptions options;

    @BeforeEach
    void prepare() throws IOException, InterruptedException {
        String built = System.getProperty("heddle.shim", "../native-shim/target/native/libheddle.so");
        Path shim = Path.of(built).toAbsolutePath().normalize();
        assumeTrue(Files.exists(shim), "libheddle.so has not been built");
        options = LaunchOptions.of(FakeZygote.twoLocks(), shim);
        before = Leftovers.now();
    }

    @AfterEach
    void nothingLeft() throws IOException {
        if (before != null) {
            Leftovers.assertNothingSince(before);
        }
    }

    @Test
    void defaultPolicy_runsToTheEnd() throws Exception {
        try (WorkerPool pool = WorkerPool.start(options)) {
            Execution execution = run(pool, plan(List.of(), true));
            assertEquals(Outcome.EXITED, execution.outcome(), execution.toString());
            assertEquals("done\n", new String(execution.stdout(), StandardCharsets.UTF_8));
            assertEquals(3, execution.threads().size());
        }
    }

    @Test
    void recordedSchedule_replaysInEveryWorker() throws Exception {
        try (WorkerPool pool = WorkerPool.start(options.withJobs(2))) {
            Execution first = run(pool, plan(List.of(), false));
            List<Step> schedule = first.events().stream().map(Step::of).toList();
            for (int i = 0; i < pool.lookahead().most(); i++) {
                pool.submit(plan(schedule, false));
            }
            for (int i = 0; i < pool.lookahead().most(); i++) {
                assertEquals(first.events(), pool.take().events());
            }
        }
    }

    @Test
    void preemptionBetweenTheLocks_deadlocks() throws Exception {
        try (WorkerPool pool = WorkerPool.start(options)) {
            Execution first = run(pool, plan(List.of(), false));
            List<Event> events = first.events();
            int lock = indexOfSecondLock(events);
            int other = first.threads().get(2).id();
            int creation = indexOfCreation(events, other);
            List<Step> steps = new ArrayList<>(
                    events.subList(0, creation + 1).stream().map(Step::of).toList());
            events.stream()
                    .filter(event -> event.thread() == events.get(lock).thread())
                    .limit(2)
                    .map(Step::of)
                    .filter(step -> !steps.contains(step))
                    .forEach(steps::add);
            events.stream()
                    .filter(event -> event.thread() == other)
                    .limit(2)
                    .map(Step::of)
                    .forEach(steps::add);
            Execution execution = run(pool, plan(steps, false));
            assertEquals(Outcome.DEADLOCK, execution.outcome(), execution.toString());
            assertEquals(3, execution.pending().size());
        }
    }

    @Test
    void impossibleStep_divergesWithAReason() throws Exception {
        try (WorkerPool pool = WorkerPool.start(options)) {
            Step step = new Step(77, Event.NO_ALTERNATIVE, OperationKind.MUTEX_LOCK, 1);
            Execution execution = run(pool, plan(List.of(step), false));
            assertEquals(Outcome.DIVERGED, execution.outcome());
            assertEquals("there is no such thread", execution.divergence().reason());
        }
    }

    @Test
    void eventsThatThePlanKnows_areNotToldAgain() throws Exception {
        for (Restart restart : List.of(Restart.FORK, Restart.PROCESS)) {
            try (WorkerPool pool = WorkerPool.start(options.withJobs(1).withRestart(restart))) {
                List<Event> told = run(pool, plan(List.of(), false)).events();
                List<Event> known = told.subList(0, told.size() - 1).stream()
                        .map(event -> with(event, event.value()))
                        .toList();
                List<Event> again = run(pool, plan(told, known)).events();
                assertEquals(told, again);
                for (int k = 0; k < known.size(); k++) {
                    assertSame(known.get(k), again.get(k), "event " + k + " was told");
                }
            }
        }
    }

    @Test
    void eventsThatThePlanKnowsWrongly_areTold() throws Exception {
        for (Restart restart : List.of(Restart.FORK, Restart.PROCESS)) {
            try (WorkerPool pool = WorkerPool.start(options.withJobs(1).withRestart(restart))) {
                List<Event> told = run(pool, plan(List.of(), false)).events();
                for (int wrong = 0; wrong < told.size(); wrong += 3) {
                    List<Event> known = new ArrayList<>(told);
                    known.set(wrong, with(told.get(wrong), ~told.get(wrong).value()));
                    assertEquals(told, run(pool, plan(told, known)).events());
                }
                List<Event> more = new ArrayList<>(told);
                more.add(told.get(0));
                assertEquals(told, run(pool, plan(told, more)).events());
            }
        }
    }

    @Test
    void wholeExploration_isToldTheSame_whereEverythingIsTold() throws Exception {
        try (WorkerPool pool = WorkerPool.start(options.withJobs(1));
                WorkerPool full = WorkerPool.start(options.withJobs(1))) {
            OptimalDpor frontier = new OptimalDpor();
            int omitted = 0;
            for (WorkItem item = frontier.poll(); item != null; item = frontier.poll()) {
                Plan plan = Plan.of(item, Plan.Limits.DEFAULT);
                Execution execution = run(pool, plan);
                Execution whole = run(full, plan.inFull());
                assertEquals(whole.events(), execution.events());
                assertEquals(whole.pending(), execution.pending());
                assertEquals(whole.outcome(), execution.outcome());
                omitted += plan.known().size();
                frontier.explored(item, execution);
            }
            assertTrue(omitted > 0);
        }
    }

    private static Event with(Event event, long value) {
        return new Event(event.thread(), event.operation(), event.alternative(), event.result(), value);
    }

    private static Plan plan(List<Event> prefix, List<Event> known) {
        Plan plan = plan(prefix.stream().map(Step::of).toList(), false);
        return new Plan(
                plan.prefix(),
                plan.sleep(),
                plan.limits(),
                plan.keepOutput(),
                plan.relation(),
                plan.lateExit(),
                plan.serial(),
                plan.sections(),
                plan.policy(),
                plan.visible(),
                plan.description(),
                known);
    }

    @Test
    void sites_areResolvedToTheProgram() throws Exception {
        try (WorkerPool pool = WorkerPool.start(options)) {
            Execution execution = run(pool, plan(List.of(), false));
            long[] sites = execution.events().stream()
                    .filter(event -> event.operation().kind() == OperationKind.MUTEX_LOCK)
                    .mapToLong(event -> event.operation().site())
                    .toArray();
            for (Resolved site : pool.resolve(sites)) {
                assertEquals(ResolvedKind.MODULE, site.kind());
                assertTrue(site.module().endsWith("two_locks"), site.toString());
            }
        }
    }

    private static int indexOfSecondLock(List<Event> events) {
        int locks = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).operation().kind() == OperationKind.MUTEX_LOCK && ++locks == 2) {
                return i;
            }
        }
        throw new AssertionError(events.toString());
    }

    private static int indexOfCreation(List<Event> events, int thread) {
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event.operation().kind() == OperationKind.THREAD_CREATE
                    && event.operation().object() == thread) {
                return i;
            }
        }
        throw new AssertionError(events.toString());
    }

    private static Execution run(WorkerPool pool, Plan plan) throws InterruptedException {
        pool.submit(plan);
        return pool.take();
    }

    private static Plan plan(List<Step> prefix, boolean keepOutput) {
        return new Plan(prefix, List.of(), Plan.Limits.DEFAULT, keepOutput);
    }
}
