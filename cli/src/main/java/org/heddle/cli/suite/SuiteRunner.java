package org.heddle.cli.suite;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.finding.BenignMarks;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.Report;

/** Makes the checks of a manifest, several at a time, each with one worker. Compiles one program at a time. */
public final class SuiteRunner {
    private final SuiteOptions options;
    private final Parser parser;
    private final Place place;
    private final Interruption interruption;
    private final Builder builder;
    private final Predicate<EntryOutcome> isLast;
    private final AtomicInteger last = new AtomicInteger(Integer.MAX_VALUE);
    private final Lock compiling = new ReentrantLock();
    private final long start = System.nanoTime();

    /** Turns an entry into what {@code heddle check} would make of it. */
    @FunctionalInterface
    public interface Parser {
        /**
         * What the entry asks for.
         *
         * @throws UserError if its options are wrong
         */
        CheckRequest parse(Entry entry) throws UserError;
    }

    /** Makes the program of an entry. */
    @FunctionalInterface
    public interface Builder {
        /**
         * The program; closed when it has been checked.
         *
         * @throws UserError if it does not compile
         * @throws IOException if there is no place for it
         * @throws InterruptedException if the thread is interrupted
         */
        Program build(Recipe recipe) throws UserError, IOException, InterruptedException;
    }

    /** A runner of checks that are made there, until the end is asked for. */
    public SuiteRunner(
            Installation installation, SuiteOptions options, Parser parser, Place place, Interruption interruption) {
        this(new ProgramBuilder(installation)::build, options, parser, place, interruption, outcome -> false);
    }

    /**
     * A runner of checks of programs that are made in another way.
     *
     * @param builder makes them, one at a time
     * @param isLast whether entries behind the one with this outcome are left out
     */
    public SuiteRunner(
            Builder builder,
            SuiteOptions options,
            Parser parser,
            Place place,
            Interruption interruption,
            Predicate<EntryOutcome> isLast) {
        this.builder = builder;
        this.options = options;
        this.parser = parser;
        this.place = place;
        this.interruption = interruption;
        this.isLast = isLast;
    }

