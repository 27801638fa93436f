package org.heddle.cluster.session;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.WorkerPool;
import org.heddle.server.journal.ExecutionRecord;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.RestartCounts;
import org.heddle.server.restart.RestartDiffersException;

/** Executes a session's plans one after the other, in a process of its own, on a thread of its own. */
final class Slot {
    /** How many plans are handed to the process ahead of time, where they are short. */
    static final int IN_FLIGHT = LaunchOptions.Tuning.DEFAULT.inFlight().least();

    private static final long TURN_NANOS = 50_000_000;

    private final int number;
    private final LaunchOptions launch;
    private final Orders orders;
    private final Answers answers;
    private final Workshop workshop;
    private final ExecutionRecord record = new ExecutionRecord();
    private final CompletableFuture<Optional<String>> started = new CompletableFuture<>();
    private Thread thread;
    private volatile WorkerPool pool;
    private int confirmed;

    /** A slot with this number. */
    Slot(int number, LaunchOptions launch, Orders orders, Answers answers, Workshop workshop) {
        this.number = number;
        this.launch = launch;
        this.orders = orders;
        this.answers = answers;
        this.workshop = workshop;
        confirmed = orders.enter();
    }

    /** Starts it without waiting. */
    void start() {
        start(() -> {});
    }

    /** Starts it, executes this first, and says that the worker is ready; returns why the program cannot be started. */
    Optional<String> start(Plan first) throws InterruptedException {
        start(() -> {
            pool.submit(first);
            answers.ready(workshop.slots(), bytes(first, pool.take()));
        });
        try {
            return started.get();
        } catch (ExecutionException failed) {
            return Optional.of(failed.getCause().toString());
        }
    }

    /** Something that is done in the slot. */
    private interface Task {
        void run() throws InterruptedException;
    }

    private void start(Task first) {
        thread = new Thread(() -> work(first), "heddle-slot");
        thread.setDaemon(true);
        thread.start();
    }

    private void work(Task first) {
        try (WorkerPool own = WorkerPool.start(launch)) {
            pool = own;
            first.run();
            started.complete(Optional.empty());
            executeAll();
        } catch (RestartDiffersException differs) {
            answers.say(FrameKind.DIFFERS, differs.getMessage());
        } catch (LaunchException failed) {
            started.complete(Optional.of(failed.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error failed) {
            answers.say(FrameKind.REFUSED, "a slot failed: " + failed); // the check gives its plans to others
            throw failed;
        } finally {
            orders.exit(confirmed);
            started.complete(Optional.of("it was interrupted"));
        }
    }

    private void executeAll() throws InterruptedException {
        for (List<Orders.Order> taken = next(); taken != null; taken = next()) {
            if (taken.isEmpty()) {
                confirmed = orders.round();
                pool.confirm(() -> false); // whoever asks waits no longer than its session lasts
                orders.confirmed();
            } else {
                execute(new ArrayDeque<>(taken));
            }
        }
    }

    private List<Orders.Order> next() throws InterruptedException {
        return orders.next(confirmed, workshop.slots());
    }

    private void execute(ArrayDeque<Orders.Order> inHand) throws InterruptedException {
        int executed = 0;
        int lost = 0;
        workshop.begin();
        try {
            long begun = System.nanoTime();
            for (Orders.Order order : inHand) {
                pool.submit(order.plan());
            }
            while (!inHand.isEmpty()) {
                Execution execution = pool.take();
                Orders.Order order = inHand.remove();
                answers.result(order.number(), number, bytes(order.plan(), execution));
                orders.done();
                executed++;
                lost += execution.outcome() == Outcome.LOST ? 1 : 0;
                Orders.Order more = System.nanoTime() - begun < TURN_NANOS ? orders.more(workshop.slots()) : null;
                if (more != null) {
                    pool.submit(more.plan());
                    inHand.add(more);
                }
            }
            orders.took(executed, System.nanoTime() - begun);
        } finally {
            workshop.end(executed, lost);
        }
    }

    private byte[] bytes(Plan plan, Execution execution) {
        ByteBuffer encoded = record.encode(plan, execution);
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    /** How its executions were run. */
    Optional<RestartCounts.Snapshot> counts() {
        return Optional.ofNullable(pool).map(WorkerPool::restarts);
    }

    /** Ends its process and its thread; the session is over. */
    void close() throws InterruptedException {
        WorkerPool own = pool;
        if (own != null) {
            own.close();
        }
        thread.join();
    }
}
