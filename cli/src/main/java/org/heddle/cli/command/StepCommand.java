package org.heddle.cli.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.launch.BrokenRuntime;
import org.heddle.cli.check.replay.OpenSchedule;
import org.heddle.cli.check.step.StepSession;
import org.heddle.cli.format.text.Sheet;
import org.heddle.server.worker.BrokenRuntimeException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle step}. */
@Command(
        name = "step",
        description = "Goes through a finding's interleaving forward and back, as commands on standard input say.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the commands ended",
            "2:wrong usage, or a schedule or program that cannot be read",
            "4:the program took another course, or has changed too much for this schedule",
            "70:a fault of Heddle itself"
        },
        footer = {
            "",
            "Commands: help lists them.",
            "",
            "Examples:",
            "  heddle step philosophers.deadlock.1.heddle-schedule",
            "  echo 'watch counter' | heddle step program.assertion.1.heddle-schedule"
        })
final class StepCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SCHEDULE", description = "A file written by heddle check.")
    private Path file;

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try (OpenSchedule open = OpenSchedule.of(Installation.ofThisProcess(), file, err)) {
            if (!open.change().isEmpty()) {
                err.println("heddle: " + open.change());
            }
            out.println(open.finding());
            Sheet sheet = Sheet.of(System.getenv(), Terminal.columnsOfStandardOutput());
            boolean isPrompting = !Terminal.isStandardInputAFileOrPipe();
            new StepSession(open.moments(), open.schedule().recipe().directory(), sheet, out, isPrompting)
                    .run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
            return ExitCodes.CLEAN;
        } catch (BrokenRuntimeException broken) {
            throw BrokenRuntime.whileReplaying(broken, file);
        }
    }
}
