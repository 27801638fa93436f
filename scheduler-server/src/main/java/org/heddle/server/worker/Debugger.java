package org.heddle.server.worker;

import java.io.IOException;

/** Looks at an execution from outside. */
@FunctionalInterface
public interface Debugger {
    /**
     * Attaches itself to the process, which has not begun the execution and waits for that; returns when nobody wants to look any
     * more.
     *
     * @throws IOException if the debugger cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    void debug(int process) throws IOException, InterruptedException;
}
