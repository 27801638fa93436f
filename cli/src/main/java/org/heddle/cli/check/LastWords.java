package org.heddle.cli.check;

/** What is done last when the process is ended at once during a check, as where control-C comes for the second time. */
final class LastWords {
    private final Thread hook;

    /** Does this when the process is ended, until it is {@link #over}. */
    LastWords(Runnable last) {
        hook = new Thread(last, "heddle-last-words");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * The check is over. Does not return when the process is being ended already: its workers are gone, so what the check came to
     * is not to be told.
     */
    void over() throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            Thread.currentThread().join();
        }
    }
}
