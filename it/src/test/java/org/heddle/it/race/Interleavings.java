package org.heddle.it.race;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All interleavings of a program by brute force, and the races in them by the definition: two conflicting plain accesses of which
 * neither happens before the other by C11, the first being the last write, or a read since then that no later read happens after.
 */
final class Interleavings {
    private final List<List<Line>> threads;
    private final Set<String> pairs = new TreeSet<>();
    private final Set<Integer> variables = new TreeSet<>();

    /** An access, with the number of events of its thread before it, and what happened before it. */
    private record Access(int thread, int time, boolean writes, int line, List<Integer> before) {
        boolean happensBefore(Access later) {
            return thread == later.thread || later.before.get(thread) > time;
        }
    }

    /** Everything at a point of an interleaving. */
    private static final class State {
        private int[] next;
        private int[][] clocks;
        private int[][] releaseFence;
        private int[][] acquireFence;
        private int[][] mutexes;
        private int[][] atomics;
        private int[][] pipes;
        private final int[] heads = {-1, -1};
        private final int[] owners = {-1, -1};
        private final int[] values = new int[RandomRacyProgram.OBJECTS];
        private boolean[] created;
        private final List<List<Access>> history = new ArrayList<>();

        private State(int count) {
            next = new int[count];
            clocks = new int[count][count];
            releaseFence = new int[count][count];
            acquireFence = new int[count][count];
            mutexes = new int[RandomRacyProgram.OBJECTS][count];
            atomics = new int[RandomRacyProgram.OBJECTS][count];
            pipes = new int[RandomRacyProgram.OBJECTS][count];
            created = new boolean[count];
            created[0] = true;
            for (int i = 0; i < RandomRacyProgram.OBJECTS; i++) {
                history.add(List.of());
            }
        }

        private State(State other) {
            next = other.next.clone();
            clocks = copy(other.clocks);
            releaseFence = copy(other.releaseFence);
            acquireFence = copy(other.acquireFence);
            mutexes = copy(other.mutexes);
            atomics = copy(other.atomics);
            pipes = copy(other.pipes);
            created = other.created.clone();
            System.arraycopy(other.heads, 0, heads, 0, heads.length);
            System.arraycopy(other.owners, 0, owners, 0, owners.length);
            System.arraycopy(other.values, 0, values, 0, values.length);
            history.addAll(other.history);
        }

        private static int[][] copy(int[][] rows) {
            return Arrays.stream(rows).map(int[]::clone).toArray(int[][]::new);
        }
    }

    /** Explores them all. */
    Interleavings(RandomRacyProgram program) {
        threads = program.threads();
        explore(new State(threads.size()));
    }

    /** Pairs of lines, the lower first. */
    Set<String> pairs() {
        return pairs;
    }

    /** The variables that are raced for. */
    Set<Integer> variables() {
        return variables;
    }

    private void explore(State state) {
        for (int thread = 0; thread < threads.size(); thread++) {
            if (isEnabled(state, thread)) {
                State after = new State(state);
                execute(after, thread, threads.get(thread).get(after.next[thread]++));
                explore(after);
            }
        }
    }

    private boolean isEnabled(State state, int thread) {
        if (!state.created[thread] || hasEnded(state, thread)) {
            return false;
        }
        Line line = threads.get(thread).get(state.next[thread]);
        return switch (line.action()) {
            case LOCK -> state.owners[line.object()] < 0;
            case JOIN -> hasEnded(state, line.object());
            default -> true;
        };
    }

    private boolean hasEnded(State state, int thread) {
        return state.next[thread] == threads.get(thread).size();
    }

    private void execute(State s, int thread, Line line) {
        int[] clock = s.clocks[thread];
        int object = line.object();
        switch (line.action()) {
            case READ -> access(s, thread, line, false);
            case WRITE -> access(s, thread, line, true);
            case LOCK -> {
                s.owners[object] = thread;
                join(clock, s.mutexes[object]);
            }
            case UNLOCK -> {
                s.owners[object] = -1;
                clock[thread]++;
                s.mutexes[object] = clock.clone();
            }
            case LOAD -> load(s, thread, line);
            case STORE -> {
                clock[thread]++;
                int[] passed = line.releases() ? clock : s.releaseFence[thread];
                if (s.heads[object] != thread) {
                    s.atomics[object] = new int[clock.length];
                }
                join(s.atomics[object], passed);
                s.heads[object] = thread;
                s.values[object] = 1;
            }
            case ADD -> {
                load(s, thread, line);
                clock[thread]++;
                join(s.atomics[object], line.releases() ? clock : s.releaseFence[thread]);
                s.values[object]++;
            }
            case LOAD_THEN_WRITE -> {
                load(s, thread, line);
                if (s.values[object] != 0) {
                    access(s, thread, line, true);
                }
            }
            case FENCE -> {
                if (line.acquires()) {
                    join(clock, s.acquireFence[thread]);
                }
                if (line.releases()) {
                    clock[thread]++;
                    s.releaseFence[thread] = clock.clone();
                }
            }
            case SEND -> {
                clock[thread]++;
                join(s.pipes[object], clock);
            }
            case RECEIVE -> join(clock, s.pipes[object]); // of all that was written so far
            case CREATE -> {
                clock[thread]++;
                s.created[object] = true;
                join(s.clocks[object], clock);
            }
            case JOIN -> {
                s.clocks[object][object]++;
                join(clock, s.clocks[object]);
            }
        }
    }

    private static void load(State s, int thread, Line line) {
        join(line.acquires() ? s.clocks[thread] : s.acquireFence[thread], s.atomics[line.object()]);
    }

    private static void join(int[] into, int[] from) {
        for (int i = 0; i < into.length; i++) {
            into[i] = Math.max(into[i], from[i]);
        }
    }

    private void access(State s, int thread, Line line, boolean writes) {
        int[] clock = s.clocks[thread];
        Access access = new Access(
                thread,
                clock[thread],
                writes,
                line.number(),
                Arrays.stream(clock).boxed().toList());
        List<Access> kept = new ArrayList<>();
        for (Access earlier : s.history.get(line.object())) {
            if ((writes || earlier.writes()) && !earlier.happensBefore(access)) {
                int low = Math.min(line.number(), earlier.line());
                pairs.add(low + "-" + Math.max(line.number(), earlier.line()));
                variables.add(line.object());
            }
            boolean replaced = writes || (!earlier.writes() && earlier.happensBefore(access));
            if (!replaced) {
                kept.add(earlier);
            }
        }
        kept.add(access);
        s.history.set(line.object(), List.copyOf(kept));
    }
}
