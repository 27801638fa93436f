package org.heddle.dpor.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The memory of which every access is a visible operation although it is plain: where some race. An address is a stable name,
 * so it means the same in every execution.
 *
 * @param ranges by ascending address; they neither overlap nor touch
 */
public record VisibleMemory(List<MemoryRange> ranges) {
    /** No memory. */
    public static final VisibleMemory NONE = new VisibleMemory(List.of());

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
        return new VisibleMemory(merged);
    }

    /** Whether all of these bytes are visible. */
    public boolean covers(MemoryRange range) {
        return ranges.stream().anyMatch(own -> own.address() <= range.address() && range.end() <= own.end());
    }
}
