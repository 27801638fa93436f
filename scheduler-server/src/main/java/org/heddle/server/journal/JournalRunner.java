package org.heddle.server.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * Runs nothing that is in the journal, and writes down what it does run. As long as there is something in the journal, as many plans
 * are in flight as were then, so that the exploration asks in the same order.
 */
public final class JournalRunner implements ExecutionRunner {
    private final Journal journal;
    private final ExecutionRunner runner;
    private final ExecutionRecord record = new ExecutionRecord();
    private final ArrayDeque<Plan> inFlight = new ArrayDeque<>();
    private final ArrayDeque<Plan> waiting = new ArrayDeque<>();
    private final List<byte[]> lost = new ArrayList<>();
    private long submitted;
    private long taken;
    private long running;
    private String failure;

    /**
     * A runner.
     *
     * @param journal to be read and then continued
     * @param runner for what is not in it
     */
    public JournalRunner(Journal journal, ExecutionRunner runner) {
        this.journal = journal;
        this.runner = runner;
    }

    @Override
    public Lookahead lookahead() {
        return taken < journal.recorded() ? journal.header().lookahead() : runner.lookahead();
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        inFlight.add(plan);
        if (submitted++ >= journal.recorded()) {
            waiting.add(plan);
            startWaiting();
        }
    }

    private void startWaiting() throws InterruptedException {
        while (!waiting.isEmpty() && running < runner.lookahead().most()) {
            runner.submit(waiting.remove());
            running++;
        }
    }

    @Override
    public Execution take() throws InterruptedException {
        return take(() -> false);
    }

    @Override
    public Execution take(BooleanSupplier isOver) throws InterruptedException {
        if (taken < journal.recorded()) {
            taken++;
            return recorded(inFlight.remove());
        }
        Execution execution = runner.take(isOver);
        if (execution == null) {
            return null;
        }
        taken++;
        Plan plan = inFlight.remove();
        running--;
        startWaiting();
        if (failure == null && !execution.isCut()) { // there may be room for it another time
            keep(plan, execution);
        }
        return execution;
    }

    @Override
    public void giveUp(int plans) throws InterruptedException {
        runner.giveUp((int) running);
        running = 0;
        inFlight.clear();
        waiting.clear();
    }

    private Execution recorded(Plan plan) {
        try {
            Execution execution = record.decode(journal.read(), plan);
            if (execution != null) {
                return execution;
            }
        } catch (ProtocolException malformed) {
            throw new JournalException(journal + " is damaged: " + malformed.getMessage(), malformed);
        }
        throw new JournalException(
                journal + " was written by another version of Heddle, which explored in another order:"
                        + " begin anew with --save-frontier");
    }

    /** What was lost is kept only if something came after it: at the end it may have been lost with everything else. */
    private void keep(Plan plan, Execution execution) {
        var encoded = record.encode(plan, execution);
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        lost.add(bytes);
        if (execution.outcome() == Outcome.LOST) {
            return;
        }
        try {
            for (byte[] each : lost) {
                journal.append(each, each.length);
            }
        } catch (IOException e) {
            failure = "the exploration could not be saved any further in " + journal + ": " + e.getMessage();
        }
        lost.clear();
    }

    /** Why the rest is not in the journal, if it is not. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }
}
