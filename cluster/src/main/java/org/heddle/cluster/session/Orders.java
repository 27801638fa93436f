package org.heddle.cluster.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.plan.Plan;

/** The plans that a session has been given and no slot has begun. Safe for use by several threads. */
final class Orders {
    private static final double LATEST = 0.05;

    private final ArrayDeque<Order> waiting = new ArrayDeque<>();
    private int slots;
    private int idle;
    private int running;
    private int round;
    private int unconfirmed;
    private double nanosEach;
    private boolean isLeaving;
    private boolean isOver;
    private Runnable whenIdle;
    private Runnable whenConfirmed;

    /**
     * A plan to be executed.
     *
     * @param number which the answer repeats
     * @param plan what is to be executed
     */
    record Order(long number, Plan plan) {}

    synchronized void add(Order order) {
        if (!isLeaving && !isOver) {
            waiting.add(order);
            notify();
        }
    }

    /** How many wait for a slot. */
    synchronized int waiting() {
        return waiting.size();
    }

    /** How many slots wait for a plan. */
    synchronized int idle() {
        return idle;
    }

    /** How long an execution takes, in nanoseconds, of late. */
    synchronized long nanosEach() {
        return (long) nanosEach;
    }

    /** So many executions in one slot took so long. */
    synchronized void took(int executions, long nanos) {
        double each = (double) nanos / executions;
        nanosEach = nanosEach == 0 ? each : (1 - LATEST) * nanosEach + LATEST * each;
    }

    /**
     * Waits for something to do.
     *
     * @param confirmed the last round of comparisons that the slot has taken part in
     * @return plans, which are running from now on; none if there is to be a comparison; null if the session is over
     */
    synchronized List<Order> next(int confirmed, int slots) throws InterruptedException {
        while (!isOver && waiting.isEmpty() && confirmed == round) {
            idle++;
            try {
                wait();
            } finally {
                idle--;
            }
        }
        if (isOver) {
            return null;
        }
        List<Order> taken = new ArrayList<>();
        boolean areShort = nanosEach < 2_000_000;
        int most = areShort ? Math.max(1, Math.min(Slot.IN_FLIGHT, waiting.size() / slots)) : 1;
        while (taken.size() < most && !waiting.isEmpty()) {
            taken.add(waiting.remove());
        }
        running += taken.size();
        return taken;
    }

    /** One more plan, for a slot that executes short ones; null if there is none. It is running from now on. */
    synchronized Order more(int slots) {
        if (waiting.isEmpty() || isOver || nanosEach >= 2_000_000 || (waiting.size() < slots && idle > 0)) {
            return null;
        }
        running++;
        return waiting.remove();
    }

    /** A plan has been executed and its answer is on its way. */
    synchronized void done() {
        running--;
        tellIfIdle();
    }

    private void tellIfIdle() {
        if (running == 0 && whenIdle != null) {
            whenIdle.run();
            whenIdle = null;
        }
    }

    /** Forgets the plans that no slot has begun. */
    synchronized void cancel() {
        waiting.clear();
    }

    /** Lets each of the slots compare once more, and does this afterwards. */
    synchronized void confirm(Runnable afterwards) {
        round++;
        unconfirmed = slots;
        whenConfirmed = afterwards;
        tellIfConfirmed();
        notifyAll();
    }

    private void tellIfConfirmed() {
        if (unconfirmed == 0 && whenConfirmed != null) {
            whenConfirmed.run();
            whenConfirmed = null;
        }
    }

    /** The present round of comparisons. */
    synchronized int round() {
        return round;
    }

    /** A slot has compared. */
    synchronized void confirmed() {
        unconfirmed--;
        tellIfConfirmed();
    }

    /** There is one slot more; returns the round of comparisons that it need not take part in. */
    synchronized int enter() {
        slots++;
        return round;
    }

    /** There is one slot less, whose last round this was. */
    synchronized void exit(int lastRound) {
        slots--;
        if (lastRound != round) {
            confirmed();
        }
    }

    /** Begins no more plans, and does this once none is running. */
    synchronized void leave(Runnable afterwards) {
        isLeaving = true;
        waiting.clear();
        whenIdle = afterwards;
        tellIfIdle();
    }

    /** The session is over. */
    synchronized void end() {
        isOver = true;
        waiting.clear();
        notifyAll();
    }
}
