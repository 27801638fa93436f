package org.heddle.dpor.testkit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;

/**
 * What can be told of a set of executions, however the process exits: all that each thread has done and seen, and every end but that
 * of a successful exit, with what memory holds then; of a successful exit, what memory holds where nobody could go on.
 */
public final class Histories {
    /** Longer executions are left out. */
    private static final int LONGEST = 200;

    /** A hash of all that a thread has done, for each of its events. */
    private final Set<Long> threads = new HashSet<>();

    private final Set<String> ends = new HashSet<>();

    /** Takes an execution in. */
    void add(List<Event> events, Machine atEnd) {
        if (events.size() > LONGEST) {
            return;
        }
        Map<Integer, Long> hashes = new HashMap<>();
        for (Event event : events) {
            if (event.operation().kind() != OperationKind.PROCESS_EXIT
                    || event.operation().argument() != 0) {
                long hash = hashes.getOrDefault(event.thread(), (long) event.thread());
                hash = (hash + seen(event).hashCode()) * 0x9E3779B97F4A7C15L;
                hash ^= hash >>> 29;
                hashes.put(event.thread(), hash);
                threads.add(hash);
            }
        }
        if (!isSuccess(events) || !atEnd.anybodyGoesOn()) {
            ends.add(atEnd.ended() == null ? atEnd.terminalState() : atEnd.outcome());
        }
    }

    /** The event as far as its thread can tell it. */
    private static Event seen(Event event) {
        return event.operation().isBlind()
                ? new Event(event.thread(), event.operation(), event.alternative(), 0, 0)
                : event;
    }

    private static boolean isSuccess(List<Event> events) {
        return !events.isEmpty()
                && ExitRule.isSuccess(events.get(events.size() - 1).operation());
    }

    /** Whether the other ones show the same. */
    public boolean equal(Histories others) {
        return threads.equals(others.threads) && ends.equals(others.ends);
    }

    /** Whether all that the other ones show is among this. */
    public boolean contain(Histories others) {
        return threads.containsAll(others.threads) && ends.containsAll(others.ends);
    }

    /** How the two differ. */
    public String compare(Histories others) {
        return "threads: " + difference(threads, others.threads) + ", ends: " + difference(ends, others.ends);
    }

    private static <T> String difference(Set<T> ours, Set<T> theirs) {
        Set<T> missing = new HashSet<>(theirs);
        missing.removeAll(ours);
        Set<T> more = new HashSet<>(ours);
        more.removeAll(theirs);
        return "missing " + missing + ", more " + more;
    }
}
