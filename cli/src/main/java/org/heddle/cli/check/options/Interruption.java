package org.heddle.cli.check.options;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.heddle.cli.base.EndSignals;
import org.heddle.cli.base.Terminal;

/**
 * Whether somebody has asked from outside for the end of a command, as by control-C. What is known by then is reported as at any other end.
 * For use by several threads.
 */
public final class Interruption {
    private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15, "HUP", 1);
    private static final int BY_SIGNAL = 128;

    /** How long findings are run again after that: who asks for the end may not wait for long, and kill. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final boolean isOfProcess;
    private volatile String signal = "";
    private volatile long moment = Long.MAX_VALUE;

    private Interruption(boolean isOfProcess) {
        this.isOfProcess = isOfProcess;
    }

    /** Of a command that is a process: signals ask for its end. */
    public static Interruption ofProcess() {
        return new Interruption(true);
    }

    /** Of a command within a process that does other things as well: nobody asks for its end. */
    public static Interruption none() {
        return new Interruption(false);
    }

    /** Takes the end of the process for the end of what is done until this is closed; the second time it is the end of the process. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** Begins to take signals, and says there when one has come. */
    public Listening listen(PrintWriter err) {
        if (!isOfProcess) {
            return () -> {};
        }
        return EndSignals.on(List.copyOf(NUMBERS.keySet()), name -> come(name, err))::close;
    }

    private synchronized void come(String name, PrintWriter err) {
        if (isAsked()) {
            System.exit(BY_SIGNAL + NUMBERS.get(name));
        }
        moment = System.nanoTime();
        signal = name;
        err.print(Terminal.isStandardError() ? "\r\u001b[K" : "");
        err.println("heddle: interrupted (SIG" + name + "): what is known by now is reported; once more ends at once");
        err.flush();
    }

    /** Whether the end was asked for. */
    public boolean isAsked() {
        return !signal.isEmpty();
    }

    /** When nothing is run any more, not even to describe what was found, by {@link System#nanoTime}; the last moment if never. */
    public long latest() {
        return isAsked() ? moment + PATIENCE.toNanos() : Long.MAX_VALUE;
    }

    /** The exit code: 128 and the signal's number, if one has come. */
    public int exitCode(int otherwise) {
        return isAsked() ? BY_SIGNAL + NUMBERS.get(signal) : otherwise;
    }
}
