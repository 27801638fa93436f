package org.heddle.cli.command;

import java.util.EnumSet;
import java.util.Set;
import org.heddle.cli.check.options.BoundOption;
import org.heddle.cli.check.options.CoarserOption;
import org.heddle.cli.check.options.ContinuationOption;
import org.heddle.cli.check.options.ModelChoice;
import org.heddle.cli.check.options.StrategyChoice;
import org.heddle.cli.check.options.StrategyOption;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.bound.Continuation;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say which executions to explore, and in which order. */
final class SearchFlags {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--bound",
            paramLabel = "BOUND",
            converter = BoundOption.class,
            completionCandidates = BoundOption.Forms.class,
            description =
                    "How far to explore: ${COMPLETION-CANDIDATES}. auto (the default): few preemptions first and everything"
                            + " in the end; none: every class of interleavings once; threads=T, which may be followed by"
                            + " ,variables=V and ,preemptions=K: random orders of threads.")
    private SearchOptions search = SearchOptions.DEFAULT;

    @Option(
            names = "--reduction",
            paramLabel = "NAME",
            description =
                    "Which interleavings count as equivalent: ${COMPLETION-CANDIDATES} (default: optimal). The others are for"
                            + " comparison. Where this is given, nothing coarser is used unless --coarser asks for it.")
    private Reduction reduction;

    @Option(
            names = "--coarser",
            paramLabel = "LIST",
            converter = CoarserOption.class,
            completionCandidates = CoarserOption.Words.class,
            description =
                    "What makes more interleavings equivalent than the reduction does: none, a list of exit (how far"
                            + " other threads have got when the process exits), semaphore (whether a post comes before or"
                            + " after a wait that does not need it), counter (in which order threads add to a number"
                            + " without looking), mark (in which order threads store the same number, other than zero, by"
                            + " atomic stores), thread (which of several threads is which that one thread has created with"
                            + " the same function and argument), thread-later (the same, once a program turns out to have many"
                            + " classes), lock (in which order critical sections of one mutex come that touch"
                            + " different data) and lock-later (the same, once a program turns out to have many classes);"
                            + " or auto (the default): exit, where that loses nothing, semaphore, counter, mark, thread-later and lock-later.")
    private CoarserOption.Choice coarser = CoarserOption.Choice.AUTO;

    @Option(
            names = "--continuation",
            paramLabel = "NAME",
            converter = ContinuationOption.class,
            completionCandidates = ContinuationOption.Forms.class,
            description =
                    "How an execution continues after its planned prefix: ${COMPLETION-CANDIDATES} (default:"
                            + " minimum-switches). fair=N: at most N events of one thread in a row. All cover the same interleavings.")
    private Continuation continuation = Continuation.MINIMUM_SWITCHES;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            converter = StrategyOption.class,
            completionCandidates = StrategyOption.Names.class,
            description =
                    "How to choose executions: ${COMPLETION-CANDIDATES}. systematic (the default) explores everything,"
                            + " portfolio does so and draws at random in turn, the others draw at random only.")
    private String strategy = StrategyChoice.SYSTEMATIC;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of what is drawn at random (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--self-check",
            description =
                    "Check that the exploration is optimal: no two executions are equivalent, and once it is complete,"
                            + " each race of each execution was reversed. Exit code 70 where that is not so.")
    private boolean selfCheck;

    /**
     * The search.
     *
     * @param tellsExits whether something is asked for that can tell when the process exits
     * @param model which memory model a proof is about
     * @throws ParameterException if the options contradict each other
     */
    SearchOptions options(boolean tellsExits, ModelChoice model) {
        SearchOptions options = search(tellsExits);
        boolean isSystematic = strategy.equals(StrategyChoice.SYSTEMATIC);
        boolean isCoarser = !coarser.isAuto() && !coarser.asked().isEmpty();
        if (model == ModelChoice.RC11 && (!options.allowsMore() || !isSystematic || isCoarser || selfCheck)) {
            throw wrong(
                    "--model rc11 explores everything, by the optimal reduction: leave --bound, --reduction, --strategy,"
                            + " --continuation, --coarser and --self-check out");
        }
        if (selfCheck
                && (options.reduction() != Reduction.OPTIMAL
                        || choice().samplesOnly()
                        || !(options.isAuto() || (options.measure() == Measure.NONE && options.ranks() == null)))) {
            throw wrong(
                    "--self-check is for optimal explorations: leave --reduction and --strategy out, and use --bound auto or none");
        }
        return selfCheck ? options.withSelfCheck() : options;
    }

    private SearchOptions search(boolean tellsExits) {
        SearchOptions options = search.with(reduction == null ? Reduction.OPTIMAL : reduction, continuation, seed);
        if (!options.isSound()) {
            throw wrong("--reduction " + reduction
                    + " loses interleavings under a bound: use --bound none, or leave --reduction out");
        }
        if (choice().samplesOnly() && (search.measure() != Measure.NONE || search.ranks() != null)) {
            throw wrong("--strategy " + strategy + " draws from all interleavings, and --bound " + search.bound()
                    + " would bound nothing: leave out one of the two");
        }
        if (!coarser.isAuto()) {
            if (!coarser.asked().isEmpty() && !options.allowsCoarser()) {
                throw wrong("--coarser goes with --reduction optimal, and with --bound auto, none or preemptions=K");
            }
            return options.with(coarser.asked());
        }
        return reduction == null && options.allowsCoarser() ? options.with(automatic(tellsExits)) : options;
    }

    private static Set<Coarser> automatic(boolean tellsExits) {
        Set<Coarser> chosen = EnumSet.of(
                Coarser.EXIT,
                Coarser.SEMAPHORE,
                Coarser.COUNTER,
                Coarser.MARK,
                Coarser.THREAD_LATER,
                Coarser.LOCK_LATER);
        if (tellsExits) {
            chosen.remove(Coarser.EXIT);
        }
        return chosen;
    }

    /** How executions are chosen. */
    StrategyChoice choice() {
        return new StrategyChoice(strategy, seed);
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
