package org.heddle.cli.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.cost.Circumstances;
import org.heddle.cli.check.cost.CostAdvice;
import org.heddle.cli.check.finding.BenignMarks;
import org.heddle.cli.check.finding.FindingWords;
import org.heddle.cli.check.finding.FindingsSoFar;
import org.heddle.cli.check.finding.Refusals;
import org.heddle.cli.check.launch.Workplace;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.check.verdict.Conclusions;
import org.heddle.cli.check.verdict.Observed;
import org.heddle.cli.check.verdict.Sight;
import org.heddle.cli.check.verdict.WeakWords;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.MemoryModel;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.cost.Restarts;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.AddressResolver.Role;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.explore.Verdict;
import org.heddle.server.protocol.message.PointsMode;

/** Puts what was explored into words: what was found, what is claimed, and what a user has to know of it. */
final class Reporting {
    private final CheckOptions options;
    private final Interruption interruption;
    private final Workplace place;
    private final AddressResolver resolver;
    private final FindingsSoFar findings;
    private final StatusLine line;
    private final long start;

    /**
     * Reports of a check.
     *
     * @param interruption after which findings are run again for a moment only
     * @param place where it was made, which runs executions once more
     * @param findings that were made on the way
     * @param line on which to show what takes long
     * @param start of the check, by {@link System#nanoTime}
     */
    Reporting(
            CheckOptions options,
            Interruption interruption,
            Workplace place,
            AddressResolver resolver,
            FindingsSoFar findings,
            StatusLine line,
            long start) {
        this.line = line;
        this.options = options;
        this.interruption = interruption;
        this.place = place;
        this.resolver = resolver;
        this.findings = findings;
        this.start = start;
    }

    /**
     * The report.
     *
     * @param first remarks that come before all others
     * @param isUnchanged whether every execution found the files that the first one did
     * @throws UserError if the program cannot be checked after all
     * @throws IOException if files cannot be written
     * @throws InterruptedException if the thread is interrupted
     */
    Report report(Program program, Explored explored, List<String> first, boolean isUnchanged)
            throws UserError, IOException, InterruptedException {
        BenignMarks marks = new BenignMarks(program.recipe().directory());
        AddressNames ofFindings = resolver.resolve(sites(explored.verdict()));
        Verdict unmarked = without(explored.verdict(), ofFindings, marks::cover);
        Verdict verdict = without(unmarked, ofFindings, options.telling().suppressions()::covers);
        AddressNames names =
                resolver.resolve(places(verdict, explored.progress().observed()));
        Refusals.ofUnmodelled(program, verdict, names);
        Sight sight = Sight.of(
                place.pool().hello(),
                program.recipe().isSource(),
                verdict.notes(),
                names,
                options.telling().trust());
        boolean isOneThread = explored.progress().mostThreads() <= 1;
        MemoryModel model = WeakWords.of(
                explored.weak(),
                verdict.complete() && isUnchanged && verdict.findings().isEmpty(),
                sight,
                options.executing().run().points() != PointsMode.SYNC,
                resolver);
        Conclusions conclusions = new Conclusions(
                verdict,
                options.executing().run(),
                explored.progress().observed(),
                names,
                explored.search(),
                sight,
                model,
                isUnchanged,
                !program.recipe().peers().isEmpty());
        List<String> remarks = new ArrayList<>(first);
        remarks.addAll(conclusions.remarks());
        if (explored.progress().observed().begin() == 0) {
            program.recipe()
                    .begin()
                    .ifPresent(function -> remarks.add("no execution came to a call of " + function
                            + " (--begin) in the sources, so that all was explored from the start"));
        }
        remarks.addAll(place.remarks());
        remarks.addAll(explored.saved().remarks(verdict.complete()));
        if (isOneThread) {
            remarks.add(conclusions.remarkOnOneThread());
        }
        int marked = explored.verdict().findings().size() - unmarked.findings().size();
        if (marked > 0) {
            remarks.add(BenignMarks.remark(marked));
        }
        remarks.addAll(
                suppressed(unmarked.findings().size() - verdict.findings().size()));
        FindingWords written =
                new FindingWords(place.pool(), resolver, options, interruption, verdict, start, findings, line);
        List<ReportedFinding> words = written.of(verdict.findings());
        remarks.addAll(written.remarks());
        if (isOneThread) {
            Refusals.ofUsage(program, words, findings);
        }
        Restarts restarts = Restarts.of(place.restarts());
        return new Report(
                program.recipe().shown(),
                conclusions.conclusion(),
                verdict.complete() && sight.isWhole() && isUnchanged,
                conclusions.preemptionBound(),
                conclusions.operationBound(),
                verdict.counts().total(),
                verdict.counts().blocked(),
                verdict.counts().diverged(),
                restarts,
                CostAdvice.of(
                        explored.effort(),
                        Circumstances.of(options, explored.progress().observed().begin() != 0, restarts.because())),
                (System.nanoTime() - start) / 1e9,
                isOneThread ? conclusions.claimOfOneThread() : conclusions.claim(),
                List.copyOf(remarks),
                explored.progress().stages(),
                sight.unseen(),
                explored.meter().coverage(resolver, explored.lines()),
                model,
                words);
    }

    private static Map<Long, Role> sites(Verdict verdict) {
        Map<Long, Role> sites = new HashMap<>();
        verdict.findings().forEach(found -> found.finding().sites().forEach(site -> sites.put(site, Role.SITE)));
        sites.remove(0L);
        return sites;
    }

    /** The same without the findings that are not to be reported, which are taken back. */
    private Verdict without(Verdict verdict, AddressNames names, BiPredicate<Kind, List<Location>> isLeftOut) {
        List<FoundFinding> left = new ArrayList<>();
        for (FoundFinding found : verdict.findings()) {
            Finding finding = found.finding();
            List<Location> at = finding.sites().stream().map(names::location).toList();
            if (isLeftOut.test(finding.kind(), at)) {
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
        options.telling()
                .suppressions()
                .unused()
                .forEach(line -> remarks.add("the suppression " + line + " has no effect"));
        return remarks;
    }

    private static Map<Long, Role> places(Verdict verdict, Observed observed) {
        Map<Long, Role> places = new HashMap<>();
        verdict.notes().forEach(note -> places.put(note.site(), Role.SITE));
        if (verdict.firstDivergence() != null
                && verdict.firstDivergence().divergence() != null
                && verdict.firstDivergence().divergence().actual() != null) {
            places.put(verdict.firstDivergence().divergence().actual().site(), Role.SITE);
        }
        places.put(observed.begin(), Role.SITE);
        places.remove(0L);
        return places;
    }
}
