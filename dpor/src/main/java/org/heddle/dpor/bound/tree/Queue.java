package org.heddle.dpor.bound.tree;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.optimal.LeafOrder;

/**
 * Branches that have been asked for and not begun, by cost (the work queue and the next work queue of Musuvathi and Qadeer, PLDI
 * 2007, Algorithm 1, for all bounds).
 */
final class Queue {
    /** A branch: the event to go on with at a node. */
    record Entry(Run run, int depth, Event option) {}

    private final List<ArrayList<Entry>> byCost = new ArrayList<>();
    private final LeafOrder order;
    private final int limit;
    private long size;
    private boolean leftOut;

    /**
     * An empty queue.
     *
     * @param order which of those of equal cost is next, numbered newest first
     * @param limit what costs more is left out
     */
    Queue(LeafOrder order, int limit) {
        this.order = order;
        this.limit = limit;
    }

    void add(int cost, Entry entry) {
        if (cost > limit) {
            leftOut = true;
            return;
        }
        while (byCost.size() <= cost) {
            byCost.add(new ArrayList<>());
        }
        byCost.get(cost).add(entry);
        size++;
    }

    /** The cheapest that costs no more than this, or null. */
    Entry poll(int most) {
        for (int cost = 0; cost < byCost.size() && cost <= most; cost++) {
            ArrayList<Entry> entries = byCost.get(cost);
            if (!entries.isEmpty()) {
                int at = entries.size() - 1 - order.choose(entries.size());
                Entry taken = entries.get(at);
                Entry last = entries.remove(entries.size() - 1);
                if (at < entries.size()) {
                    entries.set(at, last);
                }
                size--;
                return taken;
            }
        }
        return null;
    }

    /** Whether nothing costs this or less. */
    boolean isEmpty(int most) {
        for (int cost = 0; cost < byCost.size() && cost <= most; cost++) {
            if (!byCost.get(cost).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    long size() {
        return size;
    }

    /** Whether something was left out for its cost. */
    boolean hasLeftOut() {
        return leftOut;
    }
}
