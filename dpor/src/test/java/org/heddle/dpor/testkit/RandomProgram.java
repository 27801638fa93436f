package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.heddle.dpor.testkit.Program.Style;

/** A random program in a form that can be printed and shrunk. */
public record RandomProgram(List<List<Statement>> threads, Style style) {
    /** Used by more threads than it waits for. */
    public static final long CROWDED_BARRIER = ReferenceOrder.CROWDED_BARRIER;

    /** The program with this seed, in which waits for locks are interrupted. */
    public static RandomProgram interrupting(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.INTERRUPTING, isCrowded(seed)).program();
    }

    /** The program with this seed, whose threads go round loops, some of them for ever. */
    public static RandomProgram looping(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.LOOPING, isCrowded(seed)).program();
    }

    /** The program with this seed, with timers, and signals to the first thread. */
    public static RandomProgram withTimers(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.WITH_TIMERS, isCrowded(seed)).program();
    }

    /** The program with this seed, with timers and signals, whose threads go round loops. */
    public static RandomProgram loopingWithTimers(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.LOOPING_WITH_TIMERS, isCrowded(seed)).program();
    }

    /** The program with this seed, with atomic sections. */
    public static RandomProgram withSections(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.SECTIONS, isCrowded(seed)).program();
    }

    /** The program with this seed, with atomic sections in which the process may end. */
    public static RandomProgram withSectionsThatEnd(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.ENDING_SECTIONS, isCrowded(seed)).program();
    }

    /** The program with this seed, with semaphores above all. */
    public static RandomProgram withSemaphores(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.SEMAPHORES, isCrowded(seed)).program();
    }

    /** The program with this seed, with numbers that threads add to without looking. */
    public static RandomProgram counting(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.COUNTERS, isCrowded(seed)).program();
    }

    /** The program with this seed, in which threads store one number. */
    public static RandomProgram marking(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.MARKS, isCrowded(seed)).program();
    }

    /** The program with this seed, in which threads store one number or several, or add to it. */
    public static RandomProgram markingOrAdding(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.MARKS_THAT_DIFFER, isCrowded(seed)).program();
    }

    /** The program with this seed, in which threads spin. */
    public static RandomProgram spinning(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.SPINNING, isCrowded(seed)).program();
    }

    /**
     * The program with this seed; in every third, threads spin, and every sixth has atomic sections. None spins on what is
     * written by an access of more than eight bytes: what that leaves is not known, so that a search which cannot take back a
     * plan runs into threads that spin on after all.
     */
    public static RandomProgram ofAnyKind(long seed) {
        if (seed % 6 == 4) {
            return withSections(seed);
        }
        return seed % 3 == 2
                ? new ProgramGenerator(new Random(seed), Mixes.SPINNING_ON_WORDS, isCrowded(seed)).program()
                : of(seed);
    }

    /** The program with this seed. */
    public static RandomProgram of(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.USUAL, isCrowded(seed)).program();
    }

    /** The program with this seed, one of whose threads says somewhere that exploring begins. */
    public static RandomProgram withBegin(long seed) {
        RandomProgram program = ofAnyKind(seed);
        Random random = new Random(seed);
        List<List<Statement>> threads = new ArrayList<>(program.threads);
        int thread = random.nextInt(threads.size());
        List<Statement> body = new ArrayList<>(threads.get(thread));
        body.add(random.nextInt(body.size() + 1), new Statement.Simple("BEGIN", 0, 0, 0));
        threads.set(thread, body);
        return new RandomProgram(threads, program.style);
    }

    /** The program with this seed, whose first thread creates the others and ends the process while they may still run. */
    public static RandomProgram exiting(long seed) {
        return new ProgramGenerator(new Random(seed), Mixes.EXITING, isCrowded(seed), true).program();
    }

    /** The program with this seed, whose first thread creates others, most of which do the same. */
    public static RandomProgram withThreadsAlike(long seed) {
        Random random = new Random(seed);
        RandomProgram any = new ProgramGenerator(random, Mixes.USUAL, isCrowded(seed), true).program();
        List<List<Statement>> threads = new ArrayList<>(any.threads);
        List<Statement> joins = new ArrayList<>();
        for (int t = 1; t < threads.size(); t++) {
            threads.set(t, random.nextInt(4) == 0 ? threads.get(t) : threads.get(1));
            joins.add(new Statement.Simple("join", t, 0, 0));
        }
        List<Statement> main = new ArrayList<>(threads.get(0));
        if (random.nextInt(3) > 0) { // it waits for all, or for none
            main.removeAll(joins);
            main.addAll(random.nextInt(3) > 0 ? joins : List.of());
            threads.set(0, main);
        }
        return new RandomProgram(threads, any.style);
    }

    /** Whether barriers of the program with this seed are used by more threads than they wait for. */
    public static boolean isCrowded(long seed) {
        return (seed & 1) != 0;
    }

    /** The smallest program, by steps of {@link #simpler}, that fails as this one does. */
    public RandomProgram shrink(Predicate<RandomProgram> fails) {
        RandomProgram smallest = this;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (RandomProgram candidate : smallest.simpler()) {
                if (failsOrThrows(candidate, fails)) {
                    smallest = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        return smallest;
    }

    private static boolean failsOrThrows(RandomProgram candidate, Predicate<RandomProgram> fails) {
        try {
            return fails.test(candidate);
        } catch (RuntimeException e) {
            return true;
        }
    }

    /** The executable form; threads that do the same have one code. */
    public Program compile() {
        Map<List<Statement>, Code> codes = new HashMap<>();
        return new Program(
                threads.stream()
                        .map(statements -> codes.computeIfAbsent(statements, RandomProgram::compile))
                        .toList(),
                style);
    }

    private static Code compile(List<Statement> statements) {
        Code code = new Code();
        Statement.compile(statements, code);
        return code;
    }

    /** All programs one step simpler. */
    public List<RandomProgram> simpler() {
        List<RandomProgram> all = new ArrayList<>();
        for (int t = 0; t < threads.size(); t++) {
            for (List<Statement> shrunk : Statement.shrink(threads.get(t))) {
                List<List<Statement>> changed = new ArrayList<>(threads);
                changed.set(t, shrunk);
                all.add(new RandomProgram(changed, style));
            }
        }
        return all;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(style.toString());
        for (int t = 0; t < threads.size(); t++) {
            text.append("\n  T").append(t).append(": ").append(threads.get(t));
        }
        return text.toString();
    }
}
