package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.weak.Candidate.Node;
import org.heddle.dpor.weak.Litmus.Kind;
import org.heddle.dpor.weak.Litmus.Step;

/** All graphs of a small program. */
final class LitmusRuns {
    private static final long FIRST = 0x1000;
    private static final int SIZE = 4;

    private LitmusRuns() {}

    /** How many graphs of whole executions RC11 allows; once {@code most} of these are not sequentially consistent, no more are looked for. */
    static long[] weak(Litmus program, int most) {
        long[] counts = new long[2];
        weak(program, Candidate.empty(program), new HashSet<>(), counts, most);
        return counts;
    }

    private static void weak(Litmus program, Candidate graph, Set<String> known, long[] counts, int most) {
        if (counts[1] >= most || !known.add(graph.key())) {
            return;
        }
        Axioms axioms = new Axioms(graph);
        if (!axioms.isConsistent()) {
            return;
        }
        boolean isWhole = true;
        for (int thread = 0; thread < program.threads().size(); thread++) {
            Step step = graph.next(program, thread);
            if (step == null) {
                continue;
            }
            isWhole = false;
            List<Integer> writes = graph.writes(step.location());
            boolean reads = step.kind() != Kind.STORE && step.kind() != Kind.FENCE;
            int choices = step.kind() == Kind.FENCE ? 1 : writes.size() + 1;
            for (int n = 0; n < choices; n++) {
                int source = reads && n > 0 ? writes.get(n - 1) : Candidate.INITIAL;
                weak(program, graph.with(program, thread, source, n), known, counts, most);
            }
        }
        if (isWhole) {
            counts[0]++;
            counts[1] += axioms.isSequentiallyConsistent() ? 0 : 1;
        }
    }

    /** The graphs of whole executions that RC11 allows. */
    static Set<String> all(Litmus program) {
        Set<String> found = new HashSet<>();
        all(program, Candidate.empty(program), new HashSet<>(), found);
        return found;
    }

    private static void all(Litmus program, Candidate graph, Set<String> known, Set<String> found) {
        if (!known.add(graph.key()) || !new Axioms(graph).isConsistent()) {
            return;
        }
        boolean isWhole = true;
        for (int thread = 0; thread < program.threads().size(); thread++) {
            Step step = graph.next(program, thread);
            if (step == null) {
                continue;
            }
            isWhole = false;
            for (Candidate next : followers(program, graph, thread)) {
                all(program, next, known, found);
            }
        }
        if (isWhole) {
            found.add(graph.key());
        }
    }

    /** The graphs with one more step of the thread, whatever the axioms say. */
    private static List<Candidate> followers(Litmus program, Candidate graph, int thread) {
        Step step = graph.next(program, thread);
        List<Candidate> next = new ArrayList<>();
        int writes =
                step.kind() == Kind.FENCE ? 0 : graph.writes(step.location()).size();
        for (int overlooked = 0; overlooked <= writes; overlooked++) {
            next.add(graph.overlooking(program, thread, overlooked));
        }
        return next;
    }

    /** One execution of each class of sequentially consistent ones. */
    static void sequential(Litmus program, Consumer<Execution> each) {
        sequential(program, Candidate.empty(program), new HashSet<>(), each);
    }

    private static void sequential(Litmus program, Candidate graph, Set<String> known, Consumer<Execution> each) {
        if (!known.add(graph.key())) {
            return;
        }
        boolean isWhole = true;
        for (int thread = 0; thread < program.threads().size(); thread++) {
            Step step = graph.next(program, thread);
            if (step != null) {
                isWhole = false;
                List<Integer> writes = graph.writes(step.location());
                int last = writes.isEmpty() ? Candidate.INITIAL : writes.get(writes.size() - 1);
                sequential(program, graph.with(program, thread, last, writes.size()), known, each);
            }
        }
        if (isWhole) {
            each.accept(execution(graph));
        }
    }

    /** The execution of a graph in the order of its nodes. */
    static Execution execution(Candidate graph) {
        List<Event> events = new ArrayList<>();
        List<Integer> memory = new ArrayList<>(List.of(0, 0, 0, 0));
        for (int n = 0; n < graph.nodes().size(); n++) {
            Node node = graph.nodes().get(n);
            int overlooked = overlooked(graph, n);
            events.add(event(node, memory, overlooked > 0 ? overlooked : Event.NO_ALTERNATIVE));
            if (node.writes() && overlooked == 0) {
                memory.set(node.step().location(), node.written());
            }
        }
        Execution.Course course = new Execution.Course(events, List.of(), List.of());
        Execution.Seen seen = new Execution.Seen(
                List.of(), List.of(), List.of(), new Execution.Counters(0, 0, events.size(), events.size(), false));
        return Execution.of(course, Execution.End.of(Outcome.EXITED), seen);
    }

    /** How many writes of the nodes before this one come after it in modification order, or after what it reads. */
    private static int overlooked(Candidate graph, int n) {
        Node node = graph.nodes().get(n);
        int count = 0;
        if (node.reads() || node.writes()) {
            List<Integer> order = graph.writes(node.step().location());
            int at = order.indexOf(node.writes() ? n : node.source());
            for (int write : order.subList(at + 1, order.size())) {
                count += write < n ? 1 : 0;
            }
        }
        return count;
    }

    private static Event event(Node node, List<Integer> memory, int alternative) {
        Step step = node.step();
        OperationKind kind =
                switch (step.kind()) {
                    case LOAD -> OperationKind.ATOMIC_LOAD;
                    case STORE -> OperationKind.ATOMIC_STORE;
                    case ADD, EXCHANGE -> OperationKind.ATOMIC_RMW;
                    case COMPARE -> OperationKind.ATOMIC_CAS;
                    case FENCE -> OperationKind.ATOMIC_FENCE;
                };
        boolean isFence = kind == OperationKind.ATOMIC_FENCE;
        Operation operation = new Operation(
                kind,
                isFence ? 0 : FIRST + 16L * step.location(),
                kind == OperationKind.ATOMIC_CAS ? step.expected() : 0,
                isFence ? 0 : SIZE,
                step.order(),
                step.failure(),
                false,
                100L * node.thread() + node.index());
        long before = isFence ? 0 : memory.get(step.location());
        long result =
                switch (kind) {
                    case ATOMIC_STORE -> before;
                    case ATOMIC_RMW -> node.written();
                    case ATOMIC_CAS -> node.writes() ? 1 : 0;
                    default -> 0;
                };
        boolean shows = kind == OperationKind.ATOMIC_STORE || (kind == OperationKind.ATOMIC_CAS && node.writes());
        long found = node.reads() ? node.found() : before;
        return new Event(node.thread(), operation, alternative, result, shows ? node.written() : found);
    }
}
