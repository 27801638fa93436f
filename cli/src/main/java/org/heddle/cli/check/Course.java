package org.heddle.cli.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.heddle.cli.report.Stage;
import org.heddle.dpor.explore.WorkItem;

/** Counts executions by the strategy and the bound that they were run for. */
final class Course {
    private final Map<Key, Long> counts = new LinkedHashMap<>();

    private record Key(String strategy, int bound) {}

    void executed(WorkItem item) {
        counts.merge(new Key(item.strategy(), item.bound()), 1L, Long::sum);
    }

    /** The parts of the exploration in the order in which they began. */
    List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        counts.forEach((key, count) -> stages.add(
                new Stage(key.strategy, key.bound < 0 ? OptionalInt.empty() : OptionalInt.of(key.bound), count)));
        return List.copyOf(stages);
    }
}
