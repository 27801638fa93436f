package org.heddle.server.protocol.message;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What is asked of the runtime by yes or no: the one table of such options. A PLAN frame carries their bits, a schedule a line for each,
 * a saved frontier all of them; the command line ({@code RunFlags}) and the runtime ({@code struct asked}) say what each one does.
 * The constants are named as those of {@code wire.h}, without {@code HEDDLE_PLAN_}.
 */
public enum RunFlag {
    /** Leaks are looked for where the process ends. */
    LEAKS(16, "leaks", "yes"),
    /** What works but is not portable is reported. */
    PEDANTIC(32, "pedantic", "yes"),
    /** Asynchronous cancellation is taken for deferred, and told of. */
    DEFER_CANCELLATION(64, "defer-cancellation", "yes"),
    /** Handlers of signals that others send run in calls alone. */
    HANDLERS_IN_CALLS(1024, "handlers", "calls"),
    /** Stores go through store buffers, as x86-TSO has it. */
    TSO(8388608, "model", "tso"),
    /** Likewise, and those to different places in any order, as PSO has it. */
    PSO(134217728, "model", "pso"),
    /** Specifications are asked for sequential consistency, not for linearizability. */
    SEQUENTIAL(33554432, "consistency", "sequential"),
    /** Likewise, for quiescent consistency. */
    QUIESCENT(67108864, "consistency", "quiescent");

    private final int bit;
    private final String option;
    private final String value;

    RunFlag(int bit, String option, String value) {
        this.bit = bit;
        this.option = option;
        this.value = value;
    }

    /** Its bit in the flags of a PLAN frame. */
    public int bit() {
        return bit;
    }

    /** The option that asks for it, without dashes: the keyword of its line in a schedule. */
    public String option() {
        return option;
    }

    /** The value of {@link #option} that asks for it. */
    public String value() {
        return value;
    }

    /** Those that this option asks for, each by a value of its own; empty if there are none. */
    public static List<RunFlag> ofOption(String option) {
        return Arrays.stream(values())
                .filter(flag -> flag.option.equals(option))
                .toList();
    }

    /** The bits of all these. */
    public static int bits(Set<RunFlag> flags) {
        return Bits.of(flags, RunFlag::bit);
    }

    /** Those whose bits are set. */
    public static Set<RunFlag> ofBits(int bits) {
        return Bits.in(bits, values(), RunFlag::bit);
    }
}
