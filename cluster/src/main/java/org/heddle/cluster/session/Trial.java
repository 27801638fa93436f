package org.heddle.cluster.session;

import java.util.List;
import java.util.Optional;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.WorkerPool;
import org.heddle.server.protocol.PlanCodec;

/**
 * The first execution of a program, by which a worker is tried before it gets plans: where it comes to something else than here, something
 * that executions depend on is different, such as a file that the program reads.
 *
 * @param plan what is executed
 * @param envelope what is sent with every plan
 * @param here what it comes to on the check's machine; empty if that is not the same each time, so that nothing can be compared
 */
public record Trial(Plan plan, PlanCodec.Envelope envelope, Optional<Execution> here) {
    /** Runs it here, twice. */
    public static Trial of(PlanCodec.Numbered first, WorkerPool pool) throws InterruptedException {
        Plan plan = first.plan();
        pool.submit(plan);
        Execution once = pool.take();
        pool.submit(plan);
        Execution again = pool.take();
        boolean isStable =
                once.outcome() != Outcome.LOST && difference(once, again).isEmpty();
        return new Trial(plan, first.envelope(), isStable ? Optional.of(once) : Optional.empty());
    }

    /** What is different about the execution of a worker, in words; empty if nothing is. */
    Optional<String> difference(Execution there) {
        return here.flatMap(own -> difference(own, there));
    }

    /** What is different about another execution of a plan, in words; empty if nothing is. */
    static Optional<String> difference(Execution here, Execution there) {
        if (there.outcome() == Outcome.LOST) {
            return Optional.of("its first execution is lost there: "
                    + new String(there.stderr(), java.nio.charset.StandardCharsets.UTF_8));
        }
        List<Event> ours = here.events();
        List<Event> theirs = there.events();
        for (int i = 0; i < Math.max(ours.size(), theirs.size()); i++) {
            if (i >= ours.size() || i >= theirs.size() || !ours.get(i).equals(theirs.get(i))) {
                return Optional.of("its first execution takes another course there from step " + i + " of "
                        + ours.size()
                        + " on: is there a file or a setting that the program reads? (--sandbox lets a folder"
                        + " travel with it)");
            }
        }
        boolean isSame = here.outcome() == there.outcome()
                && here.status() == there.status()
                && here.pending().equals(there.pending())
                && here.threads().equals(there.threads())
                && here.notes().equals(there.notes())
                && here.races().equals(there.races());
        return isSame
                ? Optional.empty()
                : Optional.of("its first execution ends differently there: " + here.outcome() + " " + here.status()
                        + " here, " + there.outcome() + " " + there.status() + " there");
    }
}
