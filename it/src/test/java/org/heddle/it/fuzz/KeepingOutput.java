package org.heddle.it.fuzz;

import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;

/** A runner that asks for what every execution prints. */
record KeepingOutput(ExecutionRunner runner) implements ExecutionRunner {
    @Override
    public Lookahead lookahead() {
        return runner.lookahead();
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        runner.submit(new Plan(
                plan.prefix(),
                plan.sleep(),
                plan.limits(),
                true,
                plan.relation(),
                plan.lateExit(),
                plan.serial(),
                plan.sections(),
                plan.policy(),
                plan.visible(),
                plan.description(),
                plan.known()));
    }

    @Override
    public Execution take() throws InterruptedException {
        return runner.take();
    }
}
