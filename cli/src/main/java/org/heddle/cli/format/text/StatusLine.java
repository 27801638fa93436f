package org.heddle.cli.format.text;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;

/**
 * One line on a terminal that is written over, and never longer than the terminal is wide: a longer one would stay there. Where nothing
 * is shown for a second, it says for how long the last thing has been going on. For use by several threads.
 */
public final class StatusLine implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 900;
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter err;
    private final IntSupplier columns;
    private final Thread ticker;
    private String phase = "";
    private long begun;
    private long lastShown = System.nanoTime();
    private boolean isThere;
    private boolean isClosed;

    /**
     * A line.
     *
     * @param err the terminal
     * @param isShown whether to show it at all
     * @param columns tells how many characters a line of the terminal has
     */
    public StatusLine(PrintWriter err, boolean isShown, IntSupplier columns) {
        this.err = err;
        this.columns = columns;
        isClosed = !isShown;
        ticker = new Thread(this::tick, "heddle-status");
        ticker.setDaemon(true);
        if (isShown) {
            ticker.start();
        }
    }

    /** Whether anything that is shown is seen. */
    public synchronized boolean isShown() {
        return !isClosed;
    }

    /** Shows the first of these texts that fits; the last one, cut off, if none does. */
    public synchronized void show(List<String> texts) {
        if (isClosed) {
            return;
        }
        int room = columns.getAsInt() - 1; // in the last column the cursor would go on to the next line
        String last = texts.get(texts.size() - 1);
        String text =
                texts.stream().filter(one -> one.length() <= room).findFirst().orElse(Sheet.cut(last, room));
        lastShown = System.nanoTime();
        isThere = true;
        err.print(ERASE + text);
        err.flush();
    }

    /** Something begins that may take long, such as "simplifying finding 2 of 7"; shown if it does. */
    public synchronized void begin(String what) {
        phase = what;
        begun = System.nanoTime();
    }

    /** Removes the line; what goes on is over. */
    public synchronized void clear() {
        phase = "";
        if (isThere) {
            isThere = false;
            err.print(ERASE);
            err.flush();
        }
    }

    private synchronized void tick() {
        try {
            while (!isClosed) {
                long silent = (System.nanoTime() - Math.max(lastShown, begun)) / 1_000_000;
                if (!phase.isEmpty() && silent >= PATIENCE_MILLIS) {
                    show(List.of(text((System.nanoTime() - begun) / 1e9)));
                    silent = 0;
                }
                wait(Math.max(1, PATIENCE_MILLIS - (phase.isEmpty() ? 0 : silent)));
            }
        } catch (InterruptedException ending) {
            isClosed = true;
        }
    }

    private String text(double seconds) {
        return String.format(Locale.ROOT, "%s (%.0f s)", phase, seconds);
    }

    /** Removes the line for good. */
    public synchronized void silence() {
        clear();
        isClosed = true;
        notifyAll();
    }

    @Override
    public void close() {
        silence();
        try {
            ticker.join();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }
}
