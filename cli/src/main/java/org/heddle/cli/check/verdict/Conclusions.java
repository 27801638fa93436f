package org.heddle.cli.check.verdict;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.heddle.cli.check.search.Search;
import org.heddle.cli.report.MemoryModel;
import org.heddle.cli.report.Report.Conclusion;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.dpor.detect.finding.FindingGroups;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Note;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.TimeoutsMode;

/** Says what an exploration's verdict means, no more and no less. */
public final class Conclusions {
    private static final String WAITS_FOR_OTHERS = "waits for " + Assumptions.OTHERS;

    private final Verdict verdict;
    private final RunOptions run;
    private final Observed observed;
    private final AddressNames names;
    private final Search search;
    private final Sight sight;
    private final MemoryModel model;
    private final boolean alike;
    private final Assumptions assumptions;

    public Conclusions(
            Verdict verdict,
            RunOptions run,
            Observed observed,
            AddressNames names,
            Search search,
            Sight sight,
            MemoryModel model,
            boolean alike,
            boolean hasPeers) {
        this.alike = alike;
        this.observed = observed;
        this.verdict = verdict;
        this.assumptions = new Assumptions(verdict, run, observed, hasPeers);
        this.run = run;
        this.names = names;
        this.search = search;
        this.sight = sight;
        this.model = model;
    }

    public Conclusion conclusion() {
        if (!verdict.findings().isEmpty()) {
            return Conclusion.BUG;
        }
        boolean asWanted = verdict.complete()
                || (verdict.proved().isBounded() && verdict.gaps().isEmpty());
        return asWanted && alike ? Conclusion.CLEAN : Conclusion.INCONCLUSIVE;
    }

    /** Up to how many preemptions everything was explored; empty where that is not known, or where everything was explored. */
    public OptionalLong preemptionBound() {
        Proved proved = verdict.proved();
        return proved.measure() == Measure.PREEMPTIONS && proved.isBounded()
                ? OptionalLong.of(proved.bound())
                : OptionalLong.empty();
    }

    /** Of how many of the first operations of each thread everything was explored; empty where of all, or of none. */
    public OptionalLong operationBound() {
        Proved proved = verdict.proved();
        return proved.operations() > 0 ? OptionalLong.of(proved.operations()) : OptionalLong.empty();
    }

    public String claim() {
        int found = FindingGroups.of(verdict.findings()).size();
        String bugs = found == 0 ? "no bug" : found == 1 ? "1 finding" : found + " findings";
        long total = verdict.counts().total();
        String sampled = search.sampledClaim(bugs, total);
        if (sampled != null) {
            return sampled;
        }
        if (!alike) {
            return bugs + " in " + counted(total) + ", which did not begin alike";
        }
        if (verdict.complete()) {
            return found == 0
                    ? sight.proved() + StoreBufferWords.under(run, sight) + WeakWords.under(model, sight)
                            + ": no bug in any interleaving"
                            + part() + assumptions.inWords() + " (" + counted(total) + ")"
                            + (observed.weakAtomics() ? WeakWords.claim(model) : "")
                    : bugs
                            + (needsOlderValues()
                                    ? ", where loads find older values, as C11 allows; no bug in any interleaving"
                                            + part()
                                    : "; every interleaving" + part() + " was explored")
                            + " (" + counted(total) + ")";
        }
        if (verdict.proved().isBounded()) {
            String within = part() + within(verdict.proved());
            String how = verdict.proved().operations() > 0 ? sight.explored() : sight.proved();
            return found == 0
                    ? how + StoreBufferWords.under(run, sight) + WeakWords.under(model, sight)
                            + ": no bug in any interleaving" + within + assumptions.inWords() + " (" + counted(total)
                            + "); not everything was explored"
                    : bugs + " in " + counted(total) + "; every interleaving" + within
                            + " was explored, not everything";
        }
        return bugs + " in " + counted(total) + "; not everything was explored";
    }

    /** What all interleavings are of, where exploring does not begin at the start, or what the process does later is not the program's. */
    private String part() {
        String begin = observed.begin() == 0 ? "" : " of what follows heddle_begin()";
        return verdict.notes().stream().anyMatch(Advice::isOfReplacement)
                ? begin + " until another program takes its place"
                : begin;
    }

    /** Whether no sequentially consistent execution has shown any of the findings. */
    private boolean needsOlderValues() {
        return verdict.findings().stream()
                .allMatch(found -> found.finding().schedule().stream().anyMatch(Step::readsOlder));
    }

    /** The same where the program has never had a second thread: there is no order of threads to speak of. */
    public String claimOfOneThread() {
        return verdict.complete() && alike && verdict.findings().isEmpty()
                ? sight.proved() + ": no bug in its one thread" + assumptions.inWords() + " ("
                        + counted(verdict.counts().total()) + ")"
                : claim();
    }

