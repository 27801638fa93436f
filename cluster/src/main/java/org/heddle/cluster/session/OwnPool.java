package org.heddle.cluster.session;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.WorkerPool;
import org.heddle.server.restart.RestartCounts;

/** The program's processes on the check's machine, as one of two places. */
public record OwnPool(WorkerPool pool, int jobs) implements QuickerPlace.Here {
    @Override
    public Lookahead lookahead() {
        return pool.lookahead();
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        pool.submit(plan);
    }

    @Override
    public Execution take() throws InterruptedException {
        return pool.take();
    }

    @Override
    public Execution take(BooleanSupplier isOver) throws InterruptedException {
        return pool.take(isOver);
    }

    @Override
    public void giveUp(int plans) throws InterruptedException {
        pool.giveUp(plans);
    }

    @Override
    public void confirm() throws InterruptedException {
        pool.confirm(() -> false);
    }

    @Override
    public RestartCounts.Snapshot restarts() {
        return pool.restarts();
    }

    @Override
    public List<String> incidents() {
        return pool.incidents();
    }
}
