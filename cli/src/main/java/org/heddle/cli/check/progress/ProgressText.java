package org.heddle.cli.check.progress;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.heddle.cli.cluster.Fleet;
import org.heddle.dpor.explore.plan.WorkItem;

/** How far an exploration is, in one line: what is tried, how fast, how much is left, what was found. */
final class ProgressText {
    private ProgressText() {}

    /**
     * The line.
     *
     * @param item what was executed last
     * @param executions how many so far
     * @param rate executions a second
     * @param left how much is left, in words
     * @param found how many findings of each kind
     */
    static String of(WorkItem item, long executions, double rate, String left, Map<String, Integer> found) {
        return String.format(
                Locale.ROOT, "%s: %d executions, %.0f/s, %s; %s", tried(item), executions, rate, left, words(found));
    }

    /** Who executes on other machines. */
    static String of(Fleet fleet) {
        return String.format(
                Locale.ROOT,
                "; %d worker%s (%d slots), lost: %d, retried: %d",
                fleet.workers(),
                fleet.workers() == 1 ? "" : "s",
                fleet.slots(),
                fleet.lost(),
                fleet.retried());
    }

    private static String tried(WorkItem item) {
        if (!item.strategy().equals("systematic")) {
            return "samples (" + item.strategy() + ")";
        }
        String bound = item.bound() < 0 ? "all interleavings" : "bound " + item.bound();
        return item.operations() > 0 ? bound + ", up to " + item.operations() + " operations a thread" : bound;
    }

    private static String words(Map<String, Integer> found) {
        return found.isEmpty()
                ? "nothing found"
                : "found: "
                        + found.entrySet().stream()
                                .map(kind -> kind.getKey() + (kind.getValue() == 1 ? "" : " (" + kind.getValue() + ")"))
                                .collect(Collectors.joining(", "));
    }
}
