package org.heddle.dpor.model.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.heddle.dpor.model.OperationKind;
import org.junit.jupiter.api.Test;

/** Whether something is ready, for sets of bits of any length, against the sets themselves. */
final class ReadyWordsTest {
    private static final int MOST_BITS = 62 * 5;

    private final Random random = new Random(1);
    private final List<Long> words = new ArrayList<>();
    private long names = Long.MIN_VALUE;

    @Test
    void isReady_ifTheSetsHaveABitInCommon() {
        for (int n = 0; n < 5_000; n++) {
            words.clear();
            int bits = 1 + random.nextInt(MOST_BITS);
            BitSet blocked = some(bits, random.nextInt(bits + 1));
            BitSet waited = some(MOST_BITS, 1 + random.nextInt(3));
            long state = state(blocked, bits);
            long operation = waited(waited);
            assertEquals(isReady(blocked, waited), words().isReady(state, operation), () -> blocked + " and " + waited);
        }
    }

    @Test
    void changed_turnsBitsOver_andTwiceLeavesThemAsTheyWere() {
        for (int n = 0; n < 5_000; n++) {
            words.clear();
            int bits = 1 + random.nextInt(MOST_BITS);
            BitSet blocked = some(bits, random.nextInt(bits + 1));
            BitSet turned = some(random.nextInt(2) == 0 ? ReadyWords.BITS : MOST_BITS, random.nextInt(4));
            BitSet waited = some(MOST_BITS, 1 + random.nextInt(3));
            long before = state(blocked, bits);
            long change = turned.isEmpty() ? 0 : waited(turned);
            long operation = waited(waited);
            ReadyWords all = words();
            long after = all.changed(before, change);
            assertEquals(isReady(blocked, waited), all.isReady(all.changed(after, change), operation));
            blocked.xor(turned);
            assertEquals(isReady(blocked, waited), all.isReady(after, operation), () -> blocked + " and " + waited);
            assertEquals(after, all.changed(before, change), "one state has one name");
        }
    }

    private static boolean isReady(BitSet blocked, BitSet waited) {
        BitSet ready = (BitSet) waited.clone();
        ready.andNot(blocked);
        return !ready.isEmpty();
    }

    @Test
    void oneWord_needsNoName() {
        assertTrue(ReadyWords.NONE.isReady(OperationKind.ALL_READY, 4));
        assertTrue(ReadyWords.NONE.isReady(6, 4));
        assertFalse(ReadyWords.NONE.isReady(OperationKind.ALL_READY & ~4, 4));
        assertFalse(ReadyWords.NONE.isReady(OperationKind.ALL_READY, 1L << 62), "never");
    }

    @Test
    void whatIsMalformed_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ReadyWords(names));
        assertThrows(IllegalArgumentException.class, () -> new ReadyWords(names, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> new ReadyWords(names, 0));
        assertThrows(IllegalArgumentException.class, () -> new ReadyWords(names, Long.MAX_VALUE, 1));
        assertThrows(IllegalArgumentException.class, () -> new ReadyWords(names, 2, 1, 2, names, 2, 1, 3));
        assertEquals(new ReadyWords(names, 1, 1), new ReadyWords(new long[] {names, 1, 1}));
        assertTrue(new ReadyWords(names, 1, 1, names, 1, 1).isReady(names, 1), "one name, told twice");
    }

    private BitSet some(int below, int count) {
        BitSet set = new BitSet();
        for (int i = 0; i < count; i++) {
            set.set(random.nextInt(below));
        }
        return set;
    }

    private ReadyWords words() {
        return new ReadyWords(words.stream().mapToLong(Long::longValue).toArray());
    }

    /** All are ready but these, as far as the runtime knows of so many. */
    private long state(BitSet blocked, int bits) {
        int count = (bits + ReadyWords.BITS - 1) / ReadyWords.BITS;
        long[] all = new long[count];
        for (int i = 0; i < count; i++) {
            all[i] = OperationKind.ALL_READY & ~word(blocked, i);
        }
        return count == 1 ? all[0] : named(all);
    }

    private long waited(BitSet bits) {
        int count = bits.length() / ReadyWords.BITS + 1;
        if (bits.length() <= ReadyWords.BITS) {
            return word(bits, 0);
        }
        if (bits.cardinality() == 1) {
            return 3L << 62 | (long) (bits.length() - 1) << 2;
        }
        return named(LongStream.range(0, count).map(i -> word(bits, (int) i)).toArray());
    }

    private long named(long[] all) {
        words.add(++names);
        words.add((long) all.length);
        LongStream.of(all).forEach(words::add);
        return names;
    }

    private static long word(BitSet set, int number) {
        long word = 0;
        for (int bit = 0; bit < ReadyWords.BITS; bit++) {
            word |= set.get(number * ReadyWords.BITS + bit) ? 1L << bit : 0;
        }
        return word;
    }
}
