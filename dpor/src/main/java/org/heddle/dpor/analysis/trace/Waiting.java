package org.heddle.dpor.analysis.trace;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.heddle.dpor.model.Event;

/** Who waits on a condition variable at each point of its history; noted now and then, so that no answer takes the whole history. */
public final class Waiting {
    private static final int EVERY = 64;

    private final Trace trace;
    private final Uses uses;
    private final IdentityHashMap<History, List<List<Integer>>> notes = new IdentityHashMap<>();
    private int epoch = -1;

    /** Of this trace, whose rows {@code uses} takes one by one. */
    public Waiting(Trace trace, Uses uses) {
        this.trace = trace;
        this.uses = uses;
    }

    /** Who waits before the n-th access, in the order in which they began to. The list is the caller's. */
    public List<Integer> before(History history, int n) {
        if (epoch != uses.epoch()) {
            epoch = uses.epoch();
            notes.clear();
        }
        List<List<Integer>> noted = notes.computeIfAbsent(history, unknown -> new ArrayList<>(List.of(List.of())));
        while (noted.size() <= n / EVERY) {
            int last = noted.size() - 1;
            noted.add(go(noted.get(last), history, last * EVERY, noted.size() * EVERY));
        }
        int note = n / EVERY;
        return go(noted.get(note), history, note * EVERY, n);
    }

    private List<Integer> go(List<Integer> before, History history, int from, int to) {
        List<Integer> waiters = new ArrayList<>(before);
        for (int n = from; n < to; n++) {
            pass(waiters, trace.event(history.row(n)));
        }
        return waiters;
    }

    /** Goes on along an event. */
    public static void pass(List<Integer> waiters, Event event) {
        switch (event.operation().kind()) {
            case COND_WAIT -> waiters.add(event.thread());
            case COND_SIGNAL -> waiters.remove((Integer) event.alternative());
            case COND_WAKE -> waiters.remove((Integer) event.thread());
            case COND_BROADCAST, COND_INIT -> waiters.clear();
            default -> {}
        }
    }
}
