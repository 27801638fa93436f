package org.heddle.dpor.model;

import java.util.Arrays;
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
        return of(Arrays.asList(events).subList(0, length));
    }

    /** How many of these events come before what is explored; 0 where nothing says so. */
    public static int of(List<Event> events) {
        for (int n = 0; n < events.size(); n++) {
            if (events.get(n).operation().kind() == OperationKind.BEGIN) {
                return n + 1;
            }
        }
        return 0;
    }
}
