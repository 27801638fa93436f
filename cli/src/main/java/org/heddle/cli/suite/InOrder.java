package org.heddle.cli.suite;

import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Tells of checks in the order of their entries, whichever ends first, so that two runs print the same. */
public final class InOrder implements Consumer<EntryOutcome> {
    private final IdentityHashMap<Entry, EntryOutcome> early = new IdentityHashMap<>();
    private final Iterator<Entry> entries;
    private final Consumer<EntryOutcome> listener;
    private Entry next;

    /**
     * Tells the listener.
     *
     * @param entries all that are checked, each of them once, at least one
     */
    public InOrder(List<Entry> entries, Consumer<EntryOutcome> listener) {
        this.entries = entries.iterator();
        this.listener = listener;
        next = this.entries.next();
    }

    @Override
    public void accept(EntryOutcome outcome) {
        early.put(outcome.entry(), outcome);
        while (early.containsKey(next)) {
            listener.accept(early.remove(next));
            if (!entries.hasNext()) {
                return;
            }
            next = entries.next();
        }
    }
}
