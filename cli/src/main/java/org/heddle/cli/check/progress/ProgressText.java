package org.heddle.cli.check.progress;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.heddle.cli.cluster.Fleet;
import org.heddle.dpor.explore.plan.WorkItem;

/**
 * How far an exploration is: what is tried, how fast, how much is left, what was found.
 *
 * @param item what was executed last
 * @param executions how many so far
 * @param rate executions a second
 * @param left how much is left
 * @param found how many findings of each kind
 * @param fleet who executes on other machines, if anybody does
 */
record ProgressText(
        WorkItem item,
        long executions,
        double rate,
        Remaining left,
        Map<String, Integer> found,
        Optional<Fleet> fleet) {
    /** In one line: all of it first, then shorter and shorter ones. */
    List<String> lines() {
        String others = fleet.map(ProgressText::words).orElse("");
        String all =
                tried() + ": " + executions + " executions, " + speed() + ", " + left.words() + "; " + words(found);
        String shorter = tried() + ": " + executions + " executions, " + left.time() + "; " + words(found);
        String shortest = executions + " executions, " + left.time() + "; " + count(found);
        return List.of(all + others, all, shorter + others, shorter, shortest);
    }

    private String speed() {
        return String.format(Locale.ROOT, "%.0f/s", rate);
    }

    private static String words(Fleet fleet) {
        return String.format(
                Locale.ROOT,
                "; %d worker%s (%d slots), lost: %d, retried: %d",
                fleet.workers(),
                fleet.workers() == 1 ? "" : "s",
                fleet.slots(),
                fleet.lost(),
                fleet.retried());
    }

    private String tried() {
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

    private static String count(Map<String, Integer> found) {
        int all = found.values().stream().mapToInt(Integer::intValue).sum();
        return all == 0 ? "nothing found" : "found: " + all;
    }
}
