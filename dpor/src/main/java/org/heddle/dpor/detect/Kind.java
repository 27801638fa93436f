package org.heddle.dpor.detect;

/** What sort of bug a finding is; the rule ids are what reports and suppressions show. */
public enum Kind {
    DEADLOCK("deadlock", true),
    LOST_WAKEUP("lost-wakeup", true),
    DATA_RACE("data-race", false),
    ASSERTION("assertion", true),
    CRASH("crash", true),
    USE_AFTER_FREE("use-after-free", false),
    DOUBLE_FREE("double-free", false),
    HEAP_OVERFLOW("heap-overflow", false),
    MISUSE("misuse", false),
    LEAK("leak", false),
    UNDESTROYED("undestroyed", false),
    LIVELOCK("livelock", true),
    EXIT_CODE("exit-code", true);

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
