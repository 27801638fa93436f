package org.heddle.server.protocol.message;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * How many calls of one execution fail although nothing is wrong, as POSIX allows.
 *
 * @param most of each sort; those that are not there do not fail
 * @param all of all sorts together; 0: as many as {@code most} allows
 */
public record Failures(Map<Failing, Integer> most, int all) {
    /** No call fails. */
    public static final Failures NONE = new Failures(Map.of(), 0);

    /** How many bits a number has on the wire, of each sort and of all together: {@code HEDDLE_FAILING_BITS} of {@code wire_enums.h}. */
    public static final int BITS = 6;

    /** The largest number. */
    public static final int LARGEST = (1 << BITS) - 1;

    private static final Failing[] KINDS = Failing.values();

    /** Makes the map immutable. */
    public Failures {
        most = Map.copyOf(most);
    }

    /** Any calls, so many in all. */
    public static Failures of(int all) {
        Map<Failing, Integer> most = new EnumMap<>(Failing.class);
        if (all > 0) {
            for (Failing kind : KINDS) {
                most.put(kind, all);
            }
        }
        return new Failures(most, all);
    }

    /** The value with this name: a number, or as in {@code malloc:2,thread:1}; empty if it is neither. */
    public static Optional<Failures> of(String text) {
        Optional<Integer> all = number(text);
        if (all.isPresent()) {
            return all.map(Failures::of);
        }
        Map<Failing, Integer> most = new EnumMap<>(Failing.class);
        for (String part : text.split(",", -1)) {
            int colon = part.indexOf(':');
            Optional<Integer> number = number(part.substring(colon + 1));
            Failing kind = colon < 0 ? null : kind(part.substring(0, colon));
            if (kind == null || number.isEmpty() || most.put(kind, number.get()) != null) {
                return Optional.empty();
            }
        }
        most.values().removeIf(number -> number == 0);
        return Optional.of(new Failures(most, 0));
    }

    private static Optional<Integer> number(String text) {
        return text.matches("\\d{1,2}") && Integer.parseInt(text) <= LARGEST
                ? Optional.of(Integer.parseInt(text))
                : Optional.empty();
    }

    private static Failing kind(String word) {
        for (Failing kind : KINDS) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        return null;
    }

    /** The value with this number on the wire. */
    public static Failures ofBits(long bits) {
        Map<Failing, Integer> most = new EnumMap<>(Failing.class);
        for (Failing kind : KINDS) {
            int number = (int) ((bits >>> (kind.code() * BITS)) & LARGEST);
            if (number > 0) {
                most.put(kind, number);
            }
        }
        return new Failures(most, (int) ((bits >>> (KINDS.length * BITS)) & LARGEST));
    }

    /** Its number on the wire: {@link #BITS} for each sort, and as many for all. */
    public long bits() {
        long bits = (long) all << (KINDS.length * BITS);
        for (Map.Entry<Failing, Integer> entry : most.entrySet()) {
            bits |= (long) entry.getValue() << (entry.getKey().code() * BITS);
        }
        return bits;
    }

    /** Whether no call fails. */
    public boolean areNone() {
        return most.isEmpty();
    }

    /** How many calls may fail at most. */
    public int number() {
        return all > 0
                ? all
                : most.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** As the command line has it. */
    @Override
    public String toString() {
        if (areNone() || all > 0) {
            return Integer.toString(all);
        }
        StringJoiner list = new StringJoiner(",");
        new EnumMap<>(most).forEach((kind, number) -> list.add(kind.word() + ":" + number));
        return list.toString();
    }
}
