package org.heddle.cli.check.dap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All places where an editor wants to stop. It gives each sort of them as a whole, those of lines for each file. */
final class StopPoints {
    private final Map<String, List<StopPoint>> groups = new HashMap<>();
    private int lastId;

    /** A number that none has had. */
    int nextId() {
        return ++lastId;
    }

    /** Replaces those of a group. */
    void set(String group, List<StopPoint> points) {
        groups.put(group, List.copyOf(points));
    }

    /** Those before a step. */
    List<StopPoint> at(int step) {
        List<StopPoint> here = new ArrayList<>();
        groups.values().forEach(points -> points.stream()
                .filter(point -> point.steps().contains(step))
                .forEach(here::add));
        return here;
    }
}
