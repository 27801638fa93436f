package org.heddle.cli.check.dap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.cli.check.replay.CallStacks;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;

/** The source lines that steps come to: their own, and those of calls in which they are the first. */
final class StepPlaces {
    /**
     * A line of a file.
     *
     * @param line from 1
     */
    private record SourceLine(Path file, int line) {}

    private final Map<Integer, Set<SourceLine>> bySteps = new HashMap<>();
    private final Map<String, Set<Integer>> byFunctions = new HashMap<>();
    private final Set<SourceLine> all = new HashSet<>();

    StepPlaces(List<TraceLine> lines, CallStacks stacks, SourcePaths paths) {
        Map<String, List<Location>> before = new HashMap<>();
        for (TraceLine line : lines) {
            List<Location> calls = stacks.ofStep(line.step());
            Set<SourceLine> places = new HashSet<>();
            add(places, line.location(), paths);
            if (!calls.isEmpty()) {
                add(places, calls.get(0), paths);
                List<Location> previous = before.getOrDefault(line.thread(), List.of());
                entered(calls, previous).forEach(call -> add(places, call, paths));
                begun(calls, previous).forEach(call -> byFunctions
                        .computeIfAbsent(call.function(), function -> new TreeSet<>())
                        .add(line.step()));
                before.put(line.thread(), calls);
            }
            bySteps.put(line.step(), places);
            all.addAll(places);
        }
    }

    private static void add(Set<SourceLine> places, Location place, SourcePaths paths) {
        paths.of(place).ifPresent(file -> places.add(new SourceLine(file, place.line())));
    }

    /** The calls of a stack, from the innermost one, in which its thread was not yet a step before. */
    private static List<Location> entered(List<Location> calls, List<Location> before) {
        int same = 0;
        while (same < calls.size()
                && same < before.size()
                && calls.get(calls.size() - 1 - same).equals(before.get(before.size() - 1 - same))) {
            same++;
        }
        return calls.subList(0, calls.size() - same);
    }

    /** The calls of a stack that were not under way a step before. One that is on an earlier line than then has begun anew, or loops. */
    private static List<Location> begun(List<Location> calls, List<Location> before) {
        List<Location> entered = entered(calls, before);
        if (entered.isEmpty() || before.size() <= calls.size() - entered.size()) {
            return entered;
        }
        Location outermost = entered.get(entered.size() - 1);
        Location was = before.get(before.size() - 1 - (calls.size() - entered.size()));
        boolean goesOn = was.function().equals(outermost.function()) && was.line() <= outermost.line();
        return goesOn ? entered.subList(0, entered.size() - 1) : entered;
    }

    /** The steps that are the first in a call of a function. */
    Set<Integer> stepsIn(String function) {
        return byFunctions.getOrDefault(function, Set.of());
    }

    /** The steps at a line. */
    Set<Integer> stepsAt(Path file, int line) {
        SourceLine wanted = new SourceLine(file, line);
        Set<Integer> steps = new TreeSet<>();
        bySteps.forEach((step, places) -> {
            if (places.contains(wanted)) {
                steps.add(step);
            }
        });
        return steps;
    }

    /** The lines of a file at which steps are, in order. */
    List<Integer> linesOf(Path file) {
        List<Integer> lines = new ArrayList<>();
        all.stream()
                .filter(place -> place.file().equals(file))
                .map(SourceLine::line)
                .sorted()
                .forEach(lines::add);
        return lines;
    }
}
