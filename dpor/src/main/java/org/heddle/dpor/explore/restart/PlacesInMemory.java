package org.heddle.dpor.explore.restart;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.ToLongFunction;

/**
 * What is known of places in memory by their addresses, and which of them overlap.
 *
 * @param <P> what is known of a place
 */
final class PlacesInMemory<P> {
    /** The most bytes that one atomic operation accesses. */
    private static final long LARGEST = 8;

    private final NavigableMap<Long, P> places = new TreeMap<>();
    private final ToLongFunction<P> size;

    /** Places none of which is known yet; {@code size} tells the bytes of one, from 1 to 8. */
    PlacesInMemory(ToLongFunction<P> size) {
        this.size = size;
    }

    /** Adds what is {@code known} of the place at an address to what was known of it before; returns both together. */
    P add(long address, P known, BinaryOperator<P> together) {
        return places.merge(address, known, together);
    }

    /** The places at other addresses some of whose bytes are among those of the place at {@code address}. */
    List<P> overlapping(long address, P place) {
        long end = address + size.applyAsLong(place);
        return places.subMap(address - LARGEST, false, end, false).entrySet().stream()
                .filter(other ->
                        other.getKey() != address && other.getKey() + size.applyAsLong(other.getValue()) > address)
                .map(Map.Entry::getValue)
                .toList();
    }
}
