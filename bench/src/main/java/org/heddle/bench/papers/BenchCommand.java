package org.heddle.bench.papers;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.heddle.bench.report.BenchReport;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.command.CheckCommand;
import org.heddle.cli.command.ExtraCommand;
import org.heddle.server.WorkerPool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle bench}. */
@Command(
        name = "bench",
        description = "Makes the tables of the papers that Heddle descends from, next to the papers' figures.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every program came out as expected",
            "1:some program did not",
            "2:wrong usage, or the programs are not there",
            "70:a fault of Heddle itself"
        },
        footer = {"", "Examples:", "  heddle bench --quick racehunter", "  heddle bench -o tables all"})
public final class BenchCommand implements ExtraCommand {
    private static final String ALL = "all";
    private static final String PROGRAMS = "c-examples/bench";

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PAPER",
            arity = "0..*",
            description =
                    "Whose tables: inspect, icb, racehunter, rank, first (executions to the first finding, on all examples),"
                            + " classes (executions until everything is proved), sctbench (executions and seconds to the first"
                            + " finding, on programs that others have published), or all (the default: sctbench only where"
                            + " HEDDLE_SCTBENCH names their folder).")
    private List<String> names = List.of(ALL);

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Write bench.md, bench.json and plots (SVG) to this folder (default: heddle-bench).")
    private Path output = Path.of("heddle-bench");

    @Option(
            names = "--quick",
            description = "Leave out the larger sizes and what takes more than a few seconds: a few minutes in all.")
    private boolean quick;

    @Option(
            names = "--programs",
            paramLabel = "DIR",
            description = "The folder of the programs (default: c-examples/bench of this installation; of sctbench the"
                    + " folder that HEDDLE_SCTBENCH names).")
    private Path programs;

    @Option(
            names = "--against",
            paramLabel = "LAUNCHER",
            description = "With first: another version of Heddle, whose default course is measured as well.")
    private List<String> against = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "With first and sctbench: how often each strategy is tried (default: 20; with --quick: 3).")
    private Integer seeds;

    @Override
    public String name() {
        return "bench";
    }

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        Optional<Path> originals = originals();
        List<String> chosen = names.contains(ALL) ? all() : names;
        for (String name : chosen) {
            if (!Sections.names().contains(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "there are no tables '" + name + "': name " + String.join(", ", Sections.names()) + " or all");
            }
        }
        if (seeds != null && seeds < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds " + seeds + ": name at least one");
        }
        Installation installation = Installation.ofThisProcess();
        Path folder = chosen.equals(List.of(SctbenchSection.NAME)) && originals.isPresent()
                ? originals.get()
                : programs(installation);
        OutputFolder results = OutputFolder.of(Optional.of(output));
        OutputFolder schedules = OutputFolder.of(Optional.of(output.resolve("schedules")));
        WorkerPool.warmUp();
        Bench bench = new Bench(
                folder,
                programs == null ? folder.getParent() : folder,
                originals,
                against.stream().map(OtherHeddle::new).toList(),
                seeds == null ? OptionalInt.empty() : OptionalInt.of(seeds),
                quick,
                installation,
                command -> request(command, schedules),
                spec.commandLine().getErr());
        BenchReport report = Sections.run(chosen, shown(), bench);
        report.write(results.folder());
        PrintWriter out = spec.commandLine().getOut();
        out.print(report.markdown());
        out.flush();
        return report.hasComplaints() ? ExitCodes.FINDING : ExitCodes.CLEAN;
    }

    /** All tables, but for those whose programs somebody would have to fetch. */
    private List<String> all() {
        boolean isFetched = programs == null && originals().isPresent();
        return Sections.names().stream()
                .filter(name -> isFetched || !name.equals(SctbenchSection.NAME))
                .toList();
    }

    /** The folder of the programs that others have published. */
    private Optional<Path> originals() {
        return Optional.ofNullable(programs)
                .or(() -> Optional.ofNullable(System.getenv(SctbenchSection.VARIABLE))
                        .map(Path::of))
                .map(Path::toAbsolutePath);
    }

    private String shown() {
        return "heddle " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }

    private Path programs(Installation installation) throws UserError {
        if (programs != null) {
            if (!Files.isDirectory(programs)) {
                throw new UserError("there is no folder " + programs + " given with --programs: name the folder "
                        + PROGRAMS + " of Heddle's sources");
            }
            return programs.toAbsolutePath();
        }
        for (Path at = installation.nativeHome(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve(PROGRAMS))) {
                return at.resolve(PROGRAMS);
            }
        }
        throw new UserError("the programs of the tables are not beside " + installation.nativeHome()
                + ": name the folder " + PROGRAMS + " of Heddle's sources with --programs");
    }

    private static CheckRequest request(List<String> words, OutputFolder schedules) throws UserError {
        try {
            int end = words.contains("--") ? words.indexOf("--") : words.size();
            List<String> arguments = words.subList(Math.min(end + 1, words.size()), words.size());
            return CheckCommand.requested(
                    words.subList(0, end), arguments, Path.of("").toAbsolutePath(), schedules);
        } catch (ParameterException wrong) {
            throw new UserError("the command line 'heddle check " + String.join(" ", words)
                    + "' of a program is wrong: " + wrong.getMessage().replace('\n', ' '));
        }
    }
}
