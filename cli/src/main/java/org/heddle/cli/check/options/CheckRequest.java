package org.heddle.cli.check.options;

import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.Report.Conclusion;

/**
 * What a command line of {@code heddle check} asks for.
 *
 * @param recipe of the program
 * @param options of the check
 * @param requireComplete whether anything less than everything is a failure
 * @param findingExitCode the exit code where there are findings
 */
public record CheckRequest(Recipe recipe, CheckOptions options, boolean requireComplete, int findingExitCode) {
    /** The exit code that goes with a report. */
    public int exitCode(Report report) {
        if (report.conclusion() == Conclusion.BUG) {
            return findingExitCode;
        }
        if (report.total() == 0) {
            return ExitCodes.INCOMPLETE; // nothing was run, so nothing can be said
        }
        return requireComplete && !report.complete() ? ExitCodes.INCOMPLETE : ExitCodes.CLEAN;
    }
}
