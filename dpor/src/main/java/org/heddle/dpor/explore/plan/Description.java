package org.heddle.dpor.explore.plan;

import java.util.List;
import org.heddle.dpor.model.MemoryRange;

/**
 * What an execution is to tell besides its trace, which costs it time.
 *
 * @param isWanted whether it is to tell where its threads were, call by call
 * @param memory whose plain accesses, allocations and frees it is to tell
 * @param cycles whether it is to tell of a round that threads can repeat for ever; where its plan leaves open who goes next, they
 *     are sent round once more where it may be one
 * @param sources whether it is to tell of calls whose results nobody controls, with these; see {@link
 *     org.heddle.dpor.model.execution.Note.Kind#SOURCE}
 */
public record Description(boolean isWanted, List<MemoryRange> memory, boolean cycles, boolean sources) {
    /** Nothing but the trace. */
    public static final Description NONE = new Description(false, List.of(), false, false);

    /** Rounds that threads can repeat for ever. */
    public static final Description OF_CYCLES = new Description(false, List.of(), true, false);

    /** Calls whose results nobody controls. */
    public static final Description OF_SOURCES = new Description(false, List.of(), false, true);

    /** The call stacks of events, of accesses of this memory, and of its allocation. */
    public static Description of(List<MemoryRange> memory) {
        return new Description(true, memory, false, false);
    }

    /** The same, with rounds that threads can repeat for ever if they are wanted. */
    public Description withCycles(boolean wanted) {
        return new Description(isWanted, memory, wanted, sources);
    }
}
