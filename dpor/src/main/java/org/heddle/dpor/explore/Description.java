package org.heddle.dpor.explore;

import java.util.List;
import org.heddle.dpor.model.MemoryRange;

/**
 * What an execution is to tell besides its trace, which costs it time.
 *
 * @param isWanted whether it is to tell where its threads were, call by call
 * @param memory whose plain accesses, allocations and frees it is to tell
 */
public record Description(boolean isWanted, List<MemoryRange> memory) {
    /** Nothing but the trace. */
    public static final Description NONE = new Description(false, List.of());

    /** The call stacks of events, of accesses of this memory, and of its allocation. */
    public static Description of(List<MemoryRange> memory) {
        return new Description(true, memory);
    }
}
