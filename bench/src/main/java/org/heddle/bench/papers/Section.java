package org.heddle.bench.papers;

import java.io.IOException;
import org.heddle.bench.report.Result;
import org.heddle.cli.base.UserError;

/** The tables of one paper. */
interface Section {
    /** Its name on the command line. */
    String name();

    /**
     * Makes the tables.
     *
     * @throws UserError if a program cannot be compiled or checked
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    Result run(Bench bench) throws UserError, IOException, InterruptedException;
}
