package org.heddle.dpor.explore.restart;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;

/** What an execution shows of critical sections that are executed in one go, or might be. */
public final class SectionsInOneGo {
    private SectionsInOneGo() {}

    /**
     * Whether there is a data race that critical sections may order, in an execution whose plan wanted them in one go. They order next to
     * nothing then, so that whoever repeats the execution with mutexes that do order their sections may not see it.
     */
    static boolean mayOrderRaces(Execution execution) {
        return execution.races().stream().anyMatch(Race::isReported) && mayOrder(execution);
    }

    /** Whether there is any section: also one that turned out to be visible has ordered nothing up to there. */
    public static boolean mayOrder(Execution execution) {
        return execution.events().stream().anyMatch(event -> event.operation().kind() == OperationKind.MUTEX_LOCK);
    }

    /**
     * Whether two threads have sections of one mutex that may be executed in one go, as far as an execution tells in which none was: each
     * unlocks next after it has locked.
     */
    static boolean mayCommute(Execution execution) {
        List<Event> events = execution.events();
        Map<Long, Integer> holders = new HashMap<>();
        for (int k = 1; k < events.size(); k++) {
            Event event = events.get(k);
            if (OrdinaryMutexes.areLockAndUnlock(events.get(k - 1), event)) {
                Integer other = holders.putIfAbsent(event.operation().object(), event.thread());
                if (other != null && other != event.thread()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether two sections of one mutex and different threads commute. */
    static boolean commute(Execution execution) {
        Map<Long, List<Event>> earlier = new HashMap<>();
        for (Event event : execution.events()) {
            if (event.operation().kind() == OperationKind.MUTEX_LOCK && event.section() != null) {
                List<Event> ofMutex = earlier.computeIfAbsent(event.operation().object(), mutex -> new ArrayList<>());
                if (ofMutex.stream().anyMatch(before -> before.thread() != event.thread() && commute(before, event))) {
                    return true;
                }
                ofMutex.add(event);
            }
        }
        return false;
    }

    private static boolean commute(Event one, Event other) {
        boolean isKnown = !one.section().isEverything() && !other.section().isEverything();
        return isKnown && !one.section().conflictsWith(other.section());
    }
}
