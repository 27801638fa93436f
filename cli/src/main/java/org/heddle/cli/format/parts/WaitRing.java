package org.heddle.cli.format.parts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.report.ThreadState;

/** Finds threads that wait for each other in a ring. */
public final class WaitRing {
    private WaitRing() {}

    /** The threads of a ring, in the order of waiting; empty if there is none. */
    public static List<ThreadState> in(List<ThreadState> threads) {
        Map<String, ThreadState> byLabel = new HashMap<>();
        threads.forEach(state -> byLabel.put(state.thread(), state));
        for (ThreadState start : threads) {
            List<ThreadState> path = new ArrayList<>();
            ThreadState state = start;
            while (state != null && !path.contains(state)) {
                path.add(state);
                state = byLabel.get(state.waitsFor());
            }
            if (state != null) {
                return List.copyOf(path.subList(path.indexOf(state), path.size()));
            }
        }
        return List.of();
    }
}
