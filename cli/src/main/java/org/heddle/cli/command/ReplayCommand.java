package org.heddle.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.replay.ScheduleRunner;
import org.heddle.cli.check.replay.Watch;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.cli.schedule.ScheduleReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle replay}. */
@Command(
        name = "replay",
        description = "Runs a finding's interleaving again, exactly, and says whether the same happened.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it did not happen; with --until: the state was printed",
            "1:it happened again",
            "2:wrong usage, or a schedule or program that cannot be read",
            "4:the program took another course, or has changed too much for this schedule",
            "70:a fault of Heddle itself"
        },
        footer = {
            "",
            "Examples:",
            "  heddle replay philosophers.deadlock.1.heddle-schedule",
            "  heddle replay -n 20 philosophers.deadlock.1.heddle-schedule",
            "  heddle replay --until 6 philosophers.deadlock.1.heddle-schedule",
            "  heddle replay --watch counter program.assertion.1.heddle-schedule",
            "  heddle replay --gdb philosophers.deadlock.1.heddle-schedule",
            "  heddle replay --gdb philosophers.deadlock.1.heddle-schedule -- -batch -ex 'thread apply all bt'"
        })
final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SCHEDULE", description = "A file written by heddle check.")
    private Path file;

    @Option(
            names = {"-n", "--times"},
            paramLabel = "N",
            description = "Run it N times, or until the outcome differs (default: 1).")
    private int times = 1;

    @Option(
            names = "--until",
            paramLabel = "STEP",
            description =
                    "Stop before this step, as reports number them, and print where each thread stands and what it holds.")
    private Integer until;

    @Option(
            names = "--gdb",
            description =
                    "Run it in gdb, stopped where it fails, or before the step of --until. Every thread is one of gdb's."
                            + " Arguments after -- go to gdb.")
    private boolean gdb;

    @Option(
            names = "--watch",
            paramLabel = "EXPRESSION",
            description =
                    "Print each change of the value of this expression of C, and after which step; T1:EXPRESSION for what T1 can"
                            + " see. May be given several times. Needs gdb.")
    private List<String> watched = List.of();

    private final List<String> gdbArguments;

    /** The command; what stood behind {@code --} is for gdb. */
    ReplayCommand(List<String> gdbArguments) {
        this.gdbArguments = gdbArguments;
    }

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        if (times < 1) {
            throw new ParameterException(
                    spec.commandLine(), "-n must be at least 1, not " + times + ": leave it out for one run");
        }
        if (until != null && until < 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--until must be at least 0, not " + until + ": give the number of a step, as the report has it");
        }
        if (!gdb && !gdbArguments.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "arguments after -- go to gdb, and --gdb is not given: the program's arguments are in the schedule");
        }
        if (!watched.isEmpty() && (gdb || until != null)) {
            throw new ParameterException(
                    spec.commandLine(), "--watch tells of the whole schedule: leave --gdb and --until out, or --watch");
        }
        OptionalInt stop = until == null ? OptionalInt.empty() : OptionalInt.of(until);
        ScheduleFile schedule = read();
        List<Watch> watches = Watch.of(watched);
        Installation installation = Installation.ofThisProcess();
        PrintWriter err = spec.commandLine().getErr();
        try (Program program = new ProgramBuilder(installation).build(schedule.recipe())) {
            List<String> changes = Watch.changes(watches, installation, schedule, program, err);
            int exitCode = new ScheduleRunner(
                            installation,
                            spec.commandLine().getOut(),
                            Sheet.of(System.getenv(), Terminal.columnsOfStandardOutput()),
                            err)
                    .run(schedule, file, program, new ScheduleRunner.Mode(times, stop, gdb, gdbArguments));
            changes.forEach(spec.commandLine().getOut()::println);
            return exitCode;
        }
    }

    private ScheduleFile read() throws UserError {
        try (StatusLine line = new StatusLine(
                spec.commandLine().getErr(), Terminal.isStandardError(), Terminal::columnsOfStandardError)) {
            line.begin("reading the schedule");
            return ScheduleReader.read(file);
        }
    }
}
