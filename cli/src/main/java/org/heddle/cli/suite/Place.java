package org.heddle.cli.suite;

import java.io.IOException;
import java.io.PrintWriter;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.Checker;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.Report;

/** Where a suite's checks are made. May be used by several threads. */
@FunctionalInterface
public interface Place {
    /**
     * Makes a check.
     *
     * @throws UserError if it cannot be made
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    Report check(Program program, CheckOptions options) throws UserError, IOException, InterruptedException;

    /** In this process, which complains there. */
    static Place here(Installation installation, PrintWriter err, Interruption interruption) {
        return (program, options) -> new Checker(installation, options, err, interruption).check(program);
    }
}
