package org.heddle.cli.report.words;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.report.State;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.UsedAddresses;
import org.heddle.dpor.detect.finding.Timeline;
import org.heddle.dpor.detect.finding.Timeline.Span;
import org.heddle.dpor.detect.finding.Timeline.SpanType;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/** Puts an execution that was stopped into words. */
public final class StateWriter {
    private final AddressResolver resolver;

    /** A writer that gets its names there. */
    public StateWriter(AddressResolver resolver) {
        this.resolver = resolver;
    }

    /**
     * The state at the execution's end.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public State write(Execution execution) throws InterruptedException {
        Wording wording = new Wording(
                execution, resolver.resolve(new UsedAddresses().with(execution).roles()));
        return new State(
                TraceLines.of(execution, wording, step -> false, step -> true),
                threads(execution, wording),
                FindingWriter.output(execution));
    }

    /**
     * The words for an operation that the execution did not come to.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public PendingWords words(Execution execution, Operation operation) throws InterruptedException {
        UsedAddresses used = new UsedAddresses().with(execution).with(operation);
        Wording wording = new Wording(execution, resolver.resolve(used.roles()));
        wording.name(operation);
        return new PendingWords(
                wording.operation(operation), wording.location(operation).brief());
    }

    /**
     * An operation that is still to come.
     *
     * @param operation in words
     * @param place file and line, or empty
     */
    public record PendingWords(String operation, String place) {}

    private static List<ThreadState> threads(Execution execution, Wording wording) {
        Timeline timeline = Timeline.of(execution);
        Map<Integer, List<String>> held = new HashMap<>();
        int end = execution.events().size();
        for (Span span : timeline.spans()) {
            if (span.type() == SpanType.HOLDS && span.to() == end) {
                held.computeIfAbsent(span.thread(), thread -> new ArrayList<>())
                        .add(wording.lock(span.object(), span.from()));
            }
        }
        List<ThreadState> states = new ArrayList<>();
        for (PendingOperation pending : execution.pending()) {
            int thread = pending.thread();
            Integer blocker = timeline.waitsFor().get(thread);
            states.add(new ThreadState(
                    wording.thread(thread),
                    wording.routine(thread),
                    wording.operation(pending.operation()),
                    wording.location(pending.operation()),
                    blocker == null ? "" : wording.thread(blocker),
                    List.of(),
                    held.getOrDefault(thread, List.of()),
                    List.of()));
        }
        return List.copyOf(states);
    }
}
