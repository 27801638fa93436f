package org.heddle.dpor.detect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.PendingOperation;

/** Where an execution switches away from a thread that could have gone on (Musuvathi and Qadeer, PLDI 2007). */
public final class Preemptions {
    private Preemptions() {}

    /** The first step after each switch away from a thread that is enabled and not about to yield, in order. */
    public static List<Integer> of(Execution execution) {
        List<Event> events = execution.events();
        Operation[] next = nextOfSameThread(execution);
        SyncState state = new SyncState(execution);
        List<Integer> preemptions = new ArrayList<>();
        for (int step = 0; step + 1 < events.size(); step++) {
            state.execute(step, events.get(step));
            int thread = events.get(step).thread();
            boolean switches = events.get(step + 1).thread() != thread;
            if (switches && next[step] != null && !next[step].kind().yields() && state.enables(thread, next[step])) {
                preemptions.add(step + 1);
            }
        }
        return preemptions;
    }

    private static Operation[] nextOfSameThread(Execution execution) {
        List<Event> events = execution.events();
        Map<Integer, Operation> upcoming = new HashMap<>();
        for (PendingOperation pending : execution.pending()) {
            upcoming.put(pending.thread(), pending.operation());
        }
        Operation[] next = new Operation[events.size()];
        for (int step = events.size() - 1; step >= 0; step--) {
            Event event = events.get(step);
            next[step] = upcoming.put(event.thread(), event.operation());
        }
        return next;
    }
}
