package org.heddle.cluster.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.heddle.cli.cluster.Fleet;
import org.heddle.cli.cluster.SharedRunner;
import org.heddle.cluster.lease.Preference;
import org.heddle.cluster.lease.Preference.Place;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.restart.RestartCounts;

/**
 * Runs plans here or on workers, whichever is quicker. A plan is handed over when its place has room, and its execution is taken when its
 * turn comes, so the exploration takes the same course wherever they run.
 */
public final class QuickerPlace implements SharedRunner {
    /** What the check does between two calls counts for so long at most: it may simplify a finding. */
    private static final long MOST_ASIDE = 10_000_000;

    /** Executions that take longer are not executed here in advance: others may turn out to be quicker. */
    private static final long SHORT = 5_000_000;

    private final Here here;
    private final SharedRunner workers;
    private final LongSupplier clock;
    private final Preference preference = new Preference();
    private final Deque<Plan> waiting = new ArrayDeque<>();
    private final Deque<Place> order = new ArrayDeque<>(); // of what was handed over and has not been taken
    private int ownUnderWay;
    private long ownTaken;
    private long all;
    private long left = -1; // when the last call was over
    private long time; // that counts

    /** What a check's machine offers. */
    public interface Here extends ExecutionRunner {
        /** How many executions it runs at a time. */
        int jobs();

        /** See {@link SharedRunner#confirm}. */
        void confirm() throws InterruptedException;

        /** See {@link SharedRunner#restarts}. */
        RestartCounts.Snapshot restarts();

        /** What went wrong and was survived, in words. */
        List<String> incidents();
    }

    /**
     * Both places.
     *
     * @param clock in nanoseconds
     */
    public QuickerPlace(Here here, SharedRunner workers, LongSupplier clock) {
        this.here = here;
        this.workers = workers;
        this.clock = clock;
    }

    @Override
    public Lookahead lookahead() {
        return workers.lookahead();
    }

    @Override
    public void submit(Plan plan) throws InterruptedException {
        enter();
        waiting.add(plan);
        handOver();
        left = clock.getAsLong();
    }

    private void enter() {
        long now = clock.getAsLong();
        time += left < 0 ? 0 : Math.min(MOST_ASIDE, now - left);
        left = now;
    }

    private void handOver() throws InterruptedException {
        while (!waiting.isEmpty()) {
            Place place = preference.place();
            if (place == Place.WORKERS) {
                workers.submit(waiting.remove());
            } else if (ownUnderWay < room()) {
                here.submit(waiting.remove());
                ownUnderWay++;
            } else {
                return;
            }
            order.add(place);
            preference.handed(time);
        }
    }

    private int room() {
        double pace = preference.pace(Place.HERE);
        int each = ownTaken == 0 ? 1 : pace > SHORT ? 2 : here.lookahead().most();
        return Math.min(each * here.jobs(), here.lookahead().most());
    }

    @Override
    public Execution take() throws InterruptedException {
        return take(() -> false);
    }

    @Override
    public Execution take(BooleanSupplier isOver) throws InterruptedException {
        enter();
        Place place = order.element();
        Execution execution = place == Place.HERE ? here.take(isOver) : workers.take(isOver);
        long now = clock.getAsLong();
        time += now - left;
        left = now;
        if (execution == null) {
            return null;
        }
        order.remove();
        all++;
        if (place == Place.HERE) {
            ownUnderWay--;
            ownTaken++;
        }
        preference.taken(place, place == Place.HERE ? ownUnderWay : order.size() - ownUnderWay, time);
        handOver();
        left = clock.getAsLong();
        return execution;
    }

    @Override
    public void giveUp(int plans) throws InterruptedException {
        int own = ownUnderWay;
        int others = order.size() - own;
        waiting.clear();
        order.clear();
        ownUnderWay = 0;
        here.giveUp(own);
        workers.giveUp(others);
    }

    @Override
    public void confirm() throws InterruptedException {
        here.confirm();
        workers.confirm();
    }

    @Override
    public RestartCounts.Snapshot restarts() {
        return Totals.sum(List.of(here.restarts(), workers.restarts()));
    }

    @Override
    public Fleet fleet() {
        return workers.fleet();
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (ownTaken > 0) {
            double own = preference.pace(Place.HERE);
            double others = preference.pace(Place.WORKERS);
            String why = others == 0
                    ? "until it is known which is quicker"
                    : "one took " + milliseconds(own) + " here, " + milliseconds(others)
                            + " by the workers; --spread always leaves all to these";
            remarks.add("executed on this machine: " + ownTaken + " of " + all + " (" + why + ")");
        }
        remarks.addAll(here.incidents());
        if (all > ownTaken) {
            remarks.addAll(workers.remarks());
        }
        return List.copyOf(remarks);
    }

    private static String milliseconds(double nanoseconds) {
        return String.format(Locale.ROOT, "%.2g ms", nanoseconds / 1e6);
    }
}
