package org.heddle.cli.check.finding;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.check.replay.Describer;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.words.FindingWriter;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingGroups;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.TimeLimitedRunner;
import org.heddle.dpor.explore.plan.WholeExecutions;
import org.heddle.dpor.minimise.Minimal;

/** Runs what was found once more, as simply as there is time for, and puts it into words. */
public final class FindingWords {
    /** How long findings are run again, however many there are: each tells something without that, too. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Simplifier simplifier;
    private final Describer describer;
    private final FindingWriter writer;
    private final FindingsSoFar findings;
    private final StatusLine line;
    private final BooleanSupplier isLate;
    private final Interruption interruption;
    private final boolean hasLimit;
    private int notRun;
    private int withoutRoom;
    private int withoutSchedule;
    private final TimeLimitedRunner limited;

    /**
     * Begins now.
     *
     * @param pool with nothing in flight
     * @param interruption after which nothing is run for long
     * @param verdict of the check
     * @param start of the check, whose time limit, if there is one, holds for this as well
     * @param findings where schedules are written
     * @param line on which to show how far this is
     */
    public FindingWords(
            ExecutionRunner pool,
            AddressResolver resolver,
            CheckOptions options,
            Interruption interruption,
            Verdict verdict,
            long start,
            FindingsSoFar findings,
            StatusLine line) {
        this.line = line;
        hasLimit = options.limits().timeout().isPresent();
        long latest = Math.min(options.limits().latest(start), System.nanoTime() + PATIENCE.toNanos());
        this.interruption = interruption;
        isLate = () -> System.nanoTime() >= Math.min(latest, interruption.latest());
        limited = new TimeLimitedRunner(pool, isLate);
        ExecutionRunner runner = new WholeExecutions(limited);
        simplifier = new Simplifier(runner, options, interruption, verdict.proved(), start);
        describer = new Describer(runner, options.limits().ofEachExecution());
        writer = new FindingWriter(resolver);
        this.findings = findings;
    }

    /** The findings of the check in words, those with one cause together. */
    public List<ReportedFinding> of(List<FoundFinding> found) throws InterruptedException {
        List<ReportedFinding> words = new ArrayList<>();
        List<FindingGroups.Group> groups = FindingGroups.of(found);
        for (FindingGroups.Group group : groups) {
            String which =
                    groups.size() == 1 ? "the finding" : "finding " + (words.size() + 1) + " of " + groups.size();
            line.begin("running " + which + " again, to simplify and describe it");
            words.add(words(group));
        }
        line.clear();
        return List.copyOf(words);
    }

    private ReportedFinding words(FindingGroups.Group group) throws InterruptedException {
        int notRunBefore = notRun;
        Minimal minimal = simplified(group.main());
        List<Minimal> others = new ArrayList<>();
        for (FoundFinding other : group.others()) {
            described(other).ifPresent(others::add);
            findings.discard(other.finding());
        }
        notRun = Math.min(notRun, notRunBefore + 1); // what is one finding counts as one
        try {
            return findings.write(minimal.finding(), writer.write(minimal, others, group.count()));
        } catch (OutOfMemoryError full) {
            Minimal brief = withoutRoom(minimal.finding());
            return findings.write(brief.finding(), writer.write(brief, List.of(), group.count()));
        }
    }

    private Optional<Minimal> described(FoundFinding other) throws InterruptedException {
        if (!other.finding().hasSchedule()) {
            return Optional.empty();
        }
        try {
            Optional<Minimal> described = describer.describe(other.finding());
            return described.isPresent() || !isLate.getAsBoolean() ? described : Optional.of(notRun(other));
        } catch (OutOfMemoryError full) {
            limited.beginAnew();
            return Optional.empty();
        }
    }

    private Minimal simplified(FoundFinding found) throws InterruptedException {
        if (!found.finding().hasSchedule()) {
            withoutSchedule++;
            return Minimal.notRun(found.finding());
        }
        if (isLate.getAsBoolean()) {
            return notRun(found);
        }
        try {
            return simplifier.simplify(found.finding(), describer);
        } catch (OutOfMemoryError full) {
            limited.beginAnew();
            return withoutRoom(found.finding());
        }
    }

    /** The execution is too long; where there is no room for words either, Checker ends the check. */
    private Minimal withoutRoom(Finding finding) {
        withoutRoom++;
        return Minimal.notRun(finding);
    }

    private Minimal notRun(FoundFinding found) {
        notRun++;
        return Minimal.notRun(found.finding());
    }

    /** What there was no time for. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        simplifier.remark().ifPresent(remarks::add);
        if (notRun > 0) {
            String ended = hasLimit
                    ? "the time limit (-t) ended"
                    : "the time to run findings again (" + PATIENCE.toSeconds() + " s) ended";
            remarks.add((interruption.isAsked() ? "the check was interrupted" : ended) + " before " + missing(notRun));
        }
        if (withoutRoom > 0) {
            remarks.add("memory (--memory) ended before " + missing(withoutRoom));
        }
        if (withoutSchedule > 0) {
            remarks.add("memory (--memory) ended before "
                    + (withoutSchedule == 1
                            ? "the execution of a finding"
                            : "the executions of " + withoutSchedule + " findings")
                    + " could be taken in: steps, call stacks and schedule are missing; give more (--memory), or end executions"
                    + " earlier (--max-events)");
        }
        return remarks;
    }

    private static String missing(int findings) {
        return (findings == 1 ? "a finding" : findings + " findings")
                + " could be run again: call stacks and steps are missing; heddle replay shows them";
    }
}