    /** Why there may have been no second thread, and what to do. */
    public String remarkOnOneThread() {
        if (verdict.counts().total() == 0 && verdict.gaps().containsKey(Gap.INTERRUPTED)) {
            return "no execution came to an end before the check was interrupted";
        }
        if (verdict.counts().total() == 0) {
            return "no execution came to an end: the first one was not over when the time limit (-t) was; give it more, or make"
                    + " executions shorter (--max-events)";
        }
        boolean waits = verdict.notes().stream()
                .anyMatch(note ->
                        note.kind() == Note.Kind.UNCONTROLLED && note.text().startsWith(WAITS_FOR_OTHERS));
        return waits && !observed.ended()
                ? "no execution came to an end: the program waits for somebody outside, who did not come; start a client in"
                        + " a loop beside the check, or check a test program that has both sides in threads"
                : "one thread: the program called no pthread_create with these arguments, so this was all there is to explore"
                        + " (perhaps it needs others, after --)";
    }

    private static String within(Proved proved) {
        String operations =
                proved.operations() == 0 ? "" : " of the first " + proved.operations() + " operations of each thread";
        return operations + (proved.measure() == Measure.NONE ? "" : " with " + upTo(proved));
    }

    private static String upTo(Proved proved) {
        String thing =
                switch (proved.measure()) {
                    case PREEMPTIONS -> "preemption";
                    case SWITCHES -> "thread switch";
                    case DELAYS -> "delay";
                    case DEPTH -> "choice between threads among the first " + proved.bound() + " steps";
                    case VARIABLES -> "variable to preempt at";
                    case NONE -> throw new IllegalStateException("no bound");
                };
        if (proved.measure() == Measure.DEPTH) {
            return "any " + thing;
        }
        if (proved.measure() == Measure.VARIABLES) {
            return "preemptions at up to " + proved.bound() + (proved.bound() == 1 ? " variable" : " variables");
        }
        String plural = thing.endsWith("switch") ? thing + "es" : thing + "s";
        return "up to " + proved.bound() + " " + (proved.bound() == 1 ? thing : plural);
    }

