package org.heddle.cli.check;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.cost.Effort;
import org.heddle.cli.check.cost.TimedRunner;
import org.heddle.cli.check.finding.FindingsSoFar;
import org.heddle.cli.check.folders.SandboxOriginal;
import org.heddle.cli.check.folders.WorkingFiles;
import org.heddle.cli.check.launch.BrokenRuntime;
import org.heddle.cli.check.launch.InputFile;
import org.heddle.cli.check.launch.InputProbe;
import org.heddle.cli.check.launch.Launching;
import org.heddle.cli.check.launch.SymbolizerPath;
import org.heddle.cli.check.launch.Workplace;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.ConsistencyChoice;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.check.options.Limits;
import org.heddle.cli.check.options.MemoryLimit;
import org.heddle.cli.check.options.ProgressStyle;
import org.heddle.cli.check.progress.ProgressEvents;
import org.heddle.cli.check.progress.ProgressLine;
import org.heddle.cli.check.search.CoverageMeter;
import org.heddle.cli.check.search.LinesFile;
import org.heddle.cli.check.search.SavedFrontier;
import org.heddle.cli.check.search.Search;
import org.heddle.cli.check.search.SelfCheckWords;
import org.heddle.cli.check.search.WeakOutcomes;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.journal.JournalException;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.Restart;
import org.heddle.server.restart.RestartDiffersException;
import org.heddle.server.worker.BrokenRuntimeException;

/** Checks one program: explores it, runs what was found once more, and puts it all into words. */
public final class Checker {
    /** The first execution is waited for so long beyond a time limit that is shorter: without any there is no verdict. */
    private static final Duration FIRST = Duration.ofSeconds(5);

    private final Function<Program, LaunchOptions> launching;
    private final CheckOptions options;
    private final PrintWriter err;
    private final Interruption interruption;

    /** A checker that shows progress there. */
    public Checker(Installation installation, CheckOptions options, PrintWriter err) {
        this(installation, options, err, Interruption.none());
    }

    /** The same, which ends when that is asked for. */
    public Checker(Installation installation, CheckOptions options, PrintWriter err, Interruption interruption) {
        this(new Launching(installation, options), options, err, interruption);
    }

    /**
     * A checker of programs that are launched in another way.
     *
     * @param launching how; in agreement with the options, but for the number of workers
     */
    public Checker(Function<Program, LaunchOptions> launching, CheckOptions options, PrintWriter err) {
        this(launching, options, err, Interruption.none());
    }

    private Checker(
            Function<Program, LaunchOptions> launching,
            CheckOptions options,
            PrintWriter err,
            Interruption interruption) {
        this.interruption = interruption;
        this.launching = launching;
        this.options = options;
        this.err = err;
    }

