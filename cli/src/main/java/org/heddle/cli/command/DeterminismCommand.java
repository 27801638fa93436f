package org.heddle.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.launch.Launching;
import org.heddle.cli.determinism.Repeater;
import org.heddle.cli.determinism.Repeats;
import org.heddle.cli.determinism.RepeatsJson;
import org.heddle.cli.determinism.RepeatsText;
import org.heddle.cli.program.Around;
import org.heddle.cli.program.CompileOptions;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.program.ProgramInput;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.cli.schedule.ScheduleReader;
import org.heddle.dpor.model.execution.VisibleMemory;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle determinism}. */
@Command(
        name = "determinism",
        description =
                "Runs one schedule several times, each in a process started anew, and names the first thing that differs.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all runs were the same",
            "1:a run differs from the first",
            "2:wrong usage, or a program that does not compile or cannot be run",
            "4:the program does not follow the schedule that was given",
            "70:a fault of Heddle itself"
        },
        customSynopsis = {
            "heddle determinism [OPTIONS] FILE.c...|PROGRAM [-- ARGUMENTS]",
            "heddle determinism [-n N] --schedule FILE"
        },
        footer = {
            "",
            "Examples:",
            "  heddle determinism server.c",
            "  heddle determinism -n 100 --points all ./server -- -p 8080",
            "  heddle determinism --schedule server.data-race.1.heddle-schedule"
        })
final class DeterminismCommand implements Callable<Integer> {
    private static final Set<String> WITH_SCHEDULE = Set.of("--schedule", "--runs", "--format");

    enum Format {
        TEXT,
        JSON;

        /** As it is written on a command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final List<String> programArguments;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "C sources, or one executable.")
    private List<Path> files = List.of();

    @Option(
            names = {"-n", "--runs"},
            paramLabel = "N",
            description = "Run it N times, or until a run differs (default: ${DEFAULT-VALUE}).")
    private int runs = 10;

    @Option(
            names = "--schedule",
            paramLabel = "FILE",
            description =
                    "Run this schedule, which heddle check wrote, of the program in it (default: the schedule that"
                            + " the first run takes by itself).")
    private Path schedule;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The form of the report: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    @Option(names = "--sandbox", paramLabel = "DIR", description = "Start every run in a fresh copy of this folder.")
    private Path sandbox;

    @Mixin
    private RunFlags run;

    @Mixin
    private CompileOptions compile;

    @Mixin
    private InputOptions input;

    /** The command; what stood behind {@code --} is for the program. */
    DeterminismCommand(List<String> programArguments) {
        this.programArguments = programArguments;
    }

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        if (runs < 2) {
            throw new ParameterException(
                    spec.commandLine(), "-n must be at least 2, not " + runs + ": one run has nothing to differ from");
        }
        Path here = Path.of("").toAbsolutePath();
        return schedule == null ? ofProgram(here) : ofSchedule();
    }

    private int ofProgram(Path here) throws UserError, IOException, InterruptedException {
        if (files.isEmpty()) {
            throw new MissingParameterException(
                    spec.commandLine(), spec.positionalParameters().get(0), "Missing required parameter: 'FILE'");
        }
        Optional<Path> copied = Optional.ofNullable(sandbox).map(here::resolve);
        if (copied.isPresent() && !Files.isDirectory(copied.get())) {
            throw new UserError("there is no folder " + sandbox + " to copy for --sandbox: name one that exists");
        }
        Recipe recipe = ProgramBuilder.recipe(here, files, compile, programArguments)
                .with(input.given(here).orElse(ProgramInput.NONE));
        Around around = new Around(Optional.empty(), copied);
        Installation installation = Installation.ofThisProcess();
        try (Program program = new ProgramBuilder(installation).build(recipe)) {
            return tell(
                    new Repeater.Subject(
                            recipe.shown(),
                            Launching.of(installation, program.executable(), recipe, around)
                                    .withRun(run.options())
                                    .withRestart(run.restart()),
                            recipe.input(),
                            List.of(),
                            VisibleMemory.NONE),
                    recipe.directory());
        }
    }

    private int ofSchedule() throws UserError, IOException, InterruptedException {
        if (!files.isEmpty() || !programArguments.isEmpty() || hasOtherOptions()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "a schedule has its program, arguments and options in it: leave out all but -n and --format");
        }
        ScheduleFile kept = ScheduleReader.read(schedule);
        Installation installation = Installation.ofThisProcess();
        try (Program program = new ProgramBuilder(installation).build(kept.recipe())) {
            if (!program.sha256().equals(kept.sha256())) {
                throw new UserError(
                        kept.recipe().shown() + " is not the same executable as when the schedule was written: check it"
                                + " again for a new schedule, or leave out --schedule");
            }
            return tell(
                    new Repeater.Subject(
                            kept.recipe().shown(),
                            Launching.of(installation, program.executable(), kept.recipe(), kept.around())
                                    .withRun(kept.run()),
                            kept.recipe().input(),
                            kept.steps(),
                            kept.visible()),
                    kept.recipe().directory());
        }
    }

    private boolean hasOtherOptions() {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .anyMatch(option -> !WITH_SCHEDULE.contains(option.longestName()));
    }

    private int tell(Repeater.Subject subject, Path directory) throws UserError, IOException, InterruptedException {
        Repeats repeats = new Repeater(spec.commandLine().getErr()).repeat(subject, runs);
        PrintWriter out = spec.commandLine().getOut();
        if (format == Format.JSON) {
            out.println(new RepeatsJson().write(repeats));
        } else {
            new RepeatsText(directory).print(repeats, out);
        }
        return repeats.areSame() ? ExitCodes.CLEAN : ExitCodes.FINDING;
    }
}
