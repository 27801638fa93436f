package org.heddle.dpor.explore.restart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlacesInMemoryTest {
    private static final List<Long> SIZES = List.of(1L, 2L, 4L, 8L);

    @Test
    void overlappingPlacesAreThoseThatShareBytes() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            PlacesInMemory<Long> places = new PlacesInMemory<>(Long::longValue);
            TreeMap<Long, Long> known = new TreeMap<>();
            for (int i = 0; i < 8; i++) {
                long address = 100L + random.nextInt(24);
                long size = SIZES.get(random.nextInt(SIZES.size()));
                known.merge(address, size, Math::max);
                long together = places.add(address, size, Math::max);
                assertEquals(known.get(address), together);
                assertEquals(sharingBytes(known, address, together), places.overlapping(address, together));
            }
        }
    }

    private static List<Long> sharingBytes(Map<Long, Long> known, long address, long size) {
        return known.entrySet().stream()
                .filter(other -> other.getKey() != address)
                .filter(other -> {
                    Set<Long> shared = bytes(other.getKey(), other.getValue());
                    shared.retainAll(bytes(address, size));
                    return !shared.isEmpty();
                })
                .map(Map.Entry::getValue)
                .toList();
    }

    private static Set<Long> bytes(long address, long size) {
        return LongStream.range(address, address + size).collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    }
}
