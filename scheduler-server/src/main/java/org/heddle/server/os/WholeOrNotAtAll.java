package org.heddle.server.os;

import java.util.function.Supplier;

/** Work that leaves something behind when the process ends amid it. It is done whole before the end, or not begun. */
final class WholeOrNotAtAll {
    private boolean ending;

    private WholeOrNotAtAll() {}

    /** Does the work; does not return when the process is being ended already. */
    static <T> T run(Supplier<T> work) {
        WholeOrNotAtAll guard = new WholeOrNotAtAll();
        Thread hook = new Thread(guard::end, "heddle-await-work");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            awaitTheEnd();
        }
        try {
            return guard.runUnlessEnding(work);
        } finally {
            forget(hook);
        }
    }

    private synchronized <T> T runUnlessEnding(Supplier<T> work) {
        if (ending) {
            awaitTheEnd();
        }
        return work.get();
    }

    /** Waits for the work if it has begun. */
    private synchronized void end() {
        ending = true;
    }

    private static void awaitTheEnd() {
        while (true) {
            try {
                Thread.currentThread().join();
            } catch (InterruptedException stillEnding) {
                // there is nothing else to do
            }
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // the hook waits for this thread
        }
    }
}
