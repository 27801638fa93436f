package org.heddle.cli.check.launch;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.heddle.cli.base.UserError;
import org.heddle.cli.cluster.ClusterChoice;
import org.heddle.cli.cluster.ClusterEngine;
import org.heddle.cli.cluster.Fleet;
import org.heddle.cli.cluster.SharedCheck;
import org.heddle.cli.cluster.SharedRunner;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.RestartCounts;

/**
 * Where a check's program is executed: in processes of this machine, or on others as well. What is found is simplified and
 * described on this machine in both cases.
 */
public final class Workplace implements AutoCloseable {
    private final WorkerPool pool;
    private final Optional<SharedCheck> shared;
    private final Optional<SharedRunner> runner;

    private Workplace(WorkerPool pool, Optional<SharedCheck> shared, Optional<SharedRunner> runner) {
        this.pool = pool;
        this.shared = shared;
        this.runner = runner;
    }

    /**
     * Starts the program where the options ask for it.
     *
     * @throws UserError if other machines are asked for that cannot be used
     * @throws LaunchException if the program cannot be started
     * @throws IOException if it cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public static Workplace open(
            LaunchOptions launch, Plan.Limits limits, Optional<ClusterChoice> cluster, PrintWriter err)
            throws UserError, LaunchException, IOException, InterruptedException {
        if (cluster.isEmpty()) {
            return new Workplace(WorkerPool.start(launch), Optional.empty(), Optional.empty());
        }
        ClusterEngine engine = ClusterEngine.find();
        Plan first = new Plan(List.of(), List.of(), limits, false);
        SharedCheck shared = engine.share(launch, first, cluster.get(), line -> {
            err.println("heddle: " + line);
            err.flush();
        });
        WorkerPool pool = null;
        boolean opened = false;
        try {
            pool = WorkerPool.start(shared.launch());
            SharedRunner runner = shared.begin(pool);
            opened = true;
            return new Workplace(pool, Optional.of(shared), Optional.of(runner));
        } finally {
            if (!opened) {
                close(pool, shared);
            }
        }
    }

    /** The program on this machine. */
    public WorkerPool pool() {
        return pool;
    }

    /** What executes the exploration's plans. */
    public ExecutionRunner runner() {
        return runner.isPresent() ? runner.get() : pool;
    }

    /**
     * Compares the results of the last plans that were executed without a fork with those of a fork; see {@link WorkerPool#confirm}.
     *
     * @param isOver says not to wait longer; a cluster is waited for in any case
     * @throws InterruptedException if the thread is interrupted
     */
    public void confirm(BooleanSupplier isOver) throws InterruptedException {
        if (runner.isPresent()) {
            runner.get().confirm();
        } else {
            pool.confirm(isOver);
        }
    }

    /** How the exploration's plans were executed. */
    public RestartCounts.Snapshot restarts() {
        return runner.isPresent() ? runner.get().restarts() : pool.restarts();
    }

    /** For how many nanoseconds results have been waited for; not known of other machines. */
    public OptionalLong waited() {
        return runner.isPresent() ? OptionalLong.empty() : OptionalLong.of(pool.waited());
    }

    /** Who executes on other machines, if that was asked for. */
    public Optional<Supplier<Fleet>> fleet() {
        return runner.map(others -> others::fleet);
    }

    /** What is to be said of it. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        pool.warning().ifPresent(remarks::add);
        remarks.addAll(pool.incidents());
        runner.ifPresent(others -> remarks.addAll(others.remarks()));
        return remarks;
    }

    @Override
    public void close() {
        close(pool, shared.orElse(null));
    }

    private static void close(WorkerPool pool, SharedCheck shared) {
        try {
            if (pool != null) {
                pool.close();
            }
        } finally {
            if (shared != null) {
                shared.close();
            }
        }
    }
}
