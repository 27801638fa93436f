package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/** Runs plans of small programs, as the runtime does those of real ones. */
final class LitmusTarget {
    private static final Dependence DEPENDENCE = new Dependence();

    private LitmusTarget() {}

    /** What an exploration has come to. */
    static final class Seen {
        final Map<String, Integer> graphs = new HashMap<>();
        int blocked;
    }

    private static Event last(Candidate graph) {
        List<Event> events = LitmusRuns.execution(graph).events();
        return events.get(events.size() - 1);
    }

    /** Runs a plan as the runtime does: threads that are asleep do not run until something dependent does. */
    static Execution run(Litmus program, WorkItem item, Seen seen) {
        Candidate graph = Candidate.empty(program);
        for (org.heddle.dpor.model.Step step : item.prefix()) {
            graph = graph.overlooking(program, step.thread(), Math.max(0, step.alternative()));
        }
        List<Event> asleep = new ArrayList<>(item.sleep());
        Random random = item.policy().kind() == Policy.Kind.CONTINUE
                ? null
                : new Random(item.policy().seed());
        while (true) {
            Candidate after = null;
            boolean isOver = true;
            int first = random == null ? 0 : random.nextInt(program.threads().size());
            for (int k = 0; k < program.threads().size() && after == null; k++) {
                int thread = (first + k) % program.threads().size();
                if (graph.next(program, thread) != null) {
                    isOver = false;
                    int t = thread;
                    boolean sleeps = asleep.stream()
                            .anyMatch(event -> event.thread() == t && event.alternative() == Event.NO_ALTERNATIVE);
                    after = sleeps ? null : graph.overlooking(program, thread, 0);
                }
            }
            if (after == null) {
                seen.blocked += isOver ? 0 : 1;
                if (isOver) {
                    seen.graphs.merge(graph.key(), 1, Integer::sum);
                }
                return ended(LitmusRuns.execution(graph), isOver ? Outcome.EXITED : Outcome.SLEEP_BLOCKED);
            }
            graph = after;
            Event event = last(graph);
            asleep.removeIf(other -> other.thread() == event.thread() || DEPENDENCE.dependent(other, event));
        }
    }

    static Execution ended(Execution execution, Outcome outcome) {
        Execution.Course course = new Execution.Course(execution.events(), List.of(), List.of());
        Execution.Seen seen = new Execution.Seen(
                List.of(),
                List.of(),
                List.of(),
                new Execution.Counters(
                        0, 0, execution.events().size(), execution.events().size(), false));
        return Execution.of(course, Execution.End.of(outcome), seen);
    }
}
