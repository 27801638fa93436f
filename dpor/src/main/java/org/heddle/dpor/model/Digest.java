package org.heddle.dpor.model;

import java.util.List;

/**
 * A number drawn from a run of events, by which two sides that know them can tell that theirs are equal without sending them. The runtime
 * works out the same number ({@code model/digest.c}).
 */
public final class Digest {
    /** Odd, and without a pattern, so that a change of one word is not made good by one of another. */
    private static final long[] FACTORS = {
        0x9E3779B97F4A7C15L,
        0xC2B2AE3D27D4EB4FL,
        0x165667B19E3779F9L,
        0xD6E8FEB86659FD93L,
        0xA0761D6478BD642FL,
        0xE7037ED1A0B428DBL,
        0x8EBC6AF09C88C6E3L,
        0x589965CC75374CC3L
    };

    private Digest() {}

    /** Of these events, in their order. */
    public static long of(List<Event> events) {
        long digest = 0;
        for (int k = 0; k < events.size(); k++) {
            digest = (digest ^ events.get(k).digest()) * FACTORS[0];
            digest ^= digest >>> 32;
        }
        return digest;
    }

    /** Of all that an event is. */
    static long of(Event event) {
        Operation operation = event.operation();
        return part(0, (event.thread() & 0xffffffffL) | (long) event.alternative() << 32)
                + part(1, operation.kind().code() | (long) operation.orders() << 16)
                + part(2, operation.object())
                + part(3, operation.object2())
                + part(4, operation.argument())
                + part(5, event.result())
                + part(6, event.value())
                + part(7, operation.site());
    }

    private static long part(int n, long word) {
        long product = (word + n) * FACTORS[n];
        return product ^ product >>> 32;
    }
}
