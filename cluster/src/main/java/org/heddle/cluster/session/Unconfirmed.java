package org.heddle.cluster.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.WorkerPool;

/**
 * The last execution of each slot of each worker. A worker compares it with a fork's before the check relies upon its executions; where the
 * worker is gone, the check's machine does. For one thread at a time.
 */
final class Unconfirmed {
    private final Map<Long, Answer> last = new HashMap<>();

    private record Answer(Plan plan, Execution execution) {}

    private static long key(int worker, int slot) {
        return (long) worker << Integer.SIZE | Integer.toUnsignedLong(slot);
    }

    /** A slot has executed this. */
    void put(int worker, int slot, Plan plan, Execution execution) {
        last.put(key(worker, slot), new Answer(plan, execution));
    }

    /** The worker has compared all of its own. */
    void confirmed(int worker) {
        last.keySet().removeIf(key -> key >> Integer.SIZE == worker);
    }

    /**
     * Compares those that are left with what comes of their plans in a pool that forks.
     *
     * @return what differs, in words
     */
    Optional<String> compare(WorkerPool forking) throws InterruptedException {
        for (Answer answer : last.values()) {
            forking.submit(answer.plan());
            if (Trial.difference(answer.execution(), forking.take()).isPresent()) {
                return Optional.of("an execution of a worker that is gone had another result than a fork");
            }
        }
        last.clear();
        return Optional.empty();
    }
}
