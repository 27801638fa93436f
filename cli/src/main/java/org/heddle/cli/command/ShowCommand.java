package org.heddle.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.replay.Watch;
import org.heddle.cli.format.text.Columns;
import org.heddle.cli.format.text.Paint;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.cli.schedule.ScheduleReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle show}. */
@Command(
        name = "show",
        description = "Prints a schedule's interleaving, with a column for each thread.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was printed", "2:wrong usage, or a schedule that cannot be read"},
        footer = {"", "Example:", "  heddle show philosophers.deadlock.1.heddle-schedule"})
final class ShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SCHEDULE", description = "A file written by heddle check.")
    private Path file;

    @Option(
            names = "--watch",
            paramLabel = "EXPRESSION",
            description =
                    "Run the program as well, and print each change of the value of this expression of C, and after which step;"
                            + " T1:EXPRESSION for what T1 can see. May be given several times. Needs gdb.")
    private List<String> watched = List.of();

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        ScheduleFile schedule = ScheduleReader.read(file);
        List<String> changes = changes(schedule);
        PrintWriter out = spec.commandLine().getOut();
        out.println(schedule.kind() + " [" + schedule.cause() + "] in "
                + schedule.recipe().shown());
        out.println("  " + schedule.message());
        schedule.values().forEach(value -> out.println("    " + value));
        out.println();
        List<TraceLine> trace = new ArrayList<>();
        for (ScheduleFile.Line line : schedule.lines()) {
            trace.add(new TraceLine(
                    trace.size(), line.thread(), line.operation(), place(line.place()), false, "", "", true, false));
        }
        new Columns(
                        new Sheet(
                                Sheet.of(System.getenv(), Terminal.columnsOfStandardOutput())
                                        .width(),
                                Paint.NONE),
                        Optional.empty())
                .draw(trace, Integer.MAX_VALUE)
                .forEach(out::println);
        changes.forEach(out::println);
        return ExitCodes.CLEAN;
    }

    private List<String> changes(ScheduleFile schedule) throws UserError, IOException, InterruptedException {
        List<Watch> watches = Watch.of(watched);
        if (watches.isEmpty()) {
            return List.of();
        }
        Installation installation = Installation.ofThisProcess();
        try (Program program = new ProgramBuilder(installation).build(schedule.recipe())) {
            return Watch.changes(
                    watches, installation, schedule, program, spec.commandLine().getErr());
        }
    }

    private static Location place(String text) {
        int colon = text.lastIndexOf(':');
        if (colon > 0 && text.substring(colon + 1).matches("\\d{1,9}")) {
            return new Location(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)), 0, "", "");
        }
        return text.isEmpty() ? Location.UNKNOWN : new Location(text, 0, 0, "", "");
    }
}
