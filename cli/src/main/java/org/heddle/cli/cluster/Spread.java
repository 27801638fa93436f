package org.heddle.cli.cluster;

import java.util.Locale;

/** Which of a check's executions go to workers. */
public enum Spread {
    /** Those that are quicker there: some are tried in both places. */
    AUTO,
    /** All. */
    ALWAYS;

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
