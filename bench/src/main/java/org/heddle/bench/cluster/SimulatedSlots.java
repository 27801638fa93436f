package org.heddle.bench.cluster;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;

/**
 * Slots of many machines, in simulated time. The exploration is the real one: the processor time that it takes between two calls passes in
 * the simulation as well, together with what each execution costs its process besides. What an execution comes to is found out by running
 * it, in no simulated time. It begins on the slot that is free first, takes a given time there, and the plan and the execution each take
 * half a round trip through the network.
 */
final class SimulatedSlots implements ExecutionRunner {
    private static final int IN_FLIGHT_FOR_A_SLOT = 4;

    private final ExecutionRunner real;
    private final int slots;
    private final Costs costs;
    private final PriorityQueue<Long> freeAt = new PriorityQueue<>();
    private final ArrayDeque<Answer> inFlight = new ArrayDeque<>();
    private long now;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long lastLeft = threads.getCurrentThreadCpuTime();

    /**
     * Times in nanoseconds.
     *
     * @param execution of an execution on its slot
     * @param roundTrip from one machine to another and back
     * @param messages what an execution costs the exploring process besides the exploration: codes and encryption
     */
    record Costs(long execution, long roundTrip, long messages) {}

    private record Answer(Execution execution, long arrives) {}

    SimulatedSlots(ExecutionRunner real, int slots, Costs costs) {
        this.real = real;
        this.slots = slots;
        this.costs = costs;
        for (int slot = 0; slot < slots; slot++) {
            freeAt.add(0L);
        }
    }

    /** The simulated time since the start, in nanoseconds. */
    long now() {
        return now;
    }

    @Override
    public Lookahead lookahead() {
        return Lookahead.of(IN_FLIGHT_FOR_A_SLOT * slots);
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        pass();
        real.submit(plan);
        Execution execution = real.take();
        long ends = Math.max(freeAt.remove(), now + costs.roundTrip / 2) + costs.execution;
        freeAt.add(ends);
        inFlight.add(new Answer(execution, ends + costs.roundTrip / 2));
        lastLeft = threads.getCurrentThreadCpuTime();
    }

    @Override
    public Execution take() {
        pass();
        Answer answer = inFlight.remove();
        now = Math.max(now, answer.arrives) + costs.messages;
        lastLeft = threads.getCurrentThreadCpuTime();
        return answer.execution;
    }

    private void pass() {
        now += threads.getCurrentThreadCpuTime() - lastLeft;
    }
}
