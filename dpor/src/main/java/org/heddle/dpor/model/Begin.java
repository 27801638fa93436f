package org.heddle.dpor.model;

import java.util.List;

/**
 * Where exploring begins: behind the first {@link OperationKind#BEGIN} of an execution. The program says so, by {@code heddle_begin()}, of
 * a set-up that is not what is checked. Nothing that comes before is executed in another order, so all executions begin alike up to there.
 * An execution without a BEGIN is explored from its start.
 */
public final class Begin {
    private Begin() {}

    /** How many of the first {@code length} events come before what is explored; 0 where nothing says so. */
    public static int of(Event[] events, int length) {
        for (int n = 0; n < length; n++) {
            if (isBegin(events[n])) {
                return n + 1;
            }
        }
        return 0;
    }

    /** How many of these events come before what is explored; 0 where nothing says so. */
    public static int of(List<Event> events) {
        for (int n = 0; n < events.size(); n++) {
            if (isBegin(events.get(n))) {
                return n + 1;
            }
        }
        return 0;
    }

    private static boolean isBegin(Event event) {
        return event.operation().kind() == OperationKind.BEGIN;
    }
}
