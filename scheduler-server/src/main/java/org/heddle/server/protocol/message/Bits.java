package org.heddle.server.protocol.message;

import java.util.Arrays;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Sets as a frame has them: a bit for each value. */
final class Bits {
    private Bits() {}

    /** The bits of all these. A plan is written for each execution, so no stream is made for it. */
    static <E extends Enum<E>> int of(Set<E> values, ToIntFunction<E> bit) {
        int bits = 0;
        for (E value : values) {
            bits |= bit.applyAsInt(value);
        }
        return bits;
    }

    /** Those whose bits are set. */
    static <E extends Enum<E>> Set<E> in(int bits, E[] values, ToIntFunction<E> bit) {
        return Arrays.stream(values)
                .filter(value -> (bits & bit.applyAsInt(value)) != 0)
                .collect(Collectors.toUnmodifiableSet());
    }
}
