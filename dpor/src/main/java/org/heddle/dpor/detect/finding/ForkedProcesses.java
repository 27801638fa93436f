package org.heddle.dpor.detect.finding;

import java.util.HashMap;
import java.util.Map;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;

/**
 * Which process each thread is of. Where an address means another object in each process, it has the number of the thread that its process
 * began with above it; see processes.h of the runtime.
 */
final class ForkedProcesses {
    private static final int SHIFT = 48;

    private final Map<Integer, Integer> leaders = new HashMap<>();

    /** Takes in the next event. */
    void execute(Event event) {
        if (event.operation().kind() == OperationKind.THREAD_CREATE) {
            int created = (int) event.operation().object();
            leaders.put(created, event.operation().forks() ? created : leader(event.thread()));
        }
    }

    private int leader(int thread) {
        return leaders.getOrDefault(thread, 0);
    }

    /** Whether the object of this name is the one that the thread's process has at its address, and may be alone there. */
    boolean isOwn(int thread, long name) {
        return name >>> SHIFT == leader(thread);
    }

    /** What the process that begins with this thread calls its object at the address of another's. */
    static long nameIn(int leader, long name) {
        return (name & ((1L << SHIFT) - 1)) | ((long) leader << SHIFT);
    }
}
