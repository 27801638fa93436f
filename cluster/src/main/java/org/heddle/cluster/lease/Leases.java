package org.heddle.cluster.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;

/**
 * Who executes which plan. Plans get numbers in the order in which they are submitted, and their executions are taken in that order. A plan
 * is lent to a worker, or to a second one when the first is slow; whichever answers first counts, and what comes later does not. What was
 * lent to a worker that is lost is lent to others. So each plan has exactly one execution, whoever was quick, late or lost.
 *
 * <p>Knows of no time, network or thread; for one thread at a time.
 */
public final class Leases {
    /** So often may a plan lose its worker before it is answered by {@link org.heddle.dpor.model.execution.Outcome#LOST}. */
    private static final int MOST_LOSSES = 8;

    /** So many workers may lose its execution before that is taken for what the program does. */
    private static final int MOST_FAILURES = 3;

    private final ArrayDeque<Task> order = new ArrayDeque<>();
    private final ArrayDeque<Task> waiting = new ArrayDeque<>();
    private final Map<Long, Task> open = new HashMap<>();
    private final Map<Integer, Holder> holders = new LinkedHashMap<>();
    private long lastNumber;
    private int lastHolder;
    private long lentAgain;

    /** A plan that is to be executed, or has been. */
    private static final class Task {
        private final long number;
        private final Plan plan;
        private final List<Integer> heldBy = new ArrayList<>(2);
        private final List<Integer> failedAt = new ArrayList<>(0);
        private Execution execution;
        private int losses;

        Task(long number, Plan plan) {
            this.number = number;
            this.plan = plan;
        }
    }

    /** A worker that plans are lent to. */
    private static final class Holder {
        private final Map<Long, Task> held = new LinkedHashMap<>();
        private int window;

        Holder(int window) {
            this.window = window;
        }
    }

    /**
     * A plan that is lent to a worker.
     *
     * @param number which its answer repeats
     * @param plan to be executed
     */
    public record Lease(long number, Plan plan) {}

    /**
     * A worker has come.
     *
     * @param window how many plans it may hold at once
     * @return its number
     */
    public int join(int window) {
        holders.put(++lastHolder, new Holder(window));
        return lastHolder;
    }

    /** From now on the worker may hold so many plans at once; 0: it gets no more. */
    public void setWindow(int worker, int window) {
        Holder holder = holders.get(worker);
        if (holder != null) {
            holder.window = window;
        }
    }

    /** Whether there is any worker. */
    public boolean hasWorkers() {
        return !holders.isEmpty();
    }

    /** Whether the worker may hold another plan. */
    public boolean hasRoom(int worker) {
        Holder holder = holders.get(worker);
        return holder != null && holder.held.size() < holder.window;
    }

    /** How many plans the worker holds; 0 if it is lost. */
    public int held(int worker) {
        Holder holder = holders.get(worker);
        return holder == null ? 0 : holder.held.size();
    }

    /** How many plans have been lent once more, because their worker was lost or slow. */
    public long lentAgain() {
        return lentAgain;
    }

    /** A plan to be executed. */
    public void submit(Plan plan) {
        Task task = new Task(++lastNumber, plan);
        order.add(task);
        waiting.add(task);
        open.put(task.number, task);
    }

    /** Lends the worker a plan; null if it may hold no more, or none waits for a worker. */
    public Lease lend(int worker) {
        Holder holder = holders.get(worker);
        if (!hasRoom(worker)) {
            return null;
        }
        for (int left = waiting.size(); left > 0; left--) {
            Task task = waiting.remove();
            if (task.execution != null) {
                continue; // answered by a slow worker in the meantime
            }
            if (holder.held.containsKey(task.number) || (task.failedAt.contains(worker) && hasOther(task))) {
                waiting.add(task);
                continue;
            }
            lentAgain += task.losses > 0 || !task.heldBy.isEmpty() || !task.failedAt.isEmpty() ? 1 : 0;
            task.heldBy.add(worker);
            holder.held.put(task.number, task);
            return new Lease(task.number, task.plan);
        }
        return null;
    }

    /** Whether there is a worker that the plan has not failed at. */
    private boolean hasOther(Task task) {
        return !task.failedAt.containsAll(holders.keySet());
    }

