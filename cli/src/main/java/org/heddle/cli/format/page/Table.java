package org.heddle.cli.format.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values by number, each once: what is said again and again is carried once. */
final class Table<T> {
    private final Map<T, Integer> numbers = new LinkedHashMap<>();

    /** The number of a value. */
    int number(T value) {
        return numbers.computeIfAbsent(value, unknown -> numbers.size());
    }

    /** The values, by their numbers. */
    List<T> values() {
        return new ArrayList<>(numbers.keySet());
    }
}
