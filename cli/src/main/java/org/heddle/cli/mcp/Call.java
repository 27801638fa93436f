package org.heddle.cli.mcp;

/** One call of a tool, which somebody may no longer want. For use by several threads. */
final class Call {
    private Runnable end = () -> {};
    private boolean isEnding;
    private boolean isCancelled;

    /** Has this done when the call is to end early; at once if it is. */
    synchronized void onEnd(Runnable action) {
        end = action;
        if (isEnding) {
            action.run();
        }
    }

    /** Is to end early. */
    synchronized void end() {
        isEnding = true;
        end.run();
    }

    /** Is to end early, and no answer is wanted. */
    synchronized void cancel() {
        isCancelled = true;
        end();
    }

    /** Whether no answer is wanted. */
    synchronized boolean isCancelled() {
        return isCancelled;
    }
}
