package org.heddle.it.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The abstract machine of x86-TSO (Owens, Sarkar, Sewell, TPHOLs 2009, §3), run in all ways: each thread has a queue of stores, which
 * leave it in order, at any moment. A load reads the youngest byte of the own queue, else memory. That of PSO (The SPARC Architecture
 * Manual, Version 9, §8.4.4) lets stores leave in any order, but for those that overlap and for what lies behind a barrier. It knows
 * nothing of Heddle.
 *
 * <p>A program is a word for each thread, see {@code litmus.c}: two characters an operation.
 */
final class StoreBufferMachine {
    /** A rule of the machine that a test may break. */
    enum Rule {
        /** A thread sees its own stores at once. */
        FORWARDING,
        /** A fence waits until the queue is empty. */
        FENCES_DRAIN,
        /** So does a read-modify-write. */
        UPDATES_DRAIN,
        /** Stores leave the queue in the order in which they went into it. */
        IN_ORDER,
        /** Stores that overlap do. */
        OVERLAPPING_IN_ORDER,
        /** A release store leaves when all earlier ones have left. */
        RELEASES_WAIT,
        /** What comes after a release fence leaves when all before it has left. */
        RELEASE_FENCES_HOLD,
        /** Stores go into a queue at all. */
        BUFFERS
    }

    static final Set<Rule> TSO =
            Set.of(Rule.FORWARDING, Rule.FENCES_DRAIN, Rule.UPDATES_DRAIN, Rule.IN_ORDER, Rule.BUFFERS);
    static final Set<Rule> PSO = Set.of(
            Rule.FORWARDING,
            Rule.FENCES_DRAIN,
            Rule.UPDATES_DRAIN,
            Rule.OVERLAPPING_IN_ORDER,
            Rule.RELEASES_WAIT,
            Rule.RELEASE_FENCES_HOLD,
            Rule.BUFFERS);

    static final int VARIABLES = 3;
    private static final int BYTES = 2 * VARIABLES;

    /** Bytes from some place on, in a queue; none: a release fence. */
    private static final class Store {
        private final boolean isRelease;
        private final int at;
        private final byte[] bytes;

        Store(boolean isRelease, int at, byte... bytes) {
            this.isRelease = isRelease;
            this.at = at;
            this.bytes = bytes;
        }

        boolean isFence() {
            return bytes.length == 0;
        }

        boolean overlaps(Store other) {
            return at < other.at + other.bytes.length && other.at < at + bytes.length;
        }

        @Override
        public String toString() {
            return (isRelease ? "release " : "") + at + "=" + Arrays.toString(bytes);
        }
    }

    /** Where the machine is; of each thread, what comes next, its queue, and what it has read. */
    private static final class State {
        private final byte[] memory;
        private final int[] next;
        private final List<List<Store>> queues = new ArrayList<>();
        private final String[] read;

        State(int threads) {
            memory = new byte[BYTES];
            next = new int[threads];
            read = new String[threads];
            Arrays.fill(read, "");
            for (int thread = 0; thread < threads; thread++) {
                queues.add(new ArrayList<>());
            }
        }

        private State(State from) {
            memory = from.memory.clone();
            next = from.next.clone();
            read = from.read.clone();
            from.queues.forEach(queue -> queues.add(new ArrayList<>(queue)));
        }

        private String key() {
            return Arrays.toString(memory) + Arrays.toString(next) + queues + Arrays.toString(read);
        }

        private State copy() {
            return new State(this);
        }
    }

    private final List<String> threads;
    private final Set<Rule> rules;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> outcomes = new TreeSet<>();

    private StoreBufferMachine(List<String> threads, Set<Rule> rules) {
        this.threads = threads;
        this.rules = rules;
    }

    /** All that the program can print. */
    static Set<String> outcomes(List<String> threads, Set<Rule> rules) {
        StoreBufferMachine machine = new StoreBufferMachine(threads, rules);
        machine.visit(new State(threads.size()));
        return machine.outcomes;
    }

