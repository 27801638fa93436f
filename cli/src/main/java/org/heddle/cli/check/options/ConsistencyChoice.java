package org.heddle.cli.check.options;

import java.util.Locale;
import org.heddle.dpor.history.Consistency;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;

/** What objects under test are to be, as on a command line. */
public enum ConsistencyChoice {
    LINEARIZABILITY,
    SEQUENTIAL,
    QUIESCENT;

    /** What these options ask for. */
    public static Consistency of(RunOptions run) {
        return run.asks(RunFlag.SEQUENTIAL)
                ? Consistency.SEQUENTIAL
                : run.asks(RunFlag.QUIESCENT) ? Consistency.QUIESCENT : Consistency.LINEARIZABILITY;
    }

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
