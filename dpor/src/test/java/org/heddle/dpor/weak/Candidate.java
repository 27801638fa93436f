package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.heddle.dpor.weak.Litmus.Kind;
import org.heddle.dpor.weak.Litmus.Step;

/**
 * A graph of a {@link Litmus} program: events with what each reads from, and a modification order for each location.
 *
 * @param nodes the events, each after what it reads from and what its thread did before
 * @param modification of each location, its writes in order, as numbers of nodes
 * @param progress how many steps each thread has behind it
 * @param read what each thread read last, −1 for nothing
 */
record Candidate(
        List<Node> nodes, Map<Integer, List<Integer>> modification, List<Integer> progress, List<Integer> read) {
    /** What was there at first. */
    static final int INITIAL = -1;
    /** More threads, and events of one, than there are. */
    private static final int MOST = 8;

    /**
     * An event.
     *
     * @param thread whose
     * @param index in its thread
     * @param step what it is an event of
     * @param source the node that it reads from, or {@link #INITIAL}; −2 if it reads nothing
     * @param found the value that it reads
     * @param written the value that it writes
     * @param reads whether it reads
     * @param writes whether it writes
     */
    record Node(int thread, int index, Step step, int source, int found, int written, boolean reads, boolean writes) {}

    static Candidate empty(Litmus program) {
        int threads = program.threads().size();
        return new Candidate(List.of(), Map.of(), Collections.nCopies(threads, 0), Collections.nCopies(threads, -1));
    }

    /** The thread's next step, or null at its end; steps that are left out are passed. */
    Step next(Litmus program, int thread) {
        int at = position(program, thread);
        return at == program.threads().get(thread).size()
                ? null
                : program.threads().get(thread).get(at);
    }

    private int position(Litmus program, int thread) {
        List<Step> steps = program.threads().get(thread);
        int at = progress.get(thread);
        while (at < steps.size() && isLeftOut(steps.get(at), thread)) {
            at++;
        }
        return at;
    }

    private boolean isLeftOut(Step step, int thread) {
        return step.kind() != Kind.COMPARE && step.expected() >= 0 && step.expected() != read.get(thread);
    }

    List<Integer> writes(int location) {
        return modification.getOrDefault(location, List.of());
    }

    private int valueOf(int node) {
        return node == INITIAL ? 0 : nodes.get(node).written();
    }

    /**
     * The graph with the thread's next step.
     *
     * @param source what it reads from, if it reads
     * @param place of its write in the modification order, if it writes and does not read
     */
    Candidate with(Litmus program, int thread, int source, int place) {
        Step step = next(program, thread);
        int found = valueOf(source);
        boolean reads = step.kind() != Kind.STORE && step.kind() != Kind.FENCE;
        boolean writes =
                switch (step.kind()) {
                    case LOAD, FENCE -> false;
                    case COMPARE -> found == step.expected();
                    case STORE, ADD, EXCHANGE -> true;
                };
        int written = step.kind() == Kind.ADD ? found + step.value() : step.value();
        int index = 0;
        for (Node node : nodes) {
            index += node.thread() == thread ? 1 : 0;
        }
        List<Node> more = new ArrayList<>(nodes);
        more.add(new Node(thread, index, step, reads ? source : -2, found, written, reads, writes));
        Map<Integer, List<Integer>> orders = new TreeMap<>(modification);
        if (writes) {
            List<Integer> order = new ArrayList<>(writes(step.location()));
            order.add(reads ? order.indexOf(source) + 1 : place, nodes.size());
            orders.put(step.location(), List.copyOf(order));
        }
        List<Integer> then = new ArrayList<>(progress);
        then.set(thread, position(program, thread) + 1);
        List<Integer> last = new ArrayList<>(read);
        if (reads) {
            last.set(thread, found);
        }
        return new Candidate(List.copyOf(more), orders, List.copyOf(then), List.copyOf(last));
    }

    /** The graph with the thread's next step, which overlooks so many writes. */
    Candidate overlooking(Litmus program, int thread, int overlooked) {
        Step step = next(program, thread);
        List<Integer> order = step.kind() == Kind.FENCE ? List.of() : writes(step.location());
        int behind = order.size() - 1 - overlooked;
        return with(program, thread, behind < 0 ? INITIAL : order.get(behind), behind + 1);
    }

    /** What tells the graph from others, whatever the order of its nodes. */
    String key() {
        char[] sources = new char[MOST * MOST];
        for (Node node : nodes) {
            sources[name(node)] = (char) (node.source() < 0 ? 2 : 3 + name(nodes.get(node.source())));
        }
        StringBuilder key = new StringBuilder().append(sources);
        modification.forEach((location, order) -> {
            key.append('|').append((char) ('0' + location));
            order.forEach(node -> key.append((char) (3 + name(nodes.get(node)))));
        });
        return key.toString();
    }

    private static int name(Node node) {
        return node.thread() * MOST + node.index();
    }
}
