package org.heddle.dpor.explore.plan;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.model.execution.Execution;

/** Runs plans until their time is up. What is not there by then is given up: its execution is lost, as are all later ones. */
public final class TimeLimitedRunner implements ExecutionRunner {
    private final ExecutionRunner runner;
    private final BooleanSupplier isOver;
    private int inFlight;
    private int lost;

    /**
     * A runner with a time limit.
     *
     * @param runner with nothing in flight; nobody else uses it meanwhile
     * @param isOver whether its time is up
     */
    public TimeLimitedRunner(ExecutionRunner runner, BooleanSupplier isOver) {
        this.runner = runner;
        this.isOver = isOver;
    }

    @Override
    public Lookahead lookahead() {
        return runner.lookahead();
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        if (isOver.getAsBoolean()) {
            giveUp();
            lost++;
        } else {
            runner.submit(plan);
            inFlight++;
        }
    }

    @Override
    public Execution take() throws InterruptedException {
        if (lost == 0) {
            Execution execution = runner.take(isOver);
            if (execution != null) {
                inFlight--;
                return execution;
            }
            giveUp();
        }
        lost--;
        return Execution.lost("");
    }

    /** Gives up what is in flight, and goes on. */
    public void beginAnew() throws InterruptedException {
        runner.giveUp(inFlight);
        inFlight = 0;
        lost = 0;
    }

    private void giveUp() throws InterruptedException {
        if (inFlight > 0) {
            runner.giveUp(inFlight);
            lost += inFlight;
            inFlight = 0;
        }
    }
}
