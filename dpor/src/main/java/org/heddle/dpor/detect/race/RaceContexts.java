package org.heddle.dpor.detect.race;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.Race.Access;

/** The moments of one execution at which accesses happened that race: found for all of them in one go. */
final class RaceContexts {
    private static final Moment BEGINNING = new Moment(0, List.of());

    private final Map<Time, Moment> moments = new HashMap<>();

    /** A thread's time: how many events it has executed. */
    private record Time(int thread, int clock) {
        static Time of(Access access) {
            return new Time(access.thread(), access.clock());
        }
    }

    /** How many events there were when a thread had executed its last before, and the locks that it held then. */
    private record Moment(int step, List<HeldLock> held) {}

    RaceContexts(Execution execution) {
        Set<Time> wanted = new HashSet<>();
        for (Race race : execution.races()) {
            wanted.add(Time.of(race.first()));
            wanted.add(Time.of(race.second()));
        }
        SyncState state = new SyncState();
        Map<Integer, Integer> clocks = new HashMap<>();
        for (int step = 0; step < execution.events().size(); step++) {
            Event event = execution.events().get(step);
            state.execute(step, event);
            Time time = new Time(event.thread(), clocks.merge(event.thread(), 1, Integer::sum));
            if (wanted.contains(time)) {
                moments.put(time, new Moment(step + 1, state.heldBy(event.thread())));
            }
        }
    }

    /** What the thread held when it did it: its locks change with its own events only. */
    List<HeldLock> held(Access access) {
        return of(access).held();
    }

    /** How many events had been executed when the thread had executed its last before the access. */
    int stepAfter(Access access) {
        return of(access).step();
    }

    private Moment of(Access access) {
        return moments.getOrDefault(Time.of(access), BEGINNING);
    }
}
