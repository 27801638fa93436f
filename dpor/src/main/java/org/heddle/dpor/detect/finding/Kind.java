package org.heddle.dpor.detect.finding;

/** What sort of bug a finding is, the gravest first; the rule ids are what reports and suppressions show. */
public enum Kind {
    CRASH("crash", true),
    USE_AFTER_FREE("use-after-free", false),
    DOUBLE_FREE("double-free", false),
    HEAP_OVERFLOW("heap-overflow", false),
    DEADLOCK("deadlock", true),
    LOST_WAKEUP("lost-wakeup", true),
    LIVELOCK("livelock", true),
    ASSERTION("assertion", true),
    EXIT_CODE("exit-code", true),
    DATA_RACE("data-race", false),
    MISUSE("misuse", false),
    LEAK("leak", false),
    UNDESTROYED("undestroyed", false);

    private final String ruleId;
    private final boolean endsExecution;

    Kind(String ruleId, boolean endsExecution) {
        this.ruleId = ruleId;
        this.endsExecution = endsExecution;
    }

    /** The stable name. */
    public String ruleId() {
        return ruleId;
    }

    /** Whether the execution cannot go on after it, so that a check stops unless it is told to keep going. */
    public boolean endsExecution() {
        return endsExecution;
    }
}
