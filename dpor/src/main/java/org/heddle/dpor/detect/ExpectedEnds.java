package org.heddle.dpor.detect;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.ThreadInfo;

/**
 * Livelocks in a whole exploration. Threads of a server go round for ever, and are meant to. So a round that can be repeated for
 * ever counts where one of its threads has come to its end in some execution: it could get on, and does not. It counts as well
 * where each thread of the round tries something, and none succeeds.
 *
 * <p>A program can say where it gets on. A round in which it does is none; once it has said so somewhere, every other one is.
 */
final class ExpectedEnds implements Detector {
    private final Set<Integer> ended = new HashSet<>();
    private boolean tellsProgress;
    private final Detector cycles = new CycleDetector(this::isUnwanted);

    @Override
    public List<Finding> detect(Execution execution) {
        learn(execution);
        tellsProgress = tellsProgress || Cycle.tellsProgress(execution.events());
        return cycles.detect(execution);
    }

    private void learn(Execution execution) {
        if (!execution.outcome().isComplete() || execution.threads().size() == ended.size()) {
            return;
        }
        Set<Integer> going = new HashSet<>();
        for (PendingOperation pending : execution.pending()) {
            going.add(pending.thread());
        }
        for (ThreadInfo thread : execution.threads()) {
            if (!going.contains(thread.id())) {
                ended.add(thread.id());
            }
        }
        if (execution.outcome() == Outcome.EXITED && !execution.events().isEmpty()) {
            ended.add(execution.events().get(execution.events().size() - 1).thread());
        }
    }

    private boolean isUnwanted(Cycle cycle) {
        if (tellsProgress) {
            return !cycle.makesProgress();
        }
        return cycle.threads().stream().anyMatch(ended::contains) || cycle.isInVain();
    }
}
