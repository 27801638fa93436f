package org.heddle.cli.check.progress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.estimate.Estimate;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Execution;

/** Tells a program how an exploration goes: one JSON object a line. Passes everything on to another listener. */
public final class ProgressEvents implements ExplorationListener {
    private static final long INTERVAL_NANOS = 1_000_000_000;

    private final ObjectMapper json = new ObjectMapper();
    private final PrintWriter err;
    private final ProgressLine next;
    private final long start = System.nanoTime();
    private long lastShown = start - INTERVAL_NANOS;
    private int found;

    public ProgressEvents(PrintWriter err, ProgressLine next) {
        this.err = err;
        this.next = next;
    }

    @Override
    public void executed(Execution execution, long total, long open, WorkItem item) {
        next.executed(execution, total, open, item);
        long now = System.nanoTime();
        if (now - lastShown < INTERVAL_NANOS) {
            return;
        }
        lastShown = now;
        ObjectNode event = json.createObjectNode()
                .put("event", "progress")
                .put("seconds", seconds())
                .put("executions", total)
                .put("open", open)
                .put("findings", found)
                .put("strategy", item.strategy());
        if (item.bound() < 0) {
            event.putNull("bound");
        } else {
            event.put("bound", item.bound());
        }
        Estimate estimate = next.estimate(total);
        if (estimate.isKnown()) {
            event.putObject("estimate").put("low", estimate.low()).put("high", estimate.high());
        } else {
            event.putNull("estimate");
        }
        next.fleet().ifPresent(fleet -> event.putObject("cluster")
                .put("workers", fleet.workers())
                .put("slots", fleet.slots())
                .put("lost", fleet.lost())
                .put("retried", fleet.retried()));
        write(event);
    }

    @Override
    public void found(Finding finding, Execution execution, WorkItem item) {
        next.found(finding, execution, item);
        found++;
        write(json.createObjectNode()
                .put("event", "finding")
                .put("seconds", seconds())
                .put("kind", finding.kind().ruleId())
                .put("cause", finding.cause())
                .put("strategy", item.strategy()));
    }

    private double seconds() {
        return Math.round((System.nanoTime() - start) / 1e6) / 1e3;
    }

    private void write(ObjectNode event) {
        try {
            err.println(json.writeValueAsString(event));
            err.flush();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }
}
