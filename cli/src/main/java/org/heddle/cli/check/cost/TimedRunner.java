package org.heddle.cli.check.cost;

import java.util.function.BooleanSupplier;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;

/**
 * Takes the time that the thread that explores spends with a runner. Of submitting, which takes a microsecond or two, only some of the
 * time is taken: reading the clock takes a part of that, too.
 */
public final class TimedRunner implements ExecutionRunner {
    private static final int ONE_IN = 13; // plans are sent several at a time, and their number is mostly a power of two

    private final ExecutionRunner runner;
    private final long begun = System.nanoTime();
    private long submitted;
    private long underWay;
    private long asked;
    private long inFlight; // whenever an execution was asked for, all together
    private long submitting;
    private long taking;

    /**
     * Nanoseconds since the runner was made, and what happened in them.
     *
     * @param all of them
     * @param submitting plans, by some of them
     * @param taking executions: mostly waiting for them
     * @param inFlight how many plans were under way, on average, when an execution was asked for
     */
    public record Times(long all, long submitting, long taking, double inFlight) {}

    /** Times of this runner, from now on. */
    public TimedRunner(ExecutionRunner runner) {
        this.runner = runner;
    }

    /** Until now. */
    public Times times() {
        return new Times(System.nanoTime() - begun, submitting, taking, asked == 0 ? 0 : (double) inFlight / asked);
    }

    @Override
    public Lookahead lookahead() {
        return runner.lookahead();
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        boolean isTimed = ++submitted % ONE_IN == 0; // the first ones meet a cold virtual machine
        long before = isTimed ? System.nanoTime() : 0;
        runner.submit(plan);
        underWay++;
        submitting += isTimed ? ONE_IN * (System.nanoTime() - before) : 0;
    }

    @Override
    public Execution take() throws InterruptedException {
        return take(() -> false);
    }

    @Override
    public Execution take(BooleanSupplier isOver) throws InterruptedException {
        asked++;
        inFlight += underWay;
        long before = System.nanoTime();
        Execution execution = runner.take(isOver);
        taking += System.nanoTime() - before;
        underWay -= execution == null ? 0 : 1;
        return execution;
    }

    @Override
    public void giveUp(int plans) throws InterruptedException {
        runner.giveUp(plans);
        underWay = 0;
    }
}
