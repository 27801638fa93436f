package org.heddle.dpor.bound;

import java.util.HashMap;
import java.util.Map;
import org.heddle.dpor.explore.Endlessness;

/**
 * The samplers of a check. They outlive the searches beside which they draw: one that begins again goes on with other samples, and knows
 * the program's threads and objects already. Whether the process exits late makes other executions, which have samplers of their own.
 */
public final class SharedSamplers {
    private final Map<Endlessness, Samplers> all = new HashMap<>();
    private final boolean drawOfEndless;

    /** Samplers of all programs. */
    public SharedSamplers() {
        this(true);
    }

    private SharedSamplers(boolean drawOfEndless) {
        this.drawOfEndless = drawOfEndless;
    }

    /** Samplers that leave programs that go on for ever to the search, for those who want to know what that finds. */
    public static SharedSamplers ofProgramsThatEnd() {
        return new SharedSamplers(false);
    }

    /** The samplers for a program of whose length this is known, beside a search that begins. */
    Samplers of(Endlessness known) {
        Samplers samplers = all.computeIfAbsent(known, length -> new Samplers(length, drawOfEndless));
        samplers.learn();
        return samplers;
    }
}
