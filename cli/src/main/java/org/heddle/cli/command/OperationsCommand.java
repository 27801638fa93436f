package org.heddle.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.heddle.cli.base.Durations;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.check.options.ConsistencyChoice;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.operations.OperationsReport;
import org.heddle.cli.operations.OperationsRun;
import org.heddle.cli.operations.Size;
import org.heddle.cli.program.CompileOptions;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.program.Recipe;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle operations}. */
@Command(
        name = "operations",
        description =
                "Draws clients of the operations that a source declares by heddle_operations.h, the smallest first,"
                        + " checks each, and writes the smallest that fails as a C file of its own.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no client failed; the report says how many were checked, and how many of them proved",
            "1:a client failed",
            "2:wrong usage, or a program that does not compile or cannot be checked",
            "3:not every client of these sizes was proved, and --require-complete was given; or none was checked",
            "70:a fault of Heddle itself"
        },
        footer = {
            "",
            "Examples:",
            "  heddle operations queue.c",
            "  heddle operations -t 10m --threads 3 --operations 4 --clients 1000 queue.c",
            "  heddle operations --keep-going --format json -DN=2 queue_operations.c queue.c"
        })
final class OperationsCommand implements Callable<Integer> {
    private static final int MOST_THREADS = 16;
    private static final int MOST_OPERATIONS = 16;
    private static final int MOST_CLIENTS = 10_000;

    enum Format {
        TEXT,
        JSON,
        JUNIT;

        /** As it is written on a command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Interruption interruption;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "C sources, one of which declares operations by HEDDLE_OPERATION.")
    private List<Path> files = List.of();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Draw clients of 2 to N threads (default: ${DEFAULT-VALUE}).")
    private int threads = 3;

    @Option(
            names = "--operations",
            paramLabel = "N",
            description = "Let each thread call 1 to N operations (default: ${DEFAULT-VALUE}).")
    private int operations = 2;

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "Of a size with more clients than N, check a sample of N (default: ${DEFAULT-VALUE}).")
    private int clients = 100;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of samples (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = {"-t", "--timeout", "--budget"},
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Check no further client after this time: seconds, or with ms, s, m, h.")
    private Duration timeout;

    @Option(
            names = "--client-timeout",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Leave a client undecided after this time (default: 10s).")
    private Duration clientTimeout = Duration.ofSeconds(10);

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            description = "Check N clients at a time (default: one for each core).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--keep-going",
            description = "Do not stop at the first client that fails; write the smallest for each sort of finding.")
    private boolean keepGoing;

    @Option(
            names = "--require-complete",
            description = "Exit with 3 unless every client of these sizes was checked and proved.")
    private boolean requireComplete;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The form of the report: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description =
                    "Write clients that fail, and their schedules, to this folder (default: the working directory).")
    private Path output;

    @Option(names = "--consistency", paramLabel = "NAME", description = RunFlags.CONSISTENCY)
    private ConsistencyChoice consistency = ConsistencyChoice.LINEARIZABILITY;

    @Mixin
    private CompileOptions compile;

    OperationsCommand(Interruption interruption) {
        this.interruption = interruption;
    }

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        requireFrom(2, threads, MOST_THREADS, "--threads");
        requireFrom(1, operations, MOST_OPERATIONS, "--operations");
        requireFrom(1, clients, MOST_CLIENTS, "--clients");
        requireFrom(1, jobs, Integer.MAX_VALUE, "-j");
        Path here = Path.of("").toAbsolutePath();
        Recipe recipe = ProgramBuilder.recipe(here, files, compile, List.of());
        if (!recipe.isSource()) {
            throw new UserError(recipe.shown()
                    + " is built already, and a client that fails is written as a source: name" + " the sources");
        }
        OutputFolder folder = OutputFolder.of(Optional.ofNullable(output));
        CheckRequest asked = CheckCommand.requested(
                List.of(
                        "--progress=none",
                        "--consistency=" + consistency,
                        files.get(0).toString()),
                List.of(),
                here,
                folder);
        CheckRequest request = new CheckRequest(recipe, asked.options(), requireComplete, ExitCodes.FINDING);
        PrintWriter err = spec.commandLine().getErr();
        Interruption.Listening listening = interruption.listen(err);
        OperationsReport report;
        try {
            report = new OperationsRun(Installation.ofThisProcess(), request, checkWords(), err, interruption)
                    .run(
                            new OperationsRun.Wanted(
                                    new Size(threads, operations),
                                    clients,
                                    seed,
                                    jobs,
                                    Optional.ofNullable(timeout),
                                    clientTimeout,
                                    keepGoing),
                            folder);
        } finally {
            listening.close();
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                switch (format) {
                    case TEXT -> report.text(Sheet.of(System.getenv(), Terminal.columnsOfStandardOutput()));
                    case JSON -> report.json();
                    case JUNIT -> report.junit();
                });
        out.flush();
        return interruption.exitCode(exitCode(report));
    }

    /** What heddle check of a client that was written takes, as on its command line. */
    private List<String> checkWords() {
        List<String> words = new ArrayList<>(compile.words());
        if (consistency != ConsistencyChoice.LINEARIZABILITY) {
            words.add("--consistency=" + consistency);
        }
        return words;
    }

    private int exitCode(OperationsReport report) {
        if (report.isAnyFailed()) {
            return ExitCodes.FINDING;
        }
        if (report.isAnyError()) {
            return ExitCodes.USAGE;
        }
        return !report.isAnyRun() || (requireComplete && !report.isComplete()) ? ExitCodes.INCOMPLETE : ExitCodes.CLEAN;
    }

    private void requireFrom(int least, int number, int most, String option) {
        if (number < least || number > most) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " must be "
                            + (most == Integer.MAX_VALUE ? "at least " + least : "from " + least + " to " + most)
                            + ", not " + number);
        }
    }
}
