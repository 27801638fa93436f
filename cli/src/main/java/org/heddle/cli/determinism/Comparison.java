package org.heddle.cli.determinism;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;

/** Compares two executions of one schedule: their events with values and places, what they print, how they end. */
final class Comparison {
    private Comparison() {}

    /**
     * What differs first, in each respect: a result that nobody controls before what may come of it, and only where
     * something else differs, too; empty if they are the same. Addresses are names that are stable, so they are compared like all
     * else.
     *
     * @param first the execution whose schedule it is
     * @param other one that was to follow the schedule of the first, and may have diverged
     */
    static List<Difference> of(Execution first, Execution other) {
        List<Difference> differences = new ArrayList<>();
        boolean diverged = other.outcome() == Outcome.DIVERGED;
        Optional<Difference> step = step(first.events(), other.events(), diverged);
        step.ifPresent(differences::add);
        output(Difference.Stream.STDOUT, first.stdout(), other.stdout(), diverged)
                .ifPresent(differences::add);
        output(Difference.Stream.STDERR, first.stderr(), other.stderr(), diverged)
                .ifPresent(differences::add);
        if (!diverged && (first.outcome() != other.outcome() || first.status() != other.status())) {
            differences.add(new Difference.OfEnd());
        }
        if (!differences.isEmpty()) {
            source(first, other, step).ifPresent(source -> differences.add(0, source));
        }
        return List.copyOf(differences);
    }

    /** The calls of an execution whose results nobody controls, in their order. */
    static List<Note> sources(Execution execution) {
        return execution.notes().stream()
                .filter(note -> note.kind() == Note.Kind.SOURCE)
                .toList();
    }

    /** The first call whose result nobody controls, and which gives another one, where all else is the same. */
    static Optional<Difference> source(Execution first, Execution other) {
        return source(first, other, Optional.empty());
    }

    /** What calls give after the executions have taken different courses explains nothing. */
    private static Optional<Difference> source(Execution first, Execution other, Optional<Difference> step) {
        int end = step.isPresent() && step.get() instanceof Difference.OfStep at ? at.step() : Integer.MAX_VALUE;
        List<Note> ones = sources(first);
        List<Note> others = sources(other);
        for (int number = 0; number < Math.min(ones.size(), others.size()); number++) {
            Note one = ones.get(number);
            if (one.step() > end) {
                return Optional.empty();
            }
            if (!one.equals(others.get(number))) {
                return Optional.of(new Difference.OfSource(number));
            }
        }
        return Optional.empty();
    }

    private static Optional<Difference> step(List<Event> first, List<Event> other, boolean diverged) {
        int shorter = Math.min(first.size(), other.size());
        for (int step = 0; step < shorter; step++) {
            if (!first.get(step).equals(other.get(step))) {
                return Optional.of(new Difference.OfStep(step));
            }
        }
        return diverged || first.size() != other.size()
                ? Optional.of(new Difference.OfStep(shorter))
                : Optional.empty();
    }

    /** An execution that diverged was stopped there: what it has not printed yet says nothing. */
    private static Optional<Difference> output(
            Difference.Stream stream, byte[] first, byte[] other, boolean isOtherCut) {
        int at = Arrays.mismatch(first, other);
        if (at < 0 || (isOtherCut && at == other.length)) {
            return Optional.empty();
        }
        int begin = at;
        while (begin > 0 && first[begin - 1] != '\n') {
            begin--;
        }
        int line = 1;
        for (int k = 0; k < begin; k++) {
            line += first[k] == '\n' ? 1 : 0;
        }
        return Optional.of(
                new Difference.OfOutput(stream, line, at - begin + 1, line(first, begin), line(other, begin)));
    }

    private static String line(byte[] text, int begin) {
        int end = begin;
        while (end < text.length && text[end] != '\n') {
            end++;
        }
        return new String(text, begin, end - begin, StandardCharsets.UTF_8);
    }
}