    /**
     * Makes the checks, the longest first where that is known.
     *
     * @param times how long they took
     * @param listener is told of each as it ends, one at a time
     * @return what they came to, in the order of the entries
     * @throws UserError if an entry is wrong; nothing has been checked then
     * @throws InterruptedException if the thread is interrupted
     */
    public List<EntryOutcome> run(List<Entry> entries, Optional<RunTimes> times, Consumer<EntryOutcome> listener)
            throws UserError, InterruptedException {
        List<CheckRequest> requests = new ArrayList<>();
        for (Entry entry : entries) {
            requests.add(parser.parse(entry));
        }
        ExecutorService workers = Executors.newFixedThreadPool(options.jobs());
        try {
            Map<Integer, Future<EntryOutcome>> running = new TreeMap<>();
            List<Integer> order = times.isPresent()
                    ? times.get().longestFirst(entries)
                    : IntStream.range(0, entries.size()).boxed().toList();
            for (int own : order) {
                int left = entries.size() - running.size();
                running.put(own, workers.submit(() -> {
                    EntryOutcome outcome = own > last.get()
                            ? EntryOutcome.leftOut(entries.get(own))
                            : outcome(entries.get(own), requests.get(own), left);
                    if (isLast.test(outcome)) {
                        last.accumulateAndGet(own, Math::min);
                    }
                    synchronized (listener) {
                        listener.accept(outcome);
                    }
                    return outcome;
                }));
            }
            List<EntryOutcome> outcomes = new ArrayList<>();
            for (Future<EntryOutcome> future : running.values()) {
                outcomes.add(future.get());
            }
            return outcomes;
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a check failed in an unforeseen way", failed.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private EntryOutcome outcome(Entry entry, CheckRequest request, int left) throws InterruptedException {
        long begun = System.nanoTime();
        if (interruption.isAsked()) {
            return EntryOutcome.interrupted(entry);
        }
        if (isUsedUp()) {
            return EntryOutcome.notRun(entry);
        }
        try (Program program = build(request)) {
            if (isUsedUp()) {
                return EntryOutcome.notRun(entry);
            }
            CheckOptions own = request.options()
                    .asOneOfMany(share(request.options().limits().timeout(), left));
            Checked checked = check(program, own);
            if (hidesOthers(entry, checked.report(), own) && !isUsedUp() && !interruption.isAsked()) {
                checked = check(program, own.goingOn());
            }
            if (interruption.isAsked() && checked.report().total() == 0) {
                return EntryOutcome.interrupted(entry);
            }
            if (checked.report().total() == 0 && options.budget().isPresent()) {
                return EntryOutcome.notRun(entry);
            }
            return outcome(entry, request, checked.report(), checked.isCached(), seconds(begun));
        } catch (UserError | IOException failed) {
            return EntryOutcome.error(entry, failed.getMessage(), seconds(begun));
        }
    }

    /** A report, and whether it is of an earlier run. */
    private record Checked(Report report, boolean isCached) {}

    private Checked check(Program program, CheckOptions own) throws UserError, IOException, InterruptedException {
        Optional<ResultCache> cache = options.cache().map(ResultCache::new);
        Optional<String> key = cache.isPresent() ? cache.get().key(program, own) : Optional.empty();
        Optional<Report> before = key.isPresent()
                ? cache.get().find(key.get(), new BenignMarks(program.recipe().directory()))
                : Optional.empty();
        if (before.isPresent()) {
            return new Checked(before.get(), true);
        }
        Report report = place.check(program, own);
        if (key.isPresent() && !interruption.isAsked()) {
            cache.get().keep(key.get(), report, own);
        }
        return new Checked(report, false);
    }

    /** Whether the check stopped at a finding that is known, behind which new ones may be. */
    private boolean hidesOthers(Entry entry, Report report, CheckOptions own) {
        return !own.limits().keepGoing()
                && !report.complete()
                && entry.expectation().equals(Expectation.CLEAN)
                && !report.findings().isEmpty()
                && options.baseline().unknownIn(report).findings().isEmpty();
    }

    private EntryOutcome outcome(Entry entry, CheckRequest request, Report report, boolean isCached, double seconds) {
        Report news = options.baseline().unknownIn(report);
        int known = report.findings().size() - news.findings().size();
        String complaint = known > 0 && news.findings().isEmpty()
                ? ""
                : entry.expectation().complaint(news);
        if (complaint.isEmpty()
                && entry.expectation().equals(Expectation.CLEAN)
                && request.requireComplete()
                && !report.complete()) {
            complaint = report.unseen().isEmpty() ? "not everything was explored" : report.claim();
        }
        return new EntryOutcome(entry, Optional.of(report), complaint, known, isCached, false, seconds);
    }

    private Program build(CheckRequest request) throws UserError, IOException, InterruptedException {
        compiling.lock();
        try {
            return builder.build(request.recipe());
        } finally {
            compiling.unlock();
        }
    }

    /** An equal share of what is left of the budget for each check that is left, several running at a time. */
    private Optional<Duration> share(Optional<Duration> own, int left) {
        if (options.budget().isEmpty()) {
            return own;
        }
        long rest = rest();
        int rounds = (left + options.jobs() - 1) / options.jobs();
        Duration share = Duration.ofNanos(Math.max(1, rest / rounds));
        return Optional.of(own.isPresent() && own.get().compareTo(share) < 0 ? own.get() : share);
    }

    private boolean isUsedUp() {
        return options.budget().isPresent() && rest() <= 0;
    }

    /** What is left of the budget, in nanoseconds. */
    private long rest() {
        return options.budget().orElseThrow().toNanos() - (System.nanoTime() - start);
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }
}
