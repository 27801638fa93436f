package org.heddle.dpor.history;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * The histories of executions in which each call is executed in one go, and whether they explain others. That is phase 2 of Line-Up
 * (Burckhardt, Dern, Musuvathi, Tan, "Line-Up: A Complete and Automatic Linearizability Checker", PLDI 2010, §3); who runs these executions
 * is {@link org.heddle.dpor.explore.restart.SerialFirst}. Each object is judged by itself, for linearizability is local (Herlihy, Wing, 1990,
 * theorem 1).
 *
 * <p>What it is told changes it: the search fills it, and the detector reads it.
 */
public final class SerialHistories {
    private final Consistency consistency;
    private final ObjectOrders none;
    private final Map<Key, ObjectOrders> orders = new LinkedHashMap<>();
    private final Map<Long, String> texts = new HashMap<>();
    private State state = State.UNKNOWN;
    private String obstacle = "";

    /** An object in one round. */
    private record Key(long object, int round) {
        static Key of(History history) {
            return new Key(history.object(), history.round());
        }
    }

    /** Nothing is known yet; what becomes known explains histories in this sense. */
    public SerialHistories(Consistency consistency) {
        this.consistency = consistency;
        none = new ObjectOrders(consistency);
    }

    /** In which sense they explain others. */
    public Consistency consistency() {
        return consistency;
    }

    /** What is known. */
    public enum State {
        /** Whether the program calls objects under test. */
        UNKNOWN,
        /** Executions are being run. */
        COLLECTING,
        /** All serial histories. */
        KNOWN,
        /** There is something in the way, see {@link #obstacle}. */
        GIVEN_UP
    }

    /** What is known. */
    public State state() {
        return state;
    }

    /** Why not all serial histories are known. */
    public String obstacle() {
        return obstacle;
    }

    /** How many orders of calls there are, over all objects. */
    public long count() {
        return orders.values().stream().mapToLong(ObjectOrders::count).sum();
    }

    /** Executions in which calls are executed in one go come from now on. */
    public void begin() {
        orders.clear();
        texts.clear();
        state = State.COLLECTING;
    }

    /** All have come. */
    public void complete() {
        state = State.KNOWN;
    }

    /** Not all will come, for this reason. */
    public void giveUp(String why) {
        state = State.GIVEN_UP;
        obstacle = why;
        orders.clear();
    }

    /**
     * An execution in which calls were executed in one go. One that comes to its end shows what is right, and so does one in which a call
     * waits for good.
     */
    public void add(Execution execution) {
        boolean isStuck = Histories.isStuckInOneGo(execution);
        if (execution.outcome() != Outcome.EXITED && !isStuck) {
            return;
        }
        texts.putAll(Histories.texts(execution));
        for (History history : Histories.of(execution)) {
            ObjectOrders ofObject = orders.computeIfAbsent(Key.of(history), key -> new ObjectOrders(consistency));
            List<Said> ended = history.ended().calls().stream().map(Said::of).toList();
            List<Call> waiting =
                    isStuck ? history.calls().stream().filter(Call::isPending).toList() : List.of();
            waiting.forEach(call -> ofObject.addStuck(ended, call));
            if (waiting.isEmpty()) {
                ofObject.add(ended);
            }
        }
    }

    /** What hashes stand for, as far as these executions tell. */
    public Map<Long, String> texts() {
        return Map.copyOf(texts);
    }

    /**
     * Whether some order of the calls, each in one go, gives the results of this history. One with a call that has not ended, and that ends in
     * no order, cannot be told from what is right: that call may have taken effect before others, which no order shows.
     */
    public boolean explains(History history) {
        ObjectOrders orders = ordersOf(history);
        return !history.calls().stream().filter(Call::isPending).allMatch(orders::haveEnded) || orders.explain(history);
    }

    /**
     * Whether this call of the history, which waits for good, does so in one go as well, behind an order of the calls that have ended which
     * gives their results: the stuck histories of Line-Up, §2.4. The calls that wait have had no effect.
     */
    public boolean explainsWait(History history, Call waiting) {
        return ordersOf(history).explainWait(history.ended(), waiting);
    }

    /** How many of the orders end with a call that waits for good. */
    public long countStuck() {
        return orders.values().stream().mapToLong(ObjectOrders::countStuck).sum();
    }

    /** The order that comes nearest to the results of a history that none explains: most calls of it, from the first on, agree. */
    public List<Said> nearest(History history) {
        SerialOrder nearest = null;
        int most = -1;
        for (SerialOrder order : ordersOf(history).all()) {
            int agreeing = order.agreement(history, consistency);
            if (agreeing > most) {
                most = agreeing;
                nearest = order;
            }
        }
        return nearest == null ? List.of() : nearest.calls();
    }

    private ObjectOrders ordersOf(History history) {
        return orders.getOrDefault(Key.of(history), none);
    }
}
