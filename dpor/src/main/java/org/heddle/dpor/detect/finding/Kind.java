package org.heddle.dpor.detect.finding;

/** What sort of bug a finding is, the gravest first; the rule ids are what reports and suppressions show. */
public enum Kind {
    CRASH("crash", Stops.AT_ONCE),
    USE_AFTER_FREE("use-after-free", Stops.NEVER),
    DOUBLE_FREE("double-free", Stops.NEVER),
    HEAP_OVERFLOW("heap-overflow", Stops.NEVER),
    ARRAY_OVERFLOW("array-overflow", Stops.NEVER),
    DEADLOCK("deadlock", Stops.AT_ONCE),
    LOST_WAKEUP("lost-wakeup", Stops.AT_ONCE),
    LIVELOCK("livelock", Stops.AT_ONCE),
    ASSERTION("assertion", Stops.AT_ONCE),
    LINEARIZABILITY("linearizability", Stops.AT_ONCE),
    EXIT_CODE("exit-code", Stops.SOON),
    DATA_RACE("data-race", Stops.NEVER),
    MISUSE("misuse", Stops.NEVER),
    LEAK("leak", Stops.NEVER),
    UNDESTROYED("undestroyed", Stops.NEVER);

    private final String ruleId;
    /** When a check ends that has such a finding, unless it is told to keep going. */
    public enum Stops {
        /** As the execution cannot go on after it. */
        AT_ONCE,
        /** After some more executions: this one has come to its end, and its status may be what the program means to say. */
        SOON,
        /** Not because of it: the execution goes on. */
        NEVER
    }

    private final Stops stops;

    Kind(String ruleId, Stops stops) {
        this.ruleId = ruleId;
        this.stops = stops;
    }

    /** The stable name. */
    public String ruleId() {
        return ruleId;
    }

    /** When a check ends that has such a finding. */
    public Stops stops() {
        return stops;
    }
}
