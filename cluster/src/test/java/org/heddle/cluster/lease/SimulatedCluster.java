package org.heddle.cluster.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;

/** Workers of which a seed decides when they come, answer, stop, go on and are lost. There is no time: what happens next is drawn. */
final class SimulatedCluster implements ExecutionRunner {
    private static final int MOST_WORKERS = 6;
    private static final int MOST_FAILURES = 2; // of one plan; a third counts

    private final Random random;
    private final Lookahead lookahead;
    private final Map<Plan, Execution> known;
    private final Leases leases = new Leases();
    private final List<Worker> workers = new ArrayList<>();
    private final List<Answer> underWay = new ArrayList<>();
    private final Set<Long> counted = new HashSet<>();
    private final Map<Long, Integer> failures = new HashMap<>();
    private int lostWorkers;
    private int lateAnswers;
    private int lostAnswers;

    private static final class Worker {
        private final int number;
        private final ArrayDeque<Leases.Lease> held = new ArrayDeque<>();
        private boolean isStopped;
        private boolean isFull;

        Worker(int number) {
            this.number = number;
        }
    }

    /** An answer that has left its worker. */
    private record Answer(int worker, long number, Execution execution) {}

    SimulatedCluster(long seed, Lookahead lookahead, Map<Plan, Execution> known) {
        this.random = new Random(seed);
        this.lookahead = lookahead;
        this.known = known;
        join();
    }

    int lostWorkers() {
        return lostWorkers;
    }

    int lateAnswers() {
        return lateAnswers;
    }

    /** Executions that a worker whose disk is full has lost. */
    int lostAnswers() {
        return lostAnswers;
    }

    @Override
    public Lookahead lookahead() {
        return lookahead;
    }

    @Override
    public void submit(Plan plan) {
        leases.submit(plan);
    }

    @Override
    public Execution take() {
        while (true) {
            Execution execution = leases.take();
            if (execution != null) {
                return execution;
            }
            happen();
        }
    }

    @Override
    public void giveUp(int plans) {
        leases.giveUp();
        workers.forEach(worker -> worker.held.clear());
    }

    private void join() {
        workers.add(new Worker(leases.join(1 + random.nextInt(5))));
    }

    private void happen() {
        int what = random.nextInt(200);
        if (workers.isEmpty() || (what < 3 && workers.size() < MOST_WORKERS)) {
            join();
        } else if (what < 5) {
            lose(workers.get(random.nextInt(workers.size())));
        } else if (what < 8) {
            Worker worker = workers.get(random.nextInt(workers.size()));
            worker.isStopped = !worker.isStopped;
        } else if (what < 20) {
            leases.hurry();
        } else if (what < 24) {
            leases.setWindow(workers.get(random.nextInt(workers.size())).number, 1 + random.nextInt(6));
        } else if (what < 25) {
            fill(workers.get(random.nextInt(workers.size())));
        } else if (what < 90) {
            lend(workers.get(random.nextInt(workers.size())));
        } else if (what < 140) {
            execute(workers.get(random.nextInt(workers.size())));
        } else if (!underWay.isEmpty()) {
            arrive(underWay.remove(random.nextInt(underWay.size())));
        }
    }

    private void lend(Worker worker) {
        Leases.Lease lease = leases.lend(worker.number);
        if (lease != null) {
            worker.held.add(lease);
        }
    }

    private void execute(Worker worker) {
        if (worker.isStopped || worker.held.isEmpty()) {
            return;
        }
        Leases.Lease lease = worker.held.remove();
        if (worker.isFull && failures.merge(lease.number(), 1, Integer::sum) <= MOST_FAILURES) {
            lostAnswers++;
            leases.answer(worker.number, lease.number(), Execution.lost("the disk is full"));
            return;
        }
        Execution execution = known.get(lease.plan());
        if (execution == null) {
            throw new AssertionError("a plan that one machine did not run: another course");
        }
        underWay.add(new Answer(worker.number, lease.number(), execution));
    }

    /** The disk of one worker at a time is full. */
    private void fill(Worker worker) {
        workers.forEach(each -> each.isFull = each == worker);
    }

    private void arrive(Answer answer) {
        if (!leases.answer(answer.worker(), answer.number(), answer.execution())) {
            lateAnswers++;
        } else if (!counted.add(answer.number())) {
            throw new AssertionError("plan " + answer.number() + " counts twice");
        }
    }

    private void lose(Worker worker) {
        lostWorkers++;
        workers.remove(worker);
        leases.lose(worker.number); // what it has sent still arrives
    }
}
