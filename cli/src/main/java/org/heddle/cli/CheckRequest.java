package org.heddle.cli;

import java.nio.file.Path;
import java.util.List;
import org.heddle.cli.check.CheckOptions;
import org.heddle.cli.check.OutputFolder;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.Report.Conclusion;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * What a command line of {@code heddle check} asks for.
 *
 * @param recipe of the program
 * @param options of the check
 * @param requireComplete whether anything less than everything is a failure
 * @param findingExitCode the exit code where there are findings
 */
public record CheckRequest(Recipe recipe, CheckOptions options, boolean requireComplete, int findingExitCode) {
    /**
     * What a command line of {@code heddle check} asks for.
     *
     * @param words the arguments of {@code heddle check}
     * @param programArguments the arguments after {@code --}
     * @param directory the program's working directory
     * @param folder for schedules
     * @throws ParameterException if the words are no command line
     * @throws UserError if it asks for what cannot be done
     */
    public static CheckRequest of(
            List<String> words, List<String> programArguments, Path directory, OutputFolder folder) throws UserError {
        CheckCommand command = new CheckCommand(programArguments, StandardInput.NONE);
        new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words.toArray(new String[0]));
        return command.request(directory, folder);
    }

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
