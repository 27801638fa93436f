package org.heddle.cluster.net;

import java.util.List;

/** What members of a cluster write to each other; plans and executions go by streams of bytes of their own. */
sealed interface Letter {
    /** A worker to the first one, again and again: it is there. */
    record Enlist(WorkerState state) implements Letter {}

    /** A worker to the first one: it is leaving. */
    record Leave() implements Letter {}

    /** Anybody to the first worker: who is there? */
    record Ask() implements Letter {}

    /** The answer to {@link Ask}. */
    record Roster(List<Entry> workers) implements Letter {
        /** Keeps a copy. */
        public Roster {
            workers = List.copyOf(workers);
        }
    }

    /** A check to a worker: what it is to execute comes by this stream. The answer repeats the number. */
    record Open(long number, String check, String plans) implements Letter {}

    /** The answer to {@link Open}: what comes of it comes by this stream. */
    record Opened(long number, String results) implements Letter {}

    /**
     * A worker in a roster.
     *
     * @param address of its actor
     * @param state what it last said of itself
     */
    record Entry(String address, WorkerState state) {}
}
