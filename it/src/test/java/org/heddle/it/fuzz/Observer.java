package org.heddle.it.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Preemptions;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/** Takes down what the executions of an exploration show. */
final class Observer implements ExplorationListener {
    private final Map<String, Integer> findings = new HashMap<>();
    private final Map<String, Integer> outputs = new HashMap<>();
    private final Map<String, Integer> finished = new HashMap<>();
    private final Map<String, Integer> classes = new HashMap<>();
    private final Map<String, Finding> examples = new HashMap<>();

    /** What tells a finding from others. */
    static String name(Finding finding) {
        String name = finding.kind().ruleId() + " [" + finding.cause() + "]";
        return finding.kind() == Kind.DATA_RACE ? name : name + " " + finding.sites();
    }

    @Override
    public void executed(Execution execution, long executions, long open, WorkItem item) {
        if (!execution.outcome().isComplete()) {
            return;
        }
        int preemptions = Preemptions.of(execution).size();
        String end = execution.outcome() + " " + execution.status() + ": "
                + new String(execution.stdout(), StandardCharsets.UTF_8);
        outputs.merge(end, preemptions, Math::min);
        if (execution
                .pending()
                .isEmpty()) { // else it may matter how far a thread has come between two visible operations
            finished.merge(end, preemptions, Math::min);
        }
        classes.merge(end + describe(execution), preemptions, Math::min);
        List<Finding> shown = Detectors.standard().detect(execution);
        for (Finding finding : shown) {
            findings.merge(name(finding), preemptions, Math::min);
            examples.putIfAbsent(name(finding), finding);
        }
    }

    Observed observed(Verdict verdict) {
        return new Observed(findings, outputs, finished, classes, verdict, examples);
    }

    private static String describe(Execution execution) {
        Map<Integer, StringBuilder> threads = new TreeMap<>();
        for (Event event : execution.events()) {
            threads.computeIfAbsent(event.thread(), thread -> new StringBuilder("\n T" + thread + ":"))
                    .append(' ')
                    .append(event.operation().kind())
                    .append('(')
                    .append(Long.toHexString(event.operation().object()))
                    .append(event.alternative() == Event.NO_ALTERNATIVE ? "" : "/" + event.alternative())
                    .append(")=")
                    .append(event.operation().isBlind() ? 0 : event.result());
        }
        for (PendingOperation pending : execution.pending()) {
            threads.computeIfAbsent(pending.thread(), thread -> new StringBuilder("\n T" + thread + ":"))
                    .append(" | ")
                    .append(pending.operation().kind())
                    .append(Long.toHexString(pending.operation().object()));
        }
        return threads.values().stream().map(StringBuilder::toString).collect(Collectors.joining());
    }
}
