package org.heddle.server;

import org.heddle.server.os.Affinity;

/** Keeps the calling thread on one core until it is closed, by the same thread. */
public final class CallerPin implements AutoCloseable {
    private final Affinity before = Affinity.current();
    private final boolean applied;

    CallerPin(int core) {
        applied = core >= 0 && Affinity.of(core).apply();
    }

    @Override
    public void close() {
        if (applied) {
            before.apply();
        }
    }
}
