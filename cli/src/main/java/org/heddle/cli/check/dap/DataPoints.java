package org.heddle.cli.check.dap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.inspect.Place;
import org.heddle.cli.check.replay.Moments;
import org.heddle.cli.report.TraceLine;

/**
 * The steps that have to do with data. Data is an object that steps name, or else memory, of which gdb sees at which steps it changes. Its
 * id is {@code steps NAME}, or {@code memory THREAD EXPRESSION # NAME}.
 */
final class DataPoints {
    private static final String STEPS = "steps ";
    private static final String MEMORY = "memory ";
    private static final String NAME = " # ";

    /** Of an object the steps that only look at it. */
    private static final Set<String> LOOKS = Set.of("atomic-load", "read", "await", "sem-getvalue");

    private final Moments moments;
    private final Values values;

    DataPoints(Moments moments, Values values) {
        this.moments = moments;
        this.values = values;
    }

    /** Whether steps of the schedule name this object. */
    private boolean isObject(String name) {
        return moments.lines().stream().anyMatch(line -> line.object().equals(name));
    }

    /**
     * The id of data.
     *
     * @throws UserError if it is not in memory
     */
    String id(int moment, Place place, String expression) throws UserError, InterruptedException {
        return isObject(expression)
                ? STEPS + expression
                : MEMORY + place.thread() + " " + values.gdb().address(moment, place, expression) + NAME + expression;
    }

    /** Whether reads of it are known, too. */
    static boolean showsReads(String id) {
        return id.startsWith(STEPS);
    }

    /** What it is, in words. */
    static String name(String id) {
        return id.startsWith(STEPS) ? id.substring(STEPS.length()) : id.substring(id.indexOf(NAME) + NAME.length());
    }

    /**
     * The steps that write data, read it, or do one of both.
     *
     * @throws UserError if gdb cannot look at it, or there is no such data
     */
    Set<Integer> steps(String id, boolean reads, boolean writes) throws UserError, IOException, InterruptedException {
        if (id.startsWith(STEPS)) {
            Set<Integer> steps = new TreeSet<>();
            for (TraceLine line : moments.lines()) {
                boolean looks = LOOKS.contains(line.kind());
                if (line.object().equals(name(id)) && (looks ? reads : writes)) {
                    steps.add(line.step());
                }
            }
            return steps;
        }
        int end = id.indexOf(NAME);
        List<String> words =
                new ArrayList<>(List.of(id.substring(0, Math.max(end, 0)).split(" ", 3)));
        if (!id.startsWith(MEMORY) || words.size() < 3) {
            throw new UserError("there is no data with the id " + id);
        }
        return changes(moments.values(words.get(1), words.get(2)));
    }

    /** The steps behind which the value is another one than before. */
    private static Set<Integer> changes(Map<Integer, String> byMoment) {
        Set<Integer> steps = new TreeSet<>();
        String before = null;
        for (Map.Entry<Integer, String> value : byMoment.entrySet()) {
            if (before != null && !before.equals(value.getValue())) {
                steps.add(value.getKey() - 1);
            }
            before = value.getValue();
        }
        return steps;
    }
}
