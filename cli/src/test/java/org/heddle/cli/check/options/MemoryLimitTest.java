package org.heddle.cli.check.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class MemoryLimitTest {
    private long kept;
    private long garbage;
    private int collections;

    private final MemoryLimit limit = new MemoryLimit(1_000, () -> kept + garbage, () -> {
        garbage = 0;
        collections++;
    });

    @Test
    void whatIsNotKept_doesNotCount() {
        kept = 400;
        garbage = 700;
        assertFalse(limit.getAsBoolean());
        assertEquals(1, collections);
    }

    @Test
    void asMuchAsMayBeKept_isTheLimit() {
        kept = 999;
        assertFalse(limit.getAsBoolean());
        kept = 1_000;
        assertTrue(limit.getAsBoolean());
    }

    @Test
    void collectionsComeSeldom() {
        kept = 400;
        for (int look = 0; look < 10_000; look++) {
            garbage += 10;
            assertFalse(limit.getAsBoolean());
        }
        assertTrue(collections < 120, collections + " collections of the 100 000 bytes that were not kept");
    }
}
