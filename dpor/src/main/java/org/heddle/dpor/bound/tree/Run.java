package org.heddle.dpor.bound.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.heddle.dpor.model.Event;

/**
 * One execution in the tree of all executions: it shares its first events with its parent and has the others to itself. A node of
 * the tree is a depth of the run that was there first. Runs know their parents and not their children, so that what nothing can
 * branch from any more is garbage.
 */
final class Run {
    private final Run parent;
    private final int from;
    private final Event[] own;
    private final boolean crashed;
    private Node[] nodes;

    /** What is to be run at a node instead of the run's own event: what was asked for, and what has been begun, in that order. */
    private static final class Node {
        final List<Event> asked = new ArrayList<>(2);
        final List<Sibling> begun = new ArrayList<>(2);
    }

    /** An event that an execution goes on with at a node. */
    static final class Sibling {
        private Event event;
        private boolean known;

        /** The event is known, and covers what comes after it in another order. */
        void settle(Event executed) {
            event = executed;
            known = true;
        }

        Event event() {
            return event;
        }

        boolean isKnown() {
            return known;
        }
    }

    /**
     * A run.
     *
     * @param parent the run that it departs from, null for the first one
     * @param from the depth at which it does
     * @param own its events from there
     * @param crashed whether its last event was one with the end of the process
     */
    Run(Run parent, int from, Event[] own, boolean crashed) {
        this.parent = parent;
        this.from = from;
        this.own = own;
        this.crashed = crashed;
    }

    /** The run, this one or one that it goes back to, to which the node of this depth belongs. */
    Run owner(int depth) {
        Run run = this;
        while (run.parent != null && depth <= run.from) {
            run = run.parent;
        }
        return run;
    }

    /** From the first run down to this one. */
    List<Run> lineage() {
        List<Run> lineage = new ArrayList<>();
        for (Run run = this; run != null; run = run.parent) {
            lineage.add(run);
        }
        Collections.reverse(lineage);
        return lineage;
    }

    Run parent() {
        return parent;
    }

    int from() {
        return from;
    }

    /** The number of events. */
    int end() {
        return from + own.length;
    }

    /** The run's own event at this depth, which is not less than {@link #from}. */
    Event event(int depth) {
        return own[depth - from];
    }

    /** Whether the event at this depth was one with the end of the process. */
    boolean crashesAt(int depth) {
        return crashed && depth == end() - 1;
    }

    /** The events before this depth. */
    Event[] path(int depth) {
        Event[] path = new Event[depth];
        int to = depth;
        for (Run run = this; run != null; run = run.parent) {
            if (run.from < to) {
                System.arraycopy(run.own, 0, path, run.from, to - run.from);
                to = run.from;
            }
        }
        return path;
    }

    /** Asks for an event at a node of this run; returns whether it is new. */
    boolean ask(int depth, Event option) {
        if (same(event(depth), option)) {
            return false;
        }
        Node node = node(depth);
        for (Event asked : node.asked) {
            if (same(asked, option)) {
                return false;
            }
        }
        node.asked.add(option);
        return true;
    }

    /** Whether some event of the thread has been taken or asked for at a node of this run. */
    boolean hasBranch(int depth, int threadId) {
        boolean found = event(depth).thread() == threadId;
        if (!found && nodes != null && nodes[depth - from] != null) {
            for (Event asked : nodes[depth - from].asked) {
                found |= asked.thread() == threadId;
            }
        }
        return found;
    }

    /** An execution begins to go on with this event at a node of this run. */
    Sibling begin(int depth, Event option) {
        Sibling sibling = new Sibling();
        sibling.event = option;
        node(depth).begun.add(sibling);
        return sibling;
    }

    /** What has been begun at a node of this run, oldest first, the run's own event left out. */
    List<Sibling> begun(int depth) {
        return nodes == null || nodes[depth - from] == null ? List.of() : nodes[depth - from].begun;
    }

    private Node node(int depth) {
        if (nodes == null) {
            nodes = new Node[own.length];
        }
        if (nodes[depth - from] == null) {
            nodes[depth - from] = new Node();
        }
        return nodes[depth - from];
    }

    static boolean same(Event a, Event b) {
        return a.thread() == b.thread() && a.alternative() == b.alternative();
    }
}
