package org.heddle.cli.check.dap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.inspect.Place;
import org.heddle.cli.check.replay.Failure;
import org.heddle.cli.check.replay.OpenSchedule;
import org.heddle.cli.check.step.Route;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;

/** Goes through a schedule, and knows where it stands. */
final class Journey {
    private final OpenSchedule open;
    private final Route route;
    private final StopPoints points = new StopPoints();
    private final Values values;
    private final Optional<Failure> failure;
    private Stop stop;

    Journey(OpenSchedule open, Values values, Optional<Failure> failure) throws UserError, InterruptedException {
        this.open = open;
        this.values = values;
        this.failure = failure.filter(there -> there.moment() < open.moments().count());
        route = new Route(open.moments().lines());
        stop = at(0, Stop.ENTRY, "before the first step", List.of());
    }

    StopPoints points() {
        return points;
    }

    Stop stop() {
        return stop;
    }

    int now() {
        return stop.moment();
    }

    private int count() {
        return open.moments().count();
    }

    boolean isAtEnd() {
        return now() == count();
    }

    /** The moment at which the finding shows. */
    int failing() {
        return failure.map(Failure::moment).orElse(count());
    }

    /** The step that is next, if there is one. */
    Optional<TraceLine> line() {
        return isAtEnd() ? Optional.empty() : Optional.of(route.lines().get(now()));
    }

    /** To another moment. */
    void goTo(int moment, String reason) throws UserError, InterruptedException {
        if (moment < 0 || moment > count()) {
            throw new UserError("there is no step " + moment + ": name one from 0 to " + count());
        }
        stop = at(moment, reason, "", List.of());
    }

    /** One step. */
    void step(int direction) throws UserError, InterruptedException {
        travel(direction, line -> true);
    }

    /** To the next step of a thread. */
    void next(String thread) throws UserError, InterruptedException {
        travel(1, line -> line.thread().equals(thread));
    }

    /** To where another thread goes. */
    void toSwitch(String thread) throws UserError, InterruptedException {
        travel(1, line -> !line.thread().equals(thread));
    }

    /** To the next stop point, or to the end; back to the one before, the critical switch or the start. */
    void run(int direction) throws UserError, InterruptedException {
        travel(direction, line -> direction < 0 && open.moments().isCritical(line));
    }

    private void travel(int direction, Predicate<TraceLine> isWanted) throws UserError, InterruptedException {
        int at = now();
        while (true) {
            at = route.until(
                    at,
                    direction,
                    line -> isWanted.test(line)
                            || line.step() == failing()
                            || !points.at(line.step()).isEmpty());
            if (at == count() || at == failing()) {
                stop = at(at, "", "", List.of());
                return;
            }
            List<StopPoint> hit = hit(at);
            if (!hit.isEmpty() || isWanted.test(route.lines().get(at)) || at == 0) {
                stop = hit.isEmpty()
                        ? at(at, at == 0 ? Stop.ENTRY : Stop.STEP, "", List.of())
                        : at(
                                at,
                                hit.get(0).reason(),
                                hit.get(0).what(),
                                hit.stream().map(StopPoint::id).toList());
                return;
            }
        }
    }

    private List<StopPoint> hit(int at) throws InterruptedException {
        Place place = Place.innermost(route.lines().get(at).thread());
        List<StopPoint> hit = new ArrayList<>();
        for (StopPoint point : points.at(at)) {
            if (point.condition().isEmpty() || values.holds(at, place, point.condition())) {
                hit.add(point);
            }
        }
        return hit;
    }

    private Stop at(int moment, String reason, String description, List<Integer> hit)
            throws UserError, InterruptedException {
        if (moment == failing()) {
            return new Stop(moment, Stop.FAILURE, open.finding(), failingThread(), hit);
        }
        if (moment == count()) {
            String last = route.lines().get(moment - 1).thread();
            return new Stop(moment, Stop.END, "behind the last step; the finding was before", last, hit);
        }
        TraceLine line = route.lines().get(moment);
        String what = description.isEmpty() ? "before step " + moment + " of " + count() : description;
        return new Stop(moment, reason, what, line.thread(), hit);
    }

    /** The thread that has failed: as is known of a race, or the one that has made the last step, if it has ended or waits for another. */
    private String failingThread() throws UserError, InterruptedException {
        if (failure.isPresent() || count() == 0) {
            return failure.map(Failure::thread).orElse("main");
        }
        String last = route.lines().get(count() - 1).thread();
        List<ThreadState> threads = open.moments().at(count()).threads();
        boolean goesOn = threads.stream()
                .anyMatch(thread ->
                        thread.thread().equals(last) && thread.waitsFor().isEmpty());
        return threads.stream()
                .filter(thread -> goesOn && !thread.waitsFor().isEmpty())
                .map(ThreadState::thread)
                .findFirst()
                .orElse(last);
    }
}