    /**
     * Checks a program.
     *
     * @throws UserError if it cannot be checked
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    public Report check(Program program) throws UserError, IOException, InterruptedException {
        long start = System.nanoTime();
        Restart restart = options.saving().file().isPresent()
                ? Restart.FORK
                : options.executing().restart();
        try {
            return check(program, restart, start, List.of());
        } catch (RestartDiffersException differs) {
            return check(
                    program, Restart.FORK, start, List.of(differs.getMessage() + ": all was explored anew, by forks"));
        }
    }

    private Report check(Program program, Restart restart, long start, List<String> remarks)
            throws UserError, IOException, InterruptedException {
        FindingsSoFar findings = new FindingsSoFar(program.recipe(), program.sha256(), options, err);
        Search search = new Search(
                options.strategy(),
                options.search(),
                options.telling().model(),
                ConsistencyChoice.of(options.executing().run()),
                !options.executing().run().failures().areNone());
        SandboxOriginal original = SandboxOriginal.of(options);
        LaunchOptions launch = launching.apply(program);
        WorkingFiles files = WorkingFiles.of(options, launch.workingDirectory());
        boolean isShown = options.telling().progress() == ProgressStyle.LINE;
        try (StatusLine line = new StatusLine(err, isShown, Terminal::columnsOfStandardError);
                InputFile input = InputFile.of(program.recipe().input());
                LinesFile lines = LinesFile.of(options);
                Workplace place = Workplace.open(
                        lines.noting(launch).withRestart(restart).withStandardInput(input.path()),
                        limits(),
                        options.executing().cluster(),
                        err);
                SavedFrontier saved = SavedFrontier.open(options, program, place.runner())) {
            ProgressLine progress = new ProgressLine(line, findings, search);
            progress.show(place.fleet());
            line.begin("running the first execution");
            LastWords lastWords = new LastWords(() -> {
                saved.finish();
                line.silence();
                sayWhatIsKnown(progress, findings);
            });
            try (AddressResolver resolver = new AddressResolver(place.pool(), new SymbolizerPath(err))) {
                ExplorationListener listener = options.telling().progress() == ProgressStyle.JSON
                        ? new ProgressEvents(err, progress)
                        : progress;
                CoverageMeter meter = new CoverageMeter(options.telling().coverage(), listener, () -> isOver(start));
                WeakOutcomes weak = new WeakOutcomes(search, meter);
                TimedRunner runner = new TimedRunner(saved.runner());
                Verdict verdict = explore(runner, start, search, findings, weak);
                TimedRunner.Times times = runner.times();
                BooleanSupplier isOver = verdict.complete()
                        ? () -> false // what is proved needs it
                        : () -> System.nanoTime() >= end(start, findings);
                place.confirm(isOver);
                Effort effort = new Effort(times, place.restarts(), place.waited());
                if (search.selfCheck().isPresent()) {
                    SelfCheckWords.check(search.selfCheck().get());
                }
                line.clear();
                Optional<String> edited = original.change();
                if (edited.isPresent() && verdict.findings().isEmpty()) {
                    throw new UserError(edited.get());
                }
                Optional<String> change = files.change(launch.withStandardInput(input.path()), limits(), isOver);
                List<String> said = new ArrayList<>(remarks);
                Stream.of(edited, change).flatMap(Optional::stream).forEach(said::add);
                Explored explored = new Explored(verdict, search, progress, saved, meter, lines, weak, effort);
                return new Reporting(options, interruption, place, resolver, findings, line, start)
                        .report(program, explored, said, change.isEmpty());
            } catch (RestartDiffersException differs) {
                findings.discardAll();
                throw differs;
            } finally {
                lastWords.over();
            }
        } catch (LaunchException | JournalException failed) {
            throw new UserError(failed.getMessage());
        } catch (BrokenRuntimeException broken) {
            throw BrokenRuntime.whileChecking(broken, program, options, findings.files());
        } catch (OutOfMemoryError full) {
            throw withoutRoom(findings);
        }
    }

    /** What is kept of all executions has a limit, so one of them, or its report, takes more than there is. */
    private static UserError withoutRoom(FindingsSoFar findings) {
        String kept = Stream.concat(
                        findings.unwritten().stream().map(words -> "; found, without a schedule: " + words),
                        findings.files().stream().map(file -> "; the schedule of what was found is in " + file))
                .collect(Collectors.joining());
        return new UserError(
                "memory ran out for one execution, which has too many operations for it: give more (--memory), or end executions"
                        + " earlier (--max-events)" + kept,
                findings.isEmpty() ? ExitCodes.USAGE : ExitCodes.FINDING);
    }

    /**
     * Whether the program reads its standard input.
     *
     * @throws UserError if it cannot be run
     * @throws IOException if files cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean readsInput(Program program) throws UserError, IOException, InterruptedException {
        try {
            return InputProbe.reads(launching.apply(program), limits());
        } catch (LaunchException failed) {
            throw new UserError(failed.getMessage());
        }
    }

    private Plan.Limits limits() {
        return options.limits().ofEachExecution();
    }

    /** When the exploration ends at the latest. */
    private long end(long start, FindingsSoFar findings) {
        if (interruption.isAsked()) {
            return start;
        }
        return findings.isEmpty()
                ? options.limits().deadline(start)
                : options.limits().describing(start, options.telling().output().wanted());
    }

    private boolean isOver(long start) {
        return interruption.isAsked() || System.nanoTime() >= options.limits().deadline(start);
    }

    private Verdict explore(
            ExecutionRunner runner, long start, Search search, FindingsSoFar findings, ExplorationListener listener)
            throws InterruptedException {
        Limits limits = options.limits();
        Budget budget = new Budget(
                limits.maxExecutions(),
                System::nanoTime,
                () -> end(start, findings),
                FIRST.toNanos(),
                MemoryLimit.ofThisProcess(limits.memory()),
                limits.keepGoing());
        Detector all = Detectors.ofExploration(search.serial());
        boolean hasBuffers = options.executing().run().buffersStores();
        Detector detector = hasBuffers ? Detectors.withStoreBuffers(all) : all;
        Verdict verdict = new Explorer(runner, search.frontier(), budget, limits(), detector, listener).explore();
        return interruption.isAsked() ? verdict.interrupted() : verdict;
    }

    private void sayWhatIsKnown(ProgressLine progress, FindingsSoFar findings) {
        findings.freeze();
        err.println("heddle: interrupted after " + progress.executions() + " executions; not everything was explored");
        findings.files().forEach(file -> err.println("heddle: a finding's schedule is in " + file));
        err.flush();
    }
}