    private void visit(State state) {
        if (!seen.add(state.key())) {
            return;
        }
        boolean isOver = true;
        for (int thread = 0; thread < threads.size(); thread++) {
            List<Store> queue = state.queues.get(thread);
            for (int place = 0; place < queue.size(); place++) {
                if (!mayLeave(queue, place)) {
                    continue;
                }
                State after = state.copy();
                write(after, after.queues.get(thread).remove(place));
                visit(after);
            }
            boolean goesOn = state.next[thread] < threads.get(thread).length();
            isOver &= !goesOn && queue.isEmpty();
            if (goesOn) {
                State after = state.copy();
                if (step(after, thread)) {
                    visit(after);
                }
            }
        }
        if (isOver) {
            outcomes.add(String.join("|", state.read) + "|" + values(state));
        }
    }

    private boolean mayLeave(List<Store> queue, int place) {
        Store store = queue.get(place);
        boolean isHeld = rules.contains(Rule.IN_ORDER) || store.isFence();
        isHeld |= rules.contains(Rule.RELEASES_WAIT) && store.isRelease;
        boolean inOrder = rules.contains(Rule.OVERLAPPING_IN_ORDER);
        for (Store older : queue.subList(0, place)) {
            if (isHeld || older.isFence() || (inOrder && store.overlaps(older))) {
                return false;
            }
        }
        return true;
    }

    private static String values(State state) {
        StringBuilder all = new StringBuilder();
        for (int variable = 0; variable < VARIABLES; variable++) {
            all.append(' ').append(number(Arrays.copyOfRange(state.memory, 2 * variable, 2 * variable + 2)));
        }
        return all.toString();
    }

    private static int number(byte[] bytes) {
        int number = 0;
        for (int k = bytes.length - 1; k >= 0; k--) {
            number = (number << 8) | (bytes[k] & 0xff);
        }
        return number;
    }

    private static void write(State state, Store store) {
        System.arraycopy(store.bytes, 0, state.memory, store.at, store.bytes.length);
    }

    private byte[] load(State state, int thread, int at, int size) {
        byte[] view = state.memory.clone();
        if (rules.contains(Rule.FORWARDING)) {
            for (Store store : state.queues.get(thread)) {
                System.arraycopy(store.bytes, 0, view, store.at, store.bytes.length);
            }
        }
        return Arrays.copyOfRange(view, at, at + size);
    }

    /** Does the thread's next operation; false if it cannot be done yet. */
    private boolean step(State state, int thread) {
        String program = threads.get(thread);
        char kind = program.charAt(state.next[thread]);
        int operand = program.charAt(state.next[thread] + 1) - '0';
        int at = 2 * (operand % VARIABLES);
        byte value = (byte) (1 + operand / VARIABLES + 2 * thread);
        boolean isEmpty = state.queues.get(thread).isEmpty();
        state.next[thread] += 2;
        switch (kind) {
            case 'w', 'p' -> put(state, thread, new Store(false, at, value, value), false);
            case 'v' -> put(state, thread, new Store(true, at, value, value), false);
            case 'W' -> {
                if (!isEmpty) {
                    return false;
                }
                put(state, thread, new Store(false, at, value, value), true);
            }
            case 'l' -> put(state, thread, new Store(false, at, value), false);
            case 'h' -> put(state, thread, new Store(true, at + 1, value), false);
            case 'r', 'q' -> state.read[thread] += " " + number(load(state, thread, at, 2));
            case 'b' -> state.read[thread] += " " + number(load(state, thread, at + 1, 1));
            case 'x' -> {
                if (!isEmpty && rules.contains(Rule.UPDATES_DRAIN)) {
                    return false;
                }
                state.read[thread] += " " + number(load(state, thread, at, 2));
                put(state, thread, new Store(false, at, value, value), true);
            }
            case 'f' -> {
                return isEmpty || !rules.contains(Rule.FENCES_DRAIN);
            }
            case 'a' -> {
                if (rules.contains(Rule.RELEASE_FENCES_HOLD) && !isEmpty) {
                    state.queues.get(thread).add(new Store(false, 0));
                }
            }
            default -> throw new IllegalArgumentException(program);
        }
        return true;
    }

    private void put(State state, int thread, Store store, boolean atOnce) {
        if (atOnce || !rules.contains(Rule.BUFFERS)) {
            write(state, store);
        } else {
            state.queues.get(thread).add(store);
        }
    }
}
