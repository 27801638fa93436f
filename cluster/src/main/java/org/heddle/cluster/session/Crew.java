package org.heddle.cluster.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.heddle.cli.cluster.Fleet;
import org.heddle.cli.cluster.SharedRunner;
import org.heddle.cluster.lease.Leases;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.WorkerPool;
import org.heddle.server.restart.RestartCounts;
import org.heddle.server.restart.RestartDiffersException;

/**
 * All workers of a check. The check submits plans and takes executions on one thread; each worker's link has threads of its own, which
 * report here. What it decides is decided by {@link Leases}.
 */
public final class Crew implements SharedRunner {
    private static final long LOOK_NANOS = 100_000_000;

    private final Lookahead lookahead;
    private final Patience patience;
    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Leases leases = new Leases();
    private final Map<Integer, Link> links = new TreeMap<>();
    private final Map<String, Long> executedBy = new TreeMap<>();
    private final List<String> incidents = new ArrayList<>();
    private final Totals totals = new Totals();
    private final Unconfirmed unconfirmed = new Unconfirmed();
    private final WorkerPool forking;
    private String differs;
    private int lost;
    private int next;
    private boolean isFull;
    private boolean isDeserted;
    private long waitingFor;
    private long waitingSince;
    private long alone;

    /**
     * How long to wait, in nanoseconds.
     *
     * @param slow for an execution, or for any sign of a worker, before its plans are given to others as well
     * @param deserted for a worker when there is none
     */
    public record Patience(long slow, long deserted) {
        /** Fit for most checks. */
        public static final Patience DEFAULT = new Patience(TimeUnit.SECONDS.toNanos(3), TimeUnit.SECONDS.toNanos(60));
    }

    /** What a crew needs of the link to a worker. */
    interface Link {
        /** Whom it goes to. */
        String name();

        /** How many executions the worker runs at a time. */
        int slots();

        /** When something last came from the worker, by {@link System#nanoTime}. */
        long heard();

        /** Sends a plan, with others or when {@link #flush} is called. Never blocks. */
        void send(Leases.Lease lease);

        /** Sends what is still to be sent. Never blocks. */
        void flush();

        /** Lets the worker forget the plans that have not begun. Never blocks. */
        void cancel();

        /** Asks for a comparison; the answer is {@link Crew#confirmed} or {@link Crew#differs}. Never blocks. */
        void confirm();
    }

    /**
     * A crew without workers.
     *
     * @param lookahead how many plans are in flight, which the course of the exploration depends on
     * @param forking executes in forks what workers that are gone have not compared
     * @param clock in nanoseconds, that of {@link System#nanoTime}
     */
    public Crew(Lookahead lookahead, WorkerPool forking, Patience patience, LongSupplier clock) {
        this.forking = forking;
        this.lookahead = lookahead;
        this.patience = patience;
        this.clock = clock;
        alone = clock.getAsLong();
    }

    @Override
    public Lookahead lookahead() {
        return lookahead;
    }

    /** A worker is ready; returns its number. */
    int join(Link link, int window) {
        lock.lock();
        try {
            int number = leases.join(window);
            links.put(number, link);
            isDeserted = false;
            spread();
            changed.signalAll();
            return number;
        } finally {
            lock.unlock();
        }
    }

