package org.heddle.bench;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;

/**
 * A target whose executions cost nothing: it answers with those that another one has given. An exploration with as many plans in flight
 * takes the same course each time, so that its n-th plan is answered by the n-th execution.
 */
final class FreeTarget implements ExecutionRunner {
    private final Lookahead lookahead;
    private final List<Execution> recorded;
    private int taken;

    private FreeTarget(Lookahead lookahead, List<Execution> recorded) {
        this.lookahead = lookahead;
        this.recorded = recorded;
    }

    /** Runs plans in a real target, and keeps the executions. */
    static final class Recorder implements ExecutionRunner {
        private final ExecutionRunner target;
        private final List<Execution> recorded = new ArrayList<>();
        private final Queue<Plan> asked = new ArrayDeque<>();

        Recorder(ExecutionRunner target) {
            this.target = target;
        }

        /** A target that answers as this one did. */
        FreeTarget free() {
            return new FreeTarget(target.lookahead(), List.copyOf(recorded));
        }

        @Override
        public Lookahead lookahead() {
            return target.lookahead();
        }

        @Override
        public void submit(Plan plan) throws InterruptedException {
            asked.add(plan);
            target.submit(plan);
        }

        @Override
        public Execution take() throws InterruptedException {
            Execution execution = target.take();
            if (execution.events().size() < asked.remove().prefix().size()) {
                throw new IllegalStateException("an execution that did not follow its plan cannot be recorded");
            }
            recorded.add(execution);
            return execution;
        }
    }

    /** Begins with the first execution again. */
    void rewind() {
        taken = 0;
    }

    int executions() {
        return recorded.size();
    }

    @Override
    public Lookahead lookahead() {
        return lookahead;
    }

    @Override
    public void submit(Plan plan) {
        // the answer is known
    }

    @Override
    public Execution take() {
        return recorded.get(taken++);
    }
}
