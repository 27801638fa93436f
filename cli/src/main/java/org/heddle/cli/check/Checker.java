package org.heddle.cli.check;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.heddle.cli.Installation;
import org.heddle.cli.UserError;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.AddressNames;
import org.heddle.cli.report.AddressResolver;
import org.heddle.cli.report.AddressResolver.Role;
import org.heddle.cli.report.Location;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Restarts;
import org.heddle.dpor.detect.Detector;
import org.heddle.dpor.detect.Finding;
import org.heddle.dpor.detect.FoundFinding;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExecutionRunner;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Plan;
import org.heddle.dpor.explore.Verdict;
import org.heddle.server.LaunchOptions;
import org.heddle.server.WorkerPool;
import org.heddle.server.journal.JournalException;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.restart.Restart;
import org.heddle.server.restart.RestartDiffersException;

/** Checks one program: explores it, runs what was found once more, and puts it all into words. */
public final class Checker {
    private final Function<Program, LaunchOptions> launching;
    private final CheckOptions options;
    private final PrintWriter err;

    /** A checker that shows progress there. */
    public Checker(Installation installation, CheckOptions options, PrintWriter err) {
        this(new Launching(installation, options), options, err);
    }

    /**
     * A checker of programs that are launched in another way.
     *
     * @param launching how; in agreement with the options, but for the number of workers
     */
    public Checker(Function<Program, LaunchOptions> launching, CheckOptions options, PrintWriter err) {
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
        Restart restart = options.saveFrontier().isPresent() ? Restart.FORK : options.restart();
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
        Search search = new Search(options.strategy(), options.search());
        SandboxOriginal original = SandboxOriginal.of(options);
        LaunchOptions launch = launching.apply(program);
        WorkingFiles files = WorkingFiles.of(options, launch.workingDirectory());
        ProgressLine progress = new ProgressLine(err, options.progress() == ProgressStyle.LINE, findings, search);
        try (InputFile input = InputFile.of(program.recipe().input());
                LinesFile lines = LinesFile.of(options);
                Workplace place = Workplace.open(
                        lines.noting(launch).withRestart(restart).withStandardInput(input.path()),
                        limits(),
                        options.cluster(),
                        err);
                SavedFrontier saved = SavedFrontier.open(options, program, place.runner())) {
            progress.show(place.fleet());
            Interruption interruption = new Interruption(() -> {
                saved.finish();
                sayWhatIsKnown(progress, findings);
            });
            try (AddressResolver resolver = new AddressResolver(place.pool(), new SymbolizerPath(err))) {
                ExplorationListener listener =
                        options.progress() == ProgressStyle.JSON ? new ProgressEvents(err, search, progress) : progress;
                CoverageMeter meter = new CoverageMeter(options.coverage(), listener, () -> isOver(start));
                Verdict verdict = explore(saved.runner(), start, search, findings, meter);
                place.confirm();
                progress.clear();
                List<String> said = withChange(remarks, original.change(), verdict);
                BooleanSupplier isOver = verdict.complete()
                        ? () -> false // what is proved needs it
                        : () -> System.nanoTime() >= end(start, findings);
                Optional<String> change = files.change(launch.withStandardInput(input.path()), limits(), isOver);
                return report(
                        program, place, resolver, verdict, findings, search, saved, progress, start, said, change,
                        meter, lines);
            } catch (RestartDiffersException differs) {
                progress.clear();
                findings.discardAll();
                throw differs;
            } finally {
                interruption.over();
            }
        } catch (LaunchException | JournalException failed) {
            throw new UserError(failed.getMessage());
        }
    }

    private static List<String> withChange(List<String> remarks, Optional<String> change, Verdict verdict)
            throws UserError {
        if (change.isPresent() && verdict.findings().isEmpty()) {
            throw new UserError(change.get());
        }
        return Stream.concat(remarks.stream(), change.stream()).toList();
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
        return findings.isEmpty()
                ? options.limits().deadline(start)
                : options.limits().describing(start);
    }

    private boolean isOver(long start) {
        return System.nanoTime() >= options.limits().deadline(start);
    }

    private Verdict explore(
            ExecutionRunner runner, long start, Search search, FindingsSoFar findings, ExplorationListener listener)
            throws InterruptedException {
        Limits limits = options.limits();
        Budget budget = new Budget(
                limits.maxExecutions(),
                System::nanoTime,
                () -> end(start, findings),
                MemoryLimit.ofThisProcess(limits.memory()),
                limits.keepGoing());
        return new Explorer(runner, search.frontier(), budget, limits(), Detector.ofExploration(), listener).explore();
    }