    /** A worker is gone; in order, or lost. */
    void leave(int number, String why, boolean isLost) {
        lock.lock();
        try {
            Link link = links.remove(number);
            if (link == null) {
                return;
            }
            leases.lose(number);
            lost += isLost ? 1 : 0;
            if (isLost) {
                incidents.add("the worker " + link.name() + " was lost (" + why + ")");
            }
            alone = clock.getAsLong();
            spread();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** There was no room for what a worker answered: once all that has been answered before is taken, nothing more is. */
    void full() {
        lock.lock();
        try {
            isFull = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A worker may hold so many plans. */
    void setWindow(int number, int window) {
        lock.lock();
        try {
            leases.setWindow(number, window);
            spread();
        } finally {
            lock.unlock();
        }
    }

    /** The plan that an answer is of; null if it would not count. */
    Plan wanted(int number, long plan) {
        lock.lock();
        try {
            return leases.wanted(number, plan);
        } finally {
            lock.unlock();
        }
    }

    /** A worker has answered. */
    void answer(int number, int slot, long plan, Execution execution) {
        lock.lock();
        try {
            Plan wanted = leases.wanted(number, plan);
            if (wanted != null && execution.outcome() != Outcome.LOST) {
                unconfirmed.put(number, slot, wanted, execution);
            }
            boolean counts = leases.answer(number, plan, execution);
            Link link = links.get(number);
            if (counts && link != null) {
                executedBy.merge(link.name(), 1L, Long::sum);
            }
            if (link != null) {
                fill(number, link);
            }
            if (wanted != null && !counts) {
                spread(); // the worker has lost the execution, so another one is to have it
            }
            if (plan == leases.oldest()) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A worker's executions without a fork differ from those with one. */
    void differs(String message) {
        lock.lock();
        try {
            differs = message;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A worker's comparison has come to the same. */
    void confirmed(int number, RestartCounts.Snapshot counts) {
        lock.lock();
        try {
            totals.set(number, counts);
            unconfirmed.confirmed(number);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void submit(Plan plan) {
        lock.lock();
        try {
            leases.submit(plan);
            lendOne();
        } finally {
            lock.unlock();
        }
    }

    /** Lends what waits, to the workers in turn. */
    private void spread() {
        links.forEach(this::fill);
    }

    private void fill(int number, Link link) {
        boolean lent = false;
        for (Leases.Lease lease = leases.lend(number); lease != null; lease = leases.lend(number)) {
            link.send(lease);
            lent = true;
        }
        if (lent) {
            link.flush();
        }
    }

    /** Lends the new plan to the worker with the fewest plans for its slots, beginning behind the last one. */
    private void lendOne() {
        List<Integer> numbers = List.copyOf(links.keySet());
        int best = -1;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < numbers.size(); i++) {
            int number = numbers.get((next + i) % numbers.size());
            double load = (double) leases.held(number) / links.get(number).slots();
            if (load < least && leases.hasRoom(number)) {
                least = load;
                best = number;
            }
        }
        next++;
        Leases.Lease lease = best < 0 ? null : leases.lend(best);
        if (lease != null) {
            links.get(best).send(lease);
        }
    }

    @Override
    public Execution take() throws InterruptedException {
        return take(() -> false);
    }

    @Override
    public Execution take(BooleanSupplier isOver) throws InterruptedException {
        lock.lock();
        try {
            Execution execution = takeIfThere();
            if (execution == null) {
                links.values().forEach(Link::flush);
            }
            while (execution == null) {
                boolean isQuiet = changed.awaitNanos(LOOK_NANOS) <= 0;
                look();
                execution = takeIfThere();
                if (execution == null && isQuiet && isOver.getAsBoolean()) {
                    return null;
                }
            }
            return execution;
        } finally {
            lock.unlock();
        }
    }

    private Execution takeIfThere() {
        if (differs != null) {
            throw new RestartDiffersException(differs);
        }
        Execution execution = leases.take();
        if (execution == null && isFull) {
            throw new OutOfMemoryError("a worker's answer has more operations than there is room for");
        }
        return execution;
    }

    private void look() {
        long now = clock.getAsLong();
        links.forEach((number, link) -> {
            if (now - link.heard() > patience.slow()) {
                leases.setWindow(number, 0); // until something comes
                leases.lendAgain(number);
                spread();
            }
        });
        if (waitingFor != leases.oldest()) {
            waitingFor = leases.oldest();
            waitingSince = now;
        } else if (now - waitingSince > patience.slow()) {
            waitingSince = now;
            leases.hurry();
            spread();
        }
        if (!leases.hasWorkers() && (isDeserted || now - alone > patience.deserted())) {
            if (!isDeserted) {
                incidents.add("no worker was left, and none came for "
                        + TimeUnit.NANOSECONDS.toSeconds(patience.deserted()) + " s");
            }
            isDeserted = true;
            leases.answerAll(Execution.lost("no worker is left"));
        }
    }

    @Override
    public void giveUp(int plans) {
        lock.lock();
        try {
            leases.giveUp();
            links.values().forEach(Link::cancel);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void confirm() throws InterruptedException {
        lock.lock();
        try {
            totals.forget();
            Set<Integer> asked = new TreeSet<>(links.keySet()); // who comes later has executed nothing
            links.values().forEach(Link::confirm);
            while (differs == null && !totals.hasAll(asked)) {
                changed.await();
                asked.retainAll(links.keySet());
            }
            if (differs == null) {
                differs = unconfirmed.compare(forking).orElse(null);
            }
            if (differs != null) {
                throw new RestartDiffersException(differs);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public RestartCounts.Snapshot restarts() {
        lock.lock();
        try {
            return totals.sum();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Fleet fleet() {
        lock.lock();
        try {
            int slots = links.values().stream().mapToInt(Link::slots).sum();
            return new Fleet(links.size(), slots, lost, leases.lentAgain());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<String> remarks() {
        lock.lock();
        try {
            List<String> remarks = new ArrayList<>();
            StringBuilder where = new StringBuilder();
            executedBy.forEach((name, count) -> where.append(where.length() == 0 ? "" : ", ")
                    .append(name)
                    .append(": ")
                    .append(count));
            remarks.add("executed on " + executedBy.size() + (executedBy.size() == 1 ? " worker (" : " workers (")
                    + where + "); run again elsewhere: " + leases.lentAgain());
            remarks.addAll(incidents);
            return List.copyOf(remarks);
        } finally {
            lock.unlock();
        }
    }
}
