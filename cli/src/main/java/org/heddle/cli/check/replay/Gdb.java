package org.heddle.cli.check.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.heddle.cli.base.UserError;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.PrivateDirectory;
import org.heddle.server.os.Signals;

/** A session of gdb in which an execution is run once more, its threads as kernel threads. */
final class Gdb {
    private final WorkerPool pool;

    /** Sessions with executions of this pool's program. */
    Gdb(WorkerPool pool) {
        this.pool = pool;
    }

    /**
     * Runs gdb in the foreground, to its end; its {@code reverse-continue} ends it, and another one shows the execution further back.
     *
     * @param plan the execution
     * @param found what it shows
     * @param until the event before which to stop, if not at what it shows
     * @param critical the first event behind the critical switch, where there is one
     * @param more arguments for gdb, the first one
     * @throws UserError if there is no gdb
     * @throws IOException if the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    void run(Plan plan, List<Finding> found, OptionalInt until, OptionalInt critical, List<String> more)
            throws UserError, IOException, InterruptedException {
        require("replay without --gdb");
        try (PrivateDirectory folder = PrivateDirectory.createRemovedAtExit()) {
            Path going = folder.path().resolve("going");
            Path breakpoints = folder.path().resolve("breakpoints");
            OptionalInt stop = until;
            List<String> words = more;
            boolean isBack;
            do {
                GdbCommand.Back back = new GdbCommand.Back(stop, further(stop, critical), going, breakpoints);
                List<String> given = words;
                pool.debug(plan, stop.orElse(-1), process -> runGdb(GdbCommand.of(process, found, back, given)));
                isBack = Files.exists(going);
                if (isBack) {
                    stop = OptionalInt.of(Integer.parseInt(Files.readString(going)));
                    words = Files.exists(breakpoints) ? List.of("-ex", "source " + breakpoints) : List.of();
                    Files.delete(going);
                }
            } while (isBack);
        }
    }

    /** Where to stop next on the way back: before the critical switch, then before the first event. */
    private static OptionalInt further(OptionalInt at, OptionalInt critical) {
        boolean isBehind = critical.isPresent() && (at.isEmpty() || at.getAsInt() > critical.getAsInt());
        if (isBehind) {
            return critical;
        }
        return at.isEmpty() || at.getAsInt() > 0 ? OptionalInt.of(0) : OptionalInt.empty();
    }

    /**
     * Makes sure that there is a gdb.
     *
     * @param otherwise what to do without one
     * @throws UserError if there is none
     * @throws InterruptedException if the thread is interrupted
     */
    static void require(String otherwise) throws UserError, InterruptedException {
        try {
            new ProcessBuilder("gdb", "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException missing) {
            throw new UserError("gdb cannot be run: install it (apt install gdb), or " + otherwise);
        }
    }

    private static void runGdb(List<String> command) throws IOException, InterruptedException {
        Signals.Ignored interrupt = Signals.ignoreInterrupt();
        try {
            new ProcessBuilder(command).inheritIO().start().waitFor();
        } finally {
            interrupt.close();
        }
    }
}
