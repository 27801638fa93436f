package org.heddle.dpor.model.execution;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.heddle.dpor.model.OperationKind;

/**
 * What the names stand for that an execution has for words of readiness. {@link OperationKind#IO_CHANGE} has a word with two bits for
 * everything that threads can wait for. Where there are too many such things for 62 bits there are further words, and an event or
 * operation has a name for all of them, with the highest bit set; or, where it waits for one bit beyond the first word, the number of
 * that. Names depend on what they stand for alone, so that operations of different executions can be compared.
 */
public final class ReadyWords {
    /** Of an execution whose events have no such names. */
    public static final ReadyWords NONE = new ReadyWords(new long[0]);

    /** How many bits of each word are used. */
    public static final int BITS = 62;

    private static final long SINGLE = 3L << BITS;

    private static final long[] NOTHING = {};

    private final long[] words;
    private final Map<Long, long[]> meanings =
            new ConcurrentHashMap<>(); // by name; of states as well that were worked out here

    /**
     * Names and what they stand for.
     *
     * @param words for each name this, how many words it stands for, and these words
     * @throws IllegalArgumentException if that is not so, or one name stands for two things
     */
    public ReadyWords(long... words) {
        this.words = words.clone();
        int at = 0;
        while (at < words.length) {
            boolean fits = at + 1 < words.length && words[at + 1] > 0 && words[at + 1] <= words.length - at - 2;
            if (!fits) {
                throw new IllegalArgumentException("a name for words that are not there");
            }
            int end = at + 2 + (int) words[at + 1];
            long[] meaning = Arrays.copyOfRange(words, at + 2, end);
            long[] before = meanings.putIfAbsent(words[at], meaning);
            if (before != null && !Arrays.equals(before, meaning)) {
                throw new IllegalArgumentException("a name that stands for two things");
            }
            at = end;
        }
    }

    /** All that was given to the constructor. */
    public long[] words() {
        return words.clone();
    }

    /** Whether one of the bits is set that an operation waits for. A name that is not known is ready. */
    public boolean isReady(long state, long waitedFor) {
        if (state >= 0 && waitedFor >= 0) {
            return (state & waitedFor) != 0;
        }
        long[] ready = ofState(state);
        long[] waited = ofBits(waitedFor, null);
        boolean isReady = waited == null;
        for (int i = 0; !isReady && i < waited.length; i++) {
            isReady = (word(ready, i) & waited[i]) != 0;
        }
        return isReady;
    }

    /**
     * A state in which some bits are others: those of what an event on a {@linkplain OperationKind#CHANNEL_CHANGE channel} changes, in the
     * form of what an operation waits for.
     */
    public long changed(long state, long bits) {
        if (state >= 0 && bits >= 0) {
            return state ^ bits;
        }
        long[] before = ofState(state);
        long[] turned = ofBits(bits, NOTHING);
        long[] after = new long[Math.max(before.length, turned.length)];
        for (int i = 0; i < after.length; i++) {
            after[i] = word(before, i) ^ (i < turned.length ? turned[i] : 0);
        }
        int count = after.length;
        while (count > 1 && after[count - 1] == OperationKind.ALL_READY) {
            count--;
        }
        if (count == 1) {
            return after[0];
        }
        long[] shortest = Arrays.copyOf(after, count);
        long name = nameOf(shortest);
        meanings.putIfAbsent(name, shortest);
        return name;
    }

    /** As the runtime has it, so that one state has one name: {@code name_of} in {@code ready_words.c}. */
    private static long nameOf(long[] words) {
        long hash = words.length;
        for (long word : words) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return (hash & ~(SINGLE | 3)) | Long.MIN_VALUE;
    }

    /** The words that a state has. */
    private long[] ofState(long state) {
        return state >= 0 ? new long[] {state} : meanings.getOrDefault(state, NOTHING);
    }

    /** The words of what an operation waits for. */
    private long[] ofBits(long bits, long[] ifNotKnown) {
        if (bits >= 0) {
            return new long[] {bits};
        }
        if ((bits & SINGLE) == SINGLE) {
            int bit = (int) ((bits & ~SINGLE) >>> 2);
            long[] single = new long[bit / BITS + 1];
            single[bit / BITS] = 1L << bit % BITS;
            return single;
        }
        return meanings.getOrDefault(bits, ifNotKnown);
    }

    /** Words that a state does not have are of what nobody knows of yet, which is ready. */
    private static long word(long[] state, int number) {
        return number < state.length ? state[number] : OperationKind.ALL_READY;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReadyWords ready && Arrays.equals(words, ready.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        return meanings.size() + " names for words of readiness";
    }
}
