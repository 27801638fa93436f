package org.heddle.server.restart;

import java.util.Locale;

/** How one execution follows another. */
public enum Restart {
    /** Each in a fork. */
    FORK,
    /** As many as possible in one process, from the first on. */
    PROCESS,
    /** As many as possible in one process, from the first on, and each in a fork as well: the results have to be equal. */
    COMPARE,
    /** In one process where that is worth it: from some executions on, as long as few have to be forked nonetheless. */
    AUTO;

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
