package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.model.Operation;

/** The locations that an execution accesses. */
final class Memory {
    /** Locations are looked up by pieces of so many bytes, as a power of two. */
    private static final int PIECE = 4;

    private final Map<Long, List<Location>> pieces = new HashMap<>();
    private final List<Location> all = new ArrayList<>();
    private boolean isMixed;

    /** Whether an atomic access overlaps one that is not of the same bytes. */
    boolean isMixed() {
        return isMixed;
    }

    void clear() {
        pieces.clear();
        all.clear();
        isMixed = false;
    }

    /** Leaves of all accesses only those before this row. */
    void cut(int row) {
        all.forEach(location -> location.cut(row));
    }

    /** Where an operation accesses memory. */
    Location at(Operation operation) {
        long size = Math.max(1, operation.size());
        for (Location location : pieces.getOrDefault(operation.object() >> PIECE, List.of())) {
            if (location.isAt(operation.object(), size)) {
                noteAtomic(location, operation);
                return location;
            }
        }
        Location location = new Location(operation.object(), size);
        all.add(location);
        for (long piece = location.address() >> PIECE; piece <= (location.end() - 1) >> PIECE; piece++) {
            List<Location> others = pieces.computeIfAbsent(piece, key -> new ArrayList<>());
            for (Location other : others) {
                isMixed |= other.isAtomic() && other.overlaps(location);
            }
            others.add(location);
        }
        noteAtomic(location, operation);
        return location;
    }

    private void noteAtomic(Location location, Operation operation) {
        if (location.isAtomic() || operation.kind().isPlainAccess()) {
            return;
        }
        location.becomeAtomic();
        for (long piece = location.address() >> PIECE; piece <= (location.end() - 1) >> PIECE; piece++) {
            for (Location other : pieces.getOrDefault(piece, List.of())) {
                isMixed |= other != location && other.overlaps(location);
            }
        }
    }
}
