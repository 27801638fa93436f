package org.heddle.dpor.explore;

import org.heddle.dpor.analysis.OutOfTime;
import org.heddle.dpor.detect.finding.Detector;
import org.heddle.dpor.explore.Flights.Flight;
import org.heddle.dpor.explore.Flights.Landing;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;

/**
 * The main loop: takes work from the frontier, keeps the runner busy, and feeds each execution back in the order of submission. So
 * an exploration with the same {@link Lookahead} always takes the same course.
 *
 * <p>Its parts: {@link Flights} has what is under way, {@link Ending} knows what ends the loop, {@link Learning} lets the frontier
 * learn, {@link Telling} looks for bugs and tells of them, and {@link Tally} counts.
 */
public final class Explorer {
    private final Frontier frontier;
    private final Tally tally = new Tally();
    private final Ending end;
    private final Flights flights;
    private final Learning learning;
    private final Telling telling;

    /**
     * An exploration, to be used once.
     *
     * @param runner runs executions
     * @param frontier what to explore, such as {@link org.heddle.dpor.optimal.OptimalDpor}
     * @param budget when to stop
     * @param limits of one execution
     * @param detector turns executions into findings
     * @param listener is told of progress
     */
    public Explorer(
            ExecutionRunner runner,
            Frontier frontier,
            Budget budget,
            Plan.Limits limits,
            Detector detector,
            ExplorationListener listener) {
        this.frontier = frontier;
        end = new Ending(budget, tally, frontier::hasOnlyExtras);
        flights = new Flights(runner, limits, end);
        learning = new Learning(frontier, tally, end);
        telling = new Telling(frontier, detector, listener, tally, end);
    }

    /**
     * Explores until everything is explored or the budget is used up.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public Verdict explore() throws InterruptedException {
        frontier.stopWhen(end::isTimeUp);
        try {
            while (!end.isReached()) {
                for (Flight next = next(); next != null; next = next()) {
                    flights.begin(next);
                }
                Landing landing = flights.land();
                if (landing == null) {
                    break; // everything is explored, or time is up
                }
                if (landing.isLost()) {
                    flights.retry(landing);
                } else {
                    tally.count(landing);
                    learning.learn(landing);
                    telling.tell(landing);
                }
                end.look(frontier, flights);
            }
        } catch (OutOfTime overdue) { // on the way to the next item
            end.runOutOf(Gap.DEADLINE);
        } catch (OutOfMemoryError full) { // for one execution: what is kept of all has a limit of its own
            end.runOutOf(Gap.MEMORY);
        }
        flights.giveUp();
        return tally.verdict(frontier.proved(), frontier.unpredicted());
    }

    /** What to run next; null if the runner has enough to do, or there is nothing more to run. */
    private Flight next() {
        if (!flights.haveRoom(tally.total()) || !end.allowsMore(frontier, flights)) {
            return null;
        }
        Flight retry = flights.nextRetry();
        if (retry != null) {
            return retry;
        }
        WorkItem item = frontier.poll();
        return item == null ? null : Flight.first(item);
    }
}
