package org.heddle.cli;

import org.heddle.server.WorkerPool;

/** Loads what a check needs beside what else goes on at the start: the command line's parsing, the program's compilation. */
final class WarmUp {
    private WarmUp() {}

    /** Begins, and does not wait. */
    static void begin() {
        Thread thread = new Thread(WarmUp::load, "heddle-warm-up");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((warmUp, failed) -> {}); // fails again where it is needed, and is told there
        thread.start();
    }

    private static void load() {
        WorkerPool.warmUp();
    }
}