    /** The plan with this number, if the worker holds it and it has not been answered; null if its answer would not count. */
    public Plan wanted(int worker, long number) {
        Holder holder = holders.get(worker);
        Task task = holder == null ? null : holder.held.get(number);
        return task == null || task.execution != null || !open.containsKey(number) ? null : task.plan;
    }

    /**
     * The worker has answered. That it has lost the execution counts only if others lose it as well: it may have no memory or no disk left.
     *
     * @return whether the answer counts; it does not if the worker does not hold the plan, or another was quicker
     */
    public boolean answer(int worker, long number, Execution execution) {
        boolean counts = wanted(worker, number) != null;
        if (counts && execution.outcome() == Outcome.LOST && failed(worker, open.get(number))) {
            return false;
        }
        Holder holder = holders.get(worker);
        if (holder != null) {
            holder.held.remove(number);
        }
        if (counts) {
            open.get(number).execution = execution;
        }
        return counts;
    }

    /** The worker has lost the plan's execution; returns whether somebody is to try it once more. */
    private boolean failed(int worker, Task task) {
        task.failedAt.add(worker);
        task.heldBy.remove((Integer) worker);
        holders.get(worker).held.remove(task.number);
        if (task.failedAt.size() >= MOST_FAILURES && task.heldBy.isEmpty()) {
            return false;
        }
        if (task.heldBy.isEmpty() && !waiting.contains(task)) {
            waiting.addFirst(task);
        }
        return true;
    }

    /**
     * The worker is lost, with whatever it holds.
     *
     * @return how many plans wait for another worker because of that
     */
    public int lose(int worker) {
        Holder lost = holders.remove(worker);
        if (lost == null) {
            return 0;
        }
        List<Task> again = new ArrayList<>();
        for (Task task : lost.held.values()) {
            task.heldBy.remove((Integer) worker);
            if (task.execution == null && open.containsKey(task.number) && task.heldBy.isEmpty()) {
                task.losses++;
                again.add(task);
            }
        }
        for (int i = again.size() - 1; i >= 0; i--) { // the oldest first, since its execution is taken first
            Task task = again.get(i);
            if (task.losses >= MOST_LOSSES) {
                task.execution = Execution.lost("each of " + MOST_LOSSES + " workers that it was lent to was lost");
            } else if (!waiting.contains(task)) {
                waiting.addFirst(task);
            }
        }
        return again.size();
    }

    /** Lets the oldest plan without an answer be lent to a second worker; nothing if it waits for a worker, or has two. */
    public void hurry() {
        for (Task task : order) {
            if (task.execution == null) {
                if (task.heldBy.size() == 1 && holders.size() > 1 && !waiting.contains(task)) {
                    waiting.addFirst(task);
                }
                return;
            }
        }
    }

    /** Lets all plans of a worker that is silent be lent to second ones. */
    public void lendAgain(int worker) {
        Holder silent = holders.get(worker);
        if (silent == null || holders.size() < 2) {
            return;
        }
        List<Task> again = new ArrayList<>(silent.held.values());
        for (int i = again.size() - 1; i >= 0; i--) {
            Task task = again.get(i);
            if (task.execution == null && task.heldBy.size() == 1 && !waiting.contains(task)) {
                waiting.addFirst(task);
            }
        }
    }

    /** The number of the oldest plan whose execution has not been taken; 0 if there is none. */
    public long oldest() {
        return order.isEmpty() ? 0 : order.element().number;
    }

    /** The execution of the oldest plan, if it is there; else null. */
    public Execution take() {
        Task oldest = order.element();
        if (oldest.execution == null) {
            return null;
        }
        order.remove();
        open.remove(oldest.number);
        return oldest.execution;
    }

    /** Answers all plans that have no answer: nobody is left to execute them. */
    public void answerAll(Execution lost) {
        for (Task task : order) {
            task.execution = task.execution == null ? lost : task.execution;
        }
        waiting.clear();
    }

    /** Forgets all plans; what comes of them does not count. */
    public void giveUp() {
        order.clear();
        waiting.clear();
        open.clear();
        holders.values().forEach(holder -> holder.held.clear());
    }
}
