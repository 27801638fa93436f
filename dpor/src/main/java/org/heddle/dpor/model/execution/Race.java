package org.heddle.dpor.model.execution;

import java.util.List;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Operation;

/**
 * Two conflicting accesses, at least one of them plain, that nothing orders.
 *
 * @param first the earlier one in this execution
 * @param second the later one, which showed the race
 * @param isReported whether it is a data race by the C standard
 * @param isInvisible whether not even the visible operations order the two, so that their memory has to become visible
 * @param step how many events had been executed before the second access
 * @param range the bytes of the second access
 * @param shared the bytes of it that the first is known to have touched
 * @param firstRange the bytes around those that the first is known to have touched: more than are shared where one call, or one
 *     statement again and again, touches much
 * @param value what the shared bytes held before the second access, as far as 8 bytes go
 */
public record Race(
        Access first,
        Access second,
        boolean isReported,
        boolean isInvisible,
        int step,
        MemoryRange range,
        MemoryRange shared,
        MemoryRange firstRange,
        long value) {
    /**
     * An access.
     *
     * @param thread who
     * @param clock how many events the thread had executed before
     * @param site where, as in {@link Operation#site()}; 0 if it is not known
     * @param isWrite whether it wrote
     * @param isAtomic whether it was atomic
     * @param isEnd whether it ended the life of the memory, as {@code free} and {@code munmap} do
     */
    public record Access(int thread, int clock, long site, boolean isWrite, boolean isAtomic, boolean isEnd) {}

    /** The memory of both accesses, as far as it is known. */
    public List<MemoryRange> ranges() {
        return List.of(range, shared);
    }
}
