package org.heddle.cli.check.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.heddle.cli.report.Stage;
import org.heddle.dpor.explore.plan.WorkItem;

/** Counts executions by the strategy and the bound that they were run for. */
final class Course {
    private final List<Part> parts = new ArrayList<>();
    private Part latest = new Part("", 0); // most executions belong to the same as the one before

    private static final class Part {
        private final String strategy;
        private final int bound;
        private long count;

        Part(String strategy, int bound) {
            this.strategy = strategy;
            this.bound = bound;
        }

        boolean isOf(WorkItem item) {
            return bound == item.bound() && strategy.equals(item.strategy());
        }
    }

    void executed(WorkItem item) {
        if (!latest.isOf(item)) {
            latest = part(item);
        }
        latest.count++;
    }

    private Part part(WorkItem item) {
        for (Part part : parts) {
            if (part.isOf(item)) {
                return part;
            }
        }
        Part added = new Part(item.strategy(), item.bound());
        parts.add(added);
        return added;
    }

    /** The parts of the exploration in the order in which they began. */
    List<Stage> stages() {
        return parts.stream()
                .map(part -> new Stage(
                        part.strategy, part.bound < 0 ? OptionalInt.empty() : OptionalInt.of(part.bound), part.count))
                .toList();
    }
}
