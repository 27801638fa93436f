package org.heddle.dpor.minimise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.dpor.analysis.Unprovoked;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Preemptions;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;

/**
 * Simplifies the schedule of a finding. Every schedule that is taken has been run and has shown the finding with the same
 * fingerprint, so that simplifying never changes what was found. Simplifies as delta debugging does (Zeller and Hildebrandt, TSE
 * 2002; for thread schedules Choi and Zeller, ISSTA 2002), then looks for fewer preemptions by a bounded search, which may prove
 * that there are none.
 */
public final class Minimiser {
    private final ExecutionRunner runner;
    private final Plan.Limits limits;

    /** A minimiser that runs its trials there, with nothing else in flight. */
    public Minimiser(ExecutionRunner runner, Plan.Limits limits) {
        this.runner = runner;
        this.limits = limits;
    }

    /**
     * Simplifies a finding's schedule.
     *
     * @param excluded the finding is known not to show with fewer preemptions than this
     * @throws InterruptedException if the thread is interrupted
     */
    public Minimal minimise(Finding finding, int excluded, Effort effort) throws InterruptedException {
        Trials trials = new Trials(runner, limits, finding);
        Execution replay = trials.run(finding.schedule(), true);
        Shown shown = trials.in(replay);
        if (shown == null) {
            return new Minimal(finding, replay, false, false, Optional.empty(), trials.executions());
        }
        if (finding.isCycle()) { // with fewer preemptions it takes longer to come to it
            return finish(shown, shown, false, Optional.empty(), trials);
        }
        Shown least = new Simplification(trials, effort).of(withReasons(shown, trials));
        boolean readsOlder = least.finding().schedule().stream().anyMatch(Step::readsOlder);
        boolean isLeast = !readsOlder && least.finding().preemptions() <= excluded;
        if (!isLeast && !readsOlder) { // a search has sequentially consistent executions alone
            FewerPreemptions fewer =
                    new FewerPreemptions(trials, effort, least.finding().preemptions());
            Shown found = fewer.search();
            boolean isPlainer = found != null
                    && unprovoked(found).size() <= unprovoked(least).size();
            least = isPlainer ? new Simplification(trials, effort).of(found) : least;
            isLeast = fewer.excludesLessThan(least.finding().preemptions());
        }
        Optional<CriticalSwitch> critical = critical(least, trials, effort);
        return finish(shown, least, isLeast, critical, trials);
    }

    /**
     * The finding without what happens for no reason, as far as it shows without that: a reader should not take for a cause what is none.
     * From the last such choice on, what follows is without preemptions where the schedule as it was does not fit any more.
     */
    private static Shown withReasons(Shown shown, Trials trials) throws InterruptedException {
        Shown plainest = shown;
        List<Unprovoked> all = unprovoked(shown);
        for (int k = all.size() - 1; k >= 0; k--) {
            int choice = all.get(k).choice();
            List<Step> steps = new ArrayList<>(plainest.finding().schedule());
            if (choice < steps.size()) {
                Step step = steps.get(choice);
                steps.set(choice, new Step(step.thread(), 0, step.kind(), step.object()));
                Shown other = trials.tryOut(steps);
                plainest = other != null
                                && unprovoked(other).size()
                                        < unprovoked(plainest).size()
                        ? other
                        : plainest;
            }
        }
        return plainest;
    }

    private static List<Unprovoked> unprovoked(Shown shown) {
        return Unprovoked.of(shown.execution().events());
    }

    /** Runs the simplest once more, as it is going to be replayed. */
    private static Minimal finish(
            Shown first, Shown least, boolean isLeast, Optional<CriticalSwitch> critical, Trials trials)
            throws InterruptedException {
        Shown again = trials.in(trials.run(least.finding().schedule(), true));
        if (again == null) {
            return new Minimal(first.finding(), first.execution(), true, false, Optional.empty(), trials.executions());
        }
        return new Minimal(again.finding(), again.execution(), true, isLeast, critical, trials.executions());
    }

    /** The last preemption without which the finding does not show. */
    private static Optional<CriticalSwitch> critical(Shown shown, Trials trials, Effort effort)
            throws InterruptedException {
        List<Integer> preemptions = Preemptions.of(shown.execution());
        List<Step> schedule = shown.finding().schedule();
        for (int k = preemptions.size() - 1; k >= 0 && !effort.isExpired(); k--) {
            int step = preemptions.get(k);
            Execution without = trials.run(schedule.subList(0, step), false);
            if (trials.in(without) == null) {
                int from = schedule.get(step - 1).thread();
                return Optional.of(
                        new CriticalSwitch(step, from, schedule.get(step).thread(), without));
            }
        }
        return Optional.empty();
    }
}
