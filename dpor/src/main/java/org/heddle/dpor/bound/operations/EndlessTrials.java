package org.heddle.dpor.bound.operations;

import java.util.List;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.explore.restart.Endlessness;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * The executions besides a search of a program that may go on for ever: one that may end by itself, and some in which threads take
 * turns.
 */
final class EndlessTrials {
    /** Once this bound is proved, or so many executions were run, it is tried whether the program ends by itself after all. */
    private static final int BOUND_BEFORE_TRIAL = 16;

    private static final long EXECUTIONS_BEFORE_TRIAL = 500;

    /** Executions of a program that goes on for ever are tried in which threads take turns of 1, 2, … so many operations. */
    private static final int LONGEST_TURN = 6;

    private static final int LENGTH_BY_TURNS = 256;
    private static final int EXECUTIONS_BEFORE_TURNS = 200;

    /** Whether threads retry is looked for in so many executions. */
    private static final int EXECUTIONS_LOOKED_AT = 64;

    private final Endlessness known;
    private long learned;
    private boolean retries;
    private boolean hasRunToItsEnd;
    private int turns;
    private int out;

    /**
     * An execution besides the search.
     *
     * @param policy who goes next
     * @param operations the most of each thread; 0 for any number: it is to end by itself, if it can
     */
    record Trial(Policy policy, int operations) implements WorkItem {
        @Override
        public boolean seeksCycles() {
            return true;
        }

        @Override
        public List<Step> prefix() {
            return List.of();
        }

        @Override
        public List<Event> sleep() {
            return List.of();
        }

        private boolean mayEndByItself() {
            return operations == 0;
        }
    }

    /** None yet, of a program of whose length this is known. */
    EndlessTrials(Endlessness known) {
        this.known = known;
    }

    /** Whether one is due, given what is proved and how many items the search has left. */
    boolean isDue(Proved proved, long open) {
        return isRunToItsEndDue(proved) || areTurnsDue(open);
    }

    /** The one that is due; null if none is. */
    Trial next(Proved proved, long open) {
        Trial trial = null;
        if (isRunToItsEndDue(proved)) {
            known.tryOnce();
            hasRunToItsEnd = true;
            trial = new Trial(Policy.CONTINUE, 0);
        } else if (areTurnsDue(open)) {
            trial = new Trial(Policy.fair(++turns), LENGTH_BY_TURNS);
        }
        out += trial == null ? 0 : 1;
        return trial;
    }

    private boolean isRunToItsEndDue(Proved proved) {
        return known.isWorthTrying()
                && !hasRunToItsEnd
                && (learned >= EXECUTIONS_BEFORE_TRIAL || proved.operations() >= BOUND_BEFORE_TRIAL);
    }

    /**
     * Threads that take turns of equal length are the ones to get in each other's way for ever, if they can. A program that retries and
     * ends may have few classes.
     */
    private boolean areTurnsDue(long open) {
        boolean isLarge = learned >= EXECUTIONS_BEFORE_TURNS && open > 0;
        return turns < LONGEST_TURN && (known.isSuspected() || (retries && isLarge));
    }

    /** Takes in an execution of the search. */
    void learn(Execution execution) {
        retries |= learned < EXECUTIONS_LOOKED_AT && Retries.any(execution);
        learned++;
    }

    /** Takes in the execution of one of these. */
    void explored(Trial trial, Execution execution) {
        out--;
        boolean ended = execution.outcome() == Outcome.EXITED || execution.outcome() == Outcome.DEADLOCK;
        if (trial.mayEndByItself() && ended) {
            known.refute();
        }
    }

    /** One of these came to nothing. */
    void abandon() {
        out--;
    }

    /** The search goes on within this bound: at one of them more is known of which threads end, and turns are worth taking again. */
    void goOnWithin(int operations) {
        turns = operations == BOUND_BEFORE_TRIAL ? 0 : turns;
    }

    /** How many are out. */
    int out() {
        return out;
    }
}
