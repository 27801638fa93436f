package org.heddle.server.restart;

/** How one execution follows another. */
public enum Restart {
    /** Each in a fork. */
    FORK,
    /** As many as possible in one process, from the first on. */
    PROCESS,
    /** In one process where that is worth it: from some executions on, as long as few have to be forked nonetheless. */
    AUTO
}