    private Report report(
            Program program,
            Workplace place,
            AddressResolver resolver,
            Verdict explored,
            FindingsSoFar findings,
            Search search,
            SavedFrontier saved,
            ProgressLine progress,
            long start,
            List<String> first,
            Optional<String> change,
            CoverageMeter meter,
            LinesFile lines)
            throws UserError, IOException, InterruptedException {
        WorkerPool pool = place.pool();
        Verdict verdict = withoutSuppressed(explored, resolver, findings);
        AddressNames names = resolver.resolve(places(verdict));
        Refusals.ofUnmodelled(program, verdict, names);
        Sight sight = Sight.of(pool.hello(), verdict.notes(), names, options.trust());
        Conclusions conclusions = new Conclusions(
                verdict,
                options.run(),
                progress.observed(),
                names,
                search,
                sight,
                change.isEmpty(),
                !program.recipe().peers().isEmpty());
        List<String> remarks = new ArrayList<>(first);
        change.ifPresent(remarks::add);
        remarks.addAll(conclusions.remarks());
        remarks.addAll(place.remarks());
        remarks.addAll(saved.remarks());
        if (progress.mostThreads() <= 1) {
            remarks.add(conclusions.remarkOnOneThread());
        }
        remarks.addAll(
                suppressed(explored.findings().size() - verdict.findings().size()));
        FindingWords written = new FindingWords(pool, resolver, options, verdict, start, findings);
        List<ReportedFinding> words = written.of(verdict.findings());
        remarks.addAll(written.remarks());
        if (progress.mostThreads() <= 1) {
            Refusals.ofUsage(program, words, findings);
        }
        return new Report(
                program.recipe().shown(),
                conclusions.conclusion(),
                verdict.complete() && sight.isWhole() && change.isEmpty(),
                conclusions.preemptionBound(),
                conclusions.operationBound(),
                verdict.counts().total(),
                verdict.counts().blocked(),
                verdict.counts().diverged(),
                Restarts.of(place.restarts()),
                (System.nanoTime() - start) / 1e9,
                progress.mostThreads() <= 1 ? conclusions.claimOfOneThread() : conclusions.claim(),
                List.copyOf(remarks),
                progress.course().stages(),
                sight.unseen(),
                meter.coverage(resolver, lines),
                words);
    }

    private Verdict withoutSuppressed(Verdict verdict, AddressResolver resolver, FindingsSoFar findings)
            throws InterruptedException {
        Map<Long, Role> sites = new HashMap<>();
        verdict.findings().forEach(found -> found.finding().sites().forEach(site -> sites.put(site, Role.SITE)));
        sites.remove(0L);
        AddressNames names = resolver.resolve(sites);
        List<FoundFinding> left = new ArrayList<>();
        for (FoundFinding found : verdict.findings()) {
            Finding finding = found.finding();
            List<Location> at = finding.sites().stream().map(names::location).toList();
            if (options.suppressions().covers(finding.kind(), at)) {
                findings.discard(finding);
            } else {
                left.add(found);
            }
        }
        return verdict.withFindings(left);
    }

    private List<String> suppressed(int count) {
        List<String> remarks = new ArrayList<>();
        if (count > 0) {
            remarks.add(count == 1 ? "1 finding was suppressed" : count + " findings were suppressed");
        }
        options.suppressions().unused().forEach(line -> remarks.add("the suppression " + line + " has no effect"));
        return remarks;
    }

    private static Map<Long, Role> places(Verdict verdict) {
        Map<Long, Role> places = new HashMap<>();
        verdict.notes().forEach(note -> places.put(note.site(), Role.SITE));
        if (verdict.firstDivergence() != null
                && verdict.firstDivergence().divergence() != null
                && verdict.firstDivergence().divergence().actual() != null) {
            places.put(verdict.firstDivergence().divergence().actual().site(), Role.SITE);
        }
        places.remove(0L);
        return places;
    }

    private void sayWhatIsKnown(ProgressLine progress, FindingsSoFar findings) {
        findings.freeze();
        progress.clear();
        err.println("heddle: interrupted after " + progress.executions() + " executions; not everything was explored");
        findings.files().forEach(file -> err.println("heddle: a finding's schedule is in " + file));
        err.flush();
    }
}