    private static String counted(long executions) {
        return executions == 1 ? "1 execution" : executions + " executions";
    }

    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!sight.instrumented()) {
            remarks.add(sight.whyNotInstrumented());
        } else if (run.points() == PointsMode.SYNC) {
            remarks.add("data races and uses after free not checked: only synchronisation and atomics were"
                    + " scheduling points; --points=auto checks them");
        } else if (run.points() == PointsMode.ALL) {
            remarks.add("every access that may be shared was a scheduling point (--points=all)");
        } else if (racing() == 0) {
            remarks.add("scheduling points: synchronisation and atomics; plain accesses were checked for races");
        } else {
            boolean races = verdict.findings().stream()
                    .anyMatch(found -> found.finding().race().isPresent());
            remarks.add("scheduling points: synchronisation, atomics, and accesses of the memory "
                    + (races ? "where some race (" : "that threads use in an order which nothing fixes (")
                    + (racing() == 1 ? "1 place" : racing() + " places")
                    + "); other plain accesses were checked for races");
        }
        if (observed.alike()) {
            remarks.add(
                    "threads that one thread created with the same function and argument were taken for one another, as nothing"
                            + " but an address of their own could tell them apart; --coarser=none does not");
        }
        remarks.addAll(StoreBufferWords.remarks(run, sight));
        if (observed.weakAtomics() && !run.buffersStores()) {
            remarks.addAll(WeakWords.remarks(model));
        }
        if (run.timeouts() == TimeoutsMode.NEVER) {
            remarks.add("waits with a time limit never timed out (--timeouts=never); --timeouts=any lets them");
        } else if (observed.waitsForTime(run)) {
            remarks.add(lastResort());
        }
        if (run.asks(RunFlag.HANDLERS_IN_CALLS)) {
            remarks.add(
                    "handlers of signals from others ran in calls alone (--handlers=calls); --handlers=anywhere lets"
                            + " them run before any operation");
        }
        if (!run.request().isNone()) {
            remarks.add("somebody sends a signal to the program (--send " + run.request() + ")");
        }
        if (observed.begin() != 0) {
            String place = names.location(observed.begin()).brief();
            remarks.add("what comes before heddle_begin()" + (place.isEmpty() ? "" : " at " + place)
                    + " was executed in one order alone; without the call, its orders are explored as well");
        }
        if (observed.isEndless()) {
            remarks.add(endless());
        }
        remarks.addAll(search.remarks());
        gaps(remarks);
        remarks.addAll(sight.remarks());
        remarks.addAll(NoteRemarks.of(verdict.notes(), names));
        return List.copyOf(remarks);
    }

    /** How many places of the memory are visible. A timer that expires early has a variable that is none. */
    private long racing() {
        return observed.visible().ranges().stream()
                .filter(range -> verdict.notes().stream()
                        .noneMatch(note -> note.kind() == Note.Kind.EARLY_EXPIRIES
                                && note.object() >= range.address()
                                && note.object() < range.end()))
                .count();
    }

    /** That no execution has come to an end, what has cut them off, where, and what to do. */
    private String endless() {
        Cuts cuts = observed.cuts();
        String place = names.location(cuts.site()).brief();
        List<String> by = new ArrayList<>();
        if (cuts.byOperations() > 0) {
            by.add(counted(cuts.byOperations()) + " went on past the bound on the operations of each thread");
        }
        if (cuts.byEvents() > 0) {
            by.add(counted(cuts.byEvents()) + " went on for longer than --max-events allows");
        }
        return "no execution came to an end: " + String.join(", ", by) + ". The thread that went on longest, for "
                + cuts.longest() + " operations, was cut off" + (place.isEmpty() ? "" : " at " + place) + "; "
                + (cuts.byEvents() > 0
                        ? "a larger --max-events lets a program end that does; of one that goes on for ever, "
                        : "")
                + (run.request().isNone()
                        ? "--send SIGTERM@N or --stop-after-events N asks the program to stop, so that the way to its end"
                                + " is explored as well"
                        : "the signal that is sent has not ended it by then: a smaller N in --send, or fewer rounds in the"
                                + " test, may");
    }

    /** Which time limits of waits passed when. */
    private String lastResort() {
        long free = observed.visible().timeLimit();
        String but = free == 0
                ? ""
                : ", but for the first four of each thread of at most "
                        + BigDecimal.valueOf(free, 9).stripTrailingZeros().toPlainString()
                        + " s, as threads sleep for longer";
        return "time limits of waits and of timers passed only when nothing else could happen" + but
                + " (--timeouts=any: wherever they wait)";
    }

    private void gaps(List<String> remarks) {
        verdict.gaps()
                .forEach((gap, count) -> remarks.add(
                        gap == Gap.DIVERGED ? diverged(count) : remark(gap, count, verdict.notes(), this::divergence)));
        if (verdict.gaps().isEmpty() && verdict.proved().isBounded() && !observed.isEndless()) {
            remarks.add(
                    search.isAuto()
                            ? "only this bound was explored; fewer rounds in the test, or a way to its end, leave less beyond it"
                            : "only this bound was explored; a larger --bound, or --bound=auto, goes on");
        }
    }

    /** Why so many executions, if it is about executions, left something unexplored, and what to do about it. */
    static String remark(Gap gap, long count, List<Note> notes, Supplier<String> divergence) {
        String executions = counted(count);
        String text =
                switch (gap) {
                    case EXECUTION_LIMIT -> "stopped at the limit of executions (-i)";
                    case DEADLINE -> "stopped at the time limit (-t)";
                    case INTERRUPTED -> "interrupted from outside";
                    case MEMORY -> "stopped at the memory limit (--memory)";
                    case STOPPED_AT_FINDING -> "stopped at the first finding";
                    case DIVERGED -> executions + " did not replay as recorded: " + divergence.get();
                    case TOO_LONG -> executions + " had more visible operations than --max-events allows";
                    case HUNG -> executions + " ran without a visible operation for longer than"
                            + " --progress-limit allows, or nine tenths of -t where that is less (killed)";
                    case OUTPUT_FLOOD -> executions + " printed too much (killed)";
                    case RESOURCES -> executions + " could not be finished";
                    case LOST -> executions + " ended with a worker that was lost";
                    case UNPREDICTED -> "the outcome of an operation in another order could not be predicted";
                    case PROCESSES -> executions
                            + " made another process, which nobody controls: what it may do to this"
                            + " one is not explored";
                    case UNMODELLED -> executions + " called what is not modelled";
                };
        return Advice.after(text, Advice.on(gap, notes));
    }

    private String diverged(long count) {
        if (verdict.gaps().containsKey(Gap.PROCESSES)) {
            return counted(count) + " did not replay as recorded, beside a process that nobody controls";
        }
        String text = remark(Gap.DIVERGED, count, verdict.notes(), this::divergence);
        return sight.isWhole() ? text : text + "; or a data race in what was not seen is why";
    }

    private String divergence() {
        if (verdict.firstDivergence() == null || verdict.firstDivergence().divergence() == null) {
            return "something in the program is not under control";
        }
        return describe(verdict.firstDivergence().divergence(), names);
    }

    /** A divergence in words. */
    public static String describe(Divergence divergence, AddressNames names) {
        Operation actual = divergence.actual();
        String text = "at step %d, thread %d was to do %s on 0x%x"
                .formatted(
                        divergence.step(),
                        divergence.expected().thread(),
                        divergence.expected().kind(),
                        divergence.expected().object());
        if (actual != null) {
            String place = names.location(actual.site()).brief();
            text += ", but had %s on 0x%x before it%s"
                    .formatted(actual.kind(), actual.object(), place.isEmpty() ? "" : " at " + place);
        }
        return text + " (" + divergence.reason() + ")";
    }
}
