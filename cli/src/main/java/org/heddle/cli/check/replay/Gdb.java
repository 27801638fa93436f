package org.heddle.cli.check.replay;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.heddle.cli.base.UserError;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.WorkerPool;
import org.heddle.server.os.Signals;

/** A session of gdb in which an execution is run once more, its threads as kernel threads. */
final class Gdb {
    private final WorkerPool pool;

    /** Sessions with executions of this pool's program. */
    Gdb(WorkerPool pool) {
        this.pool = pool;
    }

    /**
     * Runs gdb in the foreground, to its end.
     *
     * @param plan the execution
     * @param found what it shows
     * @param until the event before which to stop, if not at what it shows
     * @param more arguments for gdb
     * @throws UserError if there is no gdb
     * @throws IOException if the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    void run(Plan plan, List<Finding> found, OptionalInt until, List<String> more)
            throws UserError, IOException, InterruptedException {
        require("replay without --gdb");
        pool.debug(plan, until.orElse(-1), process -> runGdb(GdbCommand.of(process, found, until, more)));
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
