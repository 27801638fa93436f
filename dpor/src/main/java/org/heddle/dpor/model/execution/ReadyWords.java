package org.heddle.dpor.model.execution;

import java.util.Arrays;
import java.util.HashMap;
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

    private final long[] words;
    private final Map<Long, Integer> entries; // by name, where the entry is
    private final Map<Long, long[]> reached = new ConcurrentHashMap<>(); // states that this execution does not have

    /**
     * Names and what they stand for.
     *
     * @param words for each name this, how many words it stands for, and these words
     * @throws IllegalArgumentException if that is not so, or one name stands for two things
     */
    public ReadyWords(long... words) {
        this.words = words.clone();
        entries = words.length == 0 ? Map.of() : new HashMap<>();
        int at = 0;
        while (at < words.length) {
            boolean fits = at + 1 < words.length && words[at + 1] > 0 && words[at + 1] <= words.length - at - 2;
            if (!fits) {
                throw new IllegalArgumentException("a name for words that are not there");
            }
            Integer before = entries.putIfAbsent(words[at], at);
            int end = at + 2 + (int) words[at + 1];
            if (before != null && !isEqual(before, at)) {
                throw new IllegalArgumentException("a name that stands for two things");
            }
            at = end;
        }
    }

    private boolean isEqual(int entry, int other) {
        int length = 2 + (int) words[entry + 1];
        return Arrays.equals(words, entry, entry + length, words, other, Math.min(other + length, words.length));
    }

    /** All that was given to the constructor. */
    public long[] words() {
        return words.clone();
    }

    /** Whether one of the bits is set that an operation waits for. A name that is not known is ready. */
    public boolean isReady(long state, long waitedFor) {
        if (waitedFor >= 0) {
            return (word(state, 0) & waitedFor) != 0;
        }
        if ((waitedFor & SINGLE) == SINGLE) {
            int bit = singleOf(waitedFor);
            return (word(state, bit / BITS) >>> bit % BITS & 1) != 0;
        }
        Integer entry = entries.get(waitedFor);
        if (entry == null) {
            return true;
        }
        for (int i = 0; i < (int) words[entry + 1]; i++) {
            if ((word(state, i) & words[entry + 2 + i]) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * A state in which some bits are others: those of what an event on a {@linkplain OperationKind#CHANNEL_CHANGE channel} changes, in the
     * form of what an operation waits for.
     */
    public long changed(long state, long bits) {
        if (state >= 0 && bits >= 0) {
            return state ^ bits;
        }
        long[] all = new long[Math.max(length(state), lengthOfBits(bits))];
        for (int i = 0; i < all.length; i++) {
            all[i] = word(state, i) ^ wordOfBits(bits, i);
        }
        int count = all.length;
        while (count > 1 && all[count - 1] == OperationKind.ALL_READY) {
            count--;
        }
        if (count == 1) {
            return all[0];
        }
        long[] shortest = Arrays.copyOf(all, count);
        long name = nameOf(shortest);
        if (!entries.containsKey(name)) {
            reached.put(name, shortest);
        }
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

    private int length(long state) {
        Integer entry = state >= 0 ? null : entries.get(state);
        long[] made = reached.get(state);
        return entry != null ? (int) words[entry + 1] : made != null ? made.length : 1;
    }

    private static int singleOf(long bits) {
        return (int) ((bits & ~SINGLE) >>> 2);
    }

    private int lengthOfBits(long bits) {
        return (bits & SINGLE) == SINGLE ? singleOf(bits) / BITS + 1 : length(bits);
    }

    /** A word of bits. A name that is not known stands for none. */
    private long wordOfBits(long bits, int number) {
        if (bits >= 0) {
            return number == 0 ? bits : 0;
        }
        if ((bits & SINGLE) == SINGLE) {
            return number == singleOf(bits) / BITS ? 1L << singleOf(bits) % BITS : 0;
        }
        Integer entry = entries.get(bits);
        return entry != null && number < (int) words[entry + 1] ? words[entry + 2 + number] : 0;
    }

    /** A word of a state. Those that it does not have are of what nobody knows of yet, which is ready. */
    private long word(long state, int number) {
        if (state >= 0) {
            return number == 0 ? state : OperationKind.ALL_READY;
        }
        Integer entry = entries.get(state);
        if (entry == null) {
            long[] made = reached.get(state);
            return made != null && number < made.length ? made[number] : OperationKind.ALL_READY;
        }
        return number < (int) words[entry + 1] ? words[entry + 2 + number] : OperationKind.ALL_READY;
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
        return entries.size() + " names for words of readiness";
    }
}
