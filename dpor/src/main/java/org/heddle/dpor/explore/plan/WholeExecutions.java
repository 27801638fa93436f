package org.heddle.dpor.explore.plan;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.model.execution.Execution;

/** A runner for those to whom an execution without its events says nothing: where there is no room for them, memory has run out. */
public final class WholeExecutions implements ExecutionRunner {
    private final ExecutionRunner runner;

    /** Runs executions there. */
    public WholeExecutions(ExecutionRunner runner) {
        this.runner = runner;
    }

    @Override
    public Lookahead lookahead() {
        return runner.lookahead();
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        runner.submit(plan);
    }

    @Override
    public Execution take() throws InterruptedException {
        return whole(runner.take());
    }

    @Override
    public Execution take(BooleanSupplier isOver) throws InterruptedException {
        return whole(runner.take(isOver));
    }

    @Override
    public void giveUp(int plans) throws InterruptedException {
        runner.giveUp(plans);
    }

    private static Execution whole(Execution execution) {
        if (execution != null && execution.isCut()) {
            throw new OutOfMemoryError("an execution has more operations than there is room for");
        }
        return execution;
    }
}
