package org.heddle.dpor.explore.restart;

import java.util.Set;
import java.util.function.Supplier;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.history.Consistency;
import org.heddle.dpor.history.Histories;
import org.heddle.dpor.history.SerialHistories;
import org.heddle.dpor.history.SerialHistories.State;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Once an execution calls an object under test that has no specification, runs the program with each of its calls in one go, in all
 * orders, and then begins again (Line-Up, phase 1: Burckhardt, Dern, Musuvathi, Tan, PLDI 2010, §3). What the calls give then is what they may give otherwise, see {@link
 * SerialHistories}.
 *
 * <p>Executions in one go are among all others, which are explored in any case; so they are not counted, and no bugs are looked for in them.
 */
public final class SerialFirst extends Restarting {
    /** What a promise says where results were compared with what is right, be it a specification or operations one at a time. */
    public static final String COMPARED = "their results were compared with";

    /** There are at most so many; 5 calls in each of two threads have 252 orders, 4 in each of three 34 650. */
    private static final long MOST = 50_000;

    private final Supplier<Frontier> start;
    private final Supplier<Frontier> startSerial;
    private final SerialHistories histories;
    private boolean serial;
    private boolean isSpecified; // an object with a specification was called
    private long executions;
    private boolean isUnjudged; // calls waited that may wait, and nothing tells whether they should

    /** An item with whether its calls are executed in one go. */
    private record Item(WorkItem item, Frontier owner, boolean serial) implements Owned {
        @Override
        public boolean repeats() {
            return serial || item.repeats();
        }
    }

    /**
     * An exploration from the start.
     *
     * @param start makes the frontier of an exploration
     * @param startSerial makes that of one in which calls are executed in one go, to be explored to its end
     * @param histories what is known of such executions, and what becomes known
     */
    public SerialFirst(Supplier<Frontier> start, Supplier<Frontier> startSerial, SerialHistories histories) {
        super(start.get());
        this.start = start;
        this.startSerial = startSerial;
        this.histories = histories;
        if (histories.state() == State.COLLECTING) {
            beginSerial(); // more memory is visible now: what there was is incomplete
        }
    }

    @Override
    protected Owned own(WorkItem item, Frontier owner) {
        return new Item(item, owner, serial);
    }

    @Override
    public WorkItem poll() {
        WorkItem item = super.poll();
        if (item != null || !serial || search().open() > 0) {
            return item;
        }
        if (search().proved().isEverything()) {
            histories.complete();
        } else {
            histories.giveUp("with each of them in one go, not every execution could be explored");
        }
        beginAll();
        return super.poll();
    }

    @Override
    public boolean isOutdated(WorkItem item, Execution execution) {
        return isNews(execution) || ((Item) item).serial() || super.isOutdated(item, execution);
    }

    @Override
    public Divergence explored(WorkItem item, Execution execution) {
        isSpecified |= Histories.areSpecified(execution);
        if (isOfEarlier(item)) {
            abandon(item);
            return null;
        }
        if (isNews(execution) && histories.consistency() == Consistency.QUIESCENT) {
            histories.giveUp(
                    "quiescent consistency lets a thread's operations come in another order, in which they cannot be"
                            + " executed one at a time: name a specification");
        }
        if (isNews(execution)) {
            abandon(item);
            beginSerial();
            return null;
        }
        isUnjudged |= isUnjudged(execution);
        return serial ? exploredInOneGo(item, execution) : learn(item, execution);
    }

    private boolean isUnjudged(Execution execution) {
        return histories.state() == State.GIVEN_UP
                && Histories.areStuck(execution)
                && Histories.areInWithoutSpecification(execution);
    }

    private boolean isNews(Execution execution) {
        return histories.state() == State.UNKNOWN && Histories.areInWithoutSpecification(execution);
    }

    private Divergence exploredInOneGo(WorkItem item, Execution execution) {
        String obstacle = obstacle(execution);
        if (!obstacle.isEmpty()) {
            abandon(item);
            histories.giveUp(obstacle);
            beginAll();
            return null;
        }
        if (!waitsForLock(execution)) {
            histories.add(execution);
        }
        return learn(item, execution);
    }

    /** Whether in one go a call waits for a lock that is not given back within calls: that is no wait that is right anywhere. */
    private static boolean waitsForLock(Execution execution) {
        Set<Integer> waiting = Histories.waiting(execution);
        return !waiting.isEmpty()
                && SyncState.awaited(execution, waiting).findAny().isPresent();
    }

    private String obstacle(Execution execution) {
        Outcome outcome = execution.outcome();
        return switch (outcome) {
            case EXITED, SIGNALED, DEADLOCK, SLEEP_BLOCKED, ASSERTION, ASSUMPTION -> ++executions > MOST
                    ? "with each of them in one go, there are more than " + MOST + " executions"
                    : "";
            case UNMODELLED -> "one of them calls what cannot be executed in one go: a function on threads, signals or descriptors";
            default -> "with each of them in one go, an execution ended as " + outcome;
        };
    }

    private void beginSerial() {
        histories.begin();
        executions = 0;
        serial = true;
        beginAgain(startSerial.get());
    }

    private void beginAll() {
        serial = false;
        beginAgain(start.get());
    }

    @Override
    public long open() {
        return super.open() + (serial ? 1 : 0); // what comes afterwards
    }

    @Override
    public Proved proved() {
        return serial || isUnjudged ? Proved.NOTHING : super.proved();
    }

    @Override
    public String promise() {
        String others = super.promise();
        if (isSpecified) {
            others = joined(
                    others,
                    "operations of objects with a specification: " + COMPARED + " what it allows" + inTheSense());
        }
        return switch (histories.state()) {
            case UNKNOWN, COLLECTING -> others;
            case KNOWN -> joined(
                    others,
                    "operations of objects under test: " + COMPARED + " those of " + histories.count()
                            + (histories.count() == 1 ? " order" : " orders") + " one at a time" + stuck()
                            + inTheSense());
            case GIVEN_UP -> joined(
                    others,
                    "whether the operations of objects under test are linearizable"
                            + (isUnjudged ? ", and whether those that wait for good should," : "")
                            + " was not looked at: "
                            + histories.obstacle());
        };
    }

    private String stuck() {
        long count = histories.countStuck();
        return count == 0 ? "" : ", " + count + " of them with an operation that waits for good";
    }

    private String inTheSense() {
        return histories.consistency() == Consistency.LINEARIZABILITY
                ? ""
                : ", for " + histories.consistency().words() + " alone";
    }

    private static String joined(String words, String more) {
        return words.isEmpty() ? more : words + "; " + more;
    }
}
