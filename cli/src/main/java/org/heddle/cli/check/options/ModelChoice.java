package org.heddle.cli.check.options;

import java.util.Locale;

/** Which memory model a check is about. */
public enum ModelChoice {
    /** Executions are sequentially consistent; a monitor looks whether C11 allows others, which are executed behind them, or some of them. */
    AUTO,
    /** Executions are sequentially consistent, and nobody looks. */
    SC,
    /** All executions that RC11 allows are explored. */
    RC11,
    /** Stores go through store buffers, as on x86: see {@link org.heddle.server.protocol.message.RunFlag#TSO}. */
    TSO,
    /** Likewise through one for each location, as SPARC's PSO has it: see {@link org.heddle.server.protocol.message.RunFlag#PSO}. */
    PSO;

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
