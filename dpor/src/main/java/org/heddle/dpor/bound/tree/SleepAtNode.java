package org.heddle.dpor.bound.tree;

import java.util.Arrays;
import java.util.List;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.optimal.PlannedPath;
import org.heddle.dpor.optimal.SleepSet;

/**
 * Sleep sets for branches in any order (Godefroid 1996). The siblings at a node are ordered by when they were begun; what was begun
 * before a branch, and has come back, is asleep in it. An event whose outcome is not known yet may depend on anything and does not sleep;
 * a smaller sleep set leaves out less and is sound.
 */
final class SleepAtNode {
    private final Dependence dependence;

    SleepAtNode(Dependence dependence) {
        this.dependence = dependence;
    }

    /** Begins a branch; null if it is asleep. */
    SearchItem item(Queue.Entry entry, int bound) {
        SleepSet sleep = new SleepSet(dependence);
        List<Run> lineage = entry.run().lineage();
        for (int n = 0; n < lineage.size(); n++) {
            Run run = lineage.get(n);
            int to = n + 1 < lineage.size() ? lineage.get(n + 1).from() : entry.depth();
            for (int depth = run.from(); depth < to; depth++) {
                sleep.pass(run.event(depth));
            }
            Event branch = n + 1 < lineage.size() ? lineage.get(n + 1).event(to) : entry.option();
            addOlder(sleep, run, to, branch);
        }
        if (contains(sleep, entry.option())) {
            return null;
        }
        wake(sleep, entry.option());
        Event[] path = Arrays.copyOf(entry.run().path(entry.depth()), entry.depth() + 1);
        path[entry.depth()] = entry.option();
        Run.Sibling sibling = entry.run().begin(entry.depth(), entry.option());
        return new SearchItem(entry.run(), entry.depth(), new PlannedPath(path), sleep.toList(), sibling, bound);
    }

    private static void addOlder(SleepSet sleep, Run run, int depth, Event branch) {
        if (!run.crashesAt(depth)) {
            sleep.add(run.event(depth));
        }
        for (Run.Sibling sibling : run.begun(depth)) {
            if (Run.same(sibling.event(), branch)) {
                return;
            }
            if (sibling.isKnown()) {
                sleep.add(sibling.event());
            }
        }
    }

    private static boolean contains(SleepSet sleep, Event option) {
        return sleep.toList().stream().anyMatch(asleep -> Run.same(asleep, option));
    }

    /** Wakes whatever the option may depend on, whatever comes of it. */
    private void wake(SleepSet sleep, Event option) {
        boolean reads = dependence.first(option) == AccessKind.READ;
        sleep.pass(option);
        if (reads) {
            sleep.pass(new Event(option.thread(), option.operation(), option.alternative(), 1, option.value()));
        } else {
            sleep.pass(new Event(option.thread(), option.operation(), option.alternative(), 0, option.value()));
        }
    }
}
