package org.heddle.dpor.model.execution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.heddle.dpor.model.MemoryRange;

/**
 * What executions have shown to matter: the memory of which every access is a visible operation although it is plain, as some race
 * there; and the time limits that may pass at any moment, as threads sleep for longer. An address is a stable name, so it means the same in
 * every execution.
 *
 * @param ranges by ascending address; they neither overlap nor touch
 * @param timeLimit in nanoseconds of virtual time: waits with at most this time limit may time out at any moment; 0 for none
 */
public record VisibleMemory(List<MemoryRange> ranges, long timeLimit) {
    /** Nothing. */
    public static final VisibleMemory NONE = new VisibleMemory(List.of(), 0);

    /** Keeps a copy. */
    public VisibleMemory {
        ranges = List.copyOf(ranges);
    }

    /** This and more; this itself if it has all of that already. */
    public VisibleMemory with(List<MemoryRange> more) {
        if (more.stream().allMatch(this::covers)) {
            return this;
        }
        List<MemoryRange> all = new ArrayList<>(ranges);
        all.addAll(more);
        all.sort(Comparator.comparingLong(MemoryRange::address));
        List<MemoryRange> merged = new ArrayList<>();
        for (MemoryRange range : all) {
            int last = merged.size() - 1;
            if (last >= 0 && range.address() <= merged.get(last).end()) {
                MemoryRange before = merged.get(last);
                long end = Math.max(before.end(), range.end());
                merged.set(last, new MemoryRange(before.address(), end - before.address()));
            } else {
                merged.add(range);
            }
        }
        return new VisibleMemory(merged, timeLimit);
    }

    /** This, with at least this time limit. */
    public VisibleMemory withTimeLimit(long limit) {
        return limit <= timeLimit ? this : new VisibleMemory(ranges, limit);
    }

    /** Whether all of these bytes are visible. */
    public boolean covers(MemoryRange range) {
        return ranges.stream().anyMatch(own -> own.address() <= range.address() && range.end() <= own.end());
    }
}
