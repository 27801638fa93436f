package org.heddle.server.restart;

/** How a plan is to be executed. */
public enum Mode {
    /** In a fork. */
    FORKED,
    /** In the runner, if it can. */
    IN_PROCESS,
    /** In the runner, and then in a fork: the results have to be equal. */
    BOTH
}
