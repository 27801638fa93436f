package org.heddle.server;

import org.heddle.server.launch.Jobs;

/**
 * Decides how many of the workers plans are given to, by how fast executions follow each other. Where executions are short, the
 * thread that explores is the limit, and a further worker takes more time from it than it gives. Who executes a plan makes no
 * difference to its execution, so nothing but speed depends on the decision.
 *
 * <p>Now and then it tries half as many workers, or twice as many: short rounds of executions, by turns with as many as before and
 * with as many as are tried. The quickest round of either decides, since whatever else the machine does only slows rounds down. It
 * stays with fewer unless they are slower by a tenth, and with more only if they are faster by as much. For one thread at a time.
 */
final class WorkerCount {
    private static final int FIRST_TRIAL = 64; // executions: the first ones are forked, and meet a cold virtual machine
    private static final int ROUNDS = 8; // of a trial
    private static final int LEAST_EXECUTIONS = 16;
    private static final long LEAST_NANOS = 2_000_000;
    private static final int SHORTEST_HOLD = 32; // rounds' worth of executions between trials, which so cost little
    private static final int LONGEST_HOLD = 1024;
    private static final double GAIN = 1.1;
    private static final double MOSTLY = 0.9;
    private static final double HARDLY = 0.1;

    private final Jobs jobs;
    private int settled;
    private int candidate;
    private boolean wasFewer; // what was tried last
    private int round = ROUNDS; // of the trial under way; there is none from ROUNDS on
    private int hold = SHORTEST_HOLD;
    private int leastExecutions = FIRST_TRIAL;
    private long leastNanos;
    private int unsettled; // executions to come that were submitted before the round began
    private int executions;
    private long waited;
    private long spent;
    private long last;
    private int inFlight;
    private double quickestSettled;
    private double quickestTried;

    /**
     * Begins with all workers.
     *
     * @param inFlight how many plans are in flight to all workers together at first
     */
    WorkerCount(Jobs jobs, int inFlight) {
        this.jobs = jobs;
        this.inFlight = inFlight;
        this.settled = jobs.most();
        this.unsettled = inFlight;
    }

    /** How many workers plans are to be given to. */
    int current() {
        return isTrial() && isTried() ? candidate : settled;
    }

    /**
     * An execution was taken.
     *
     * @param now nanoseconds
     * @param waiting how long the thread that explores waited for it, in nanoseconds
     * @param inFlight how many plans are still in flight to all workers together
     */
    void taken(long now, long waiting, int inFlight) {
        if (!jobs.measured() || jobs.most() == 1) {
            return;
        }
        if (unsettled > 0) {
            unsettled--;
        } else {
            executions++;
            waited += waiting;
            spent += now - last;
        }
        last = now;
        this.inFlight = inFlight;
        if (executions >= leastExecutions && spent >= leastNanos) {
            finish();
        }
    }

    /** What was in flight is given up, and there will be a pause. */
    void pause() {
        if (isTrial()) {
            round = ROUNDS;
            measure(1);
        }
        unsettled = inFlight;
    }

    private boolean isTrial() {
        return round < ROUNDS;
    }

    /** Whether the round is one with as many as are tried. The last one has fewer workers, since a cold virtual machine becomes quicker. */
    private boolean isTried() {
        return (round % 2 == 1) == (candidate < settled);
    }

    private void finish() {
        if (isTrial()) {
            finishRound((double) spent / executions);
        } else {
            candidate = candidate((double) waited / spent);
            if (candidate == settled) {
                measure(SHORTEST_HOLD);
            } else {
                begin();
            }
        }
    }

    private void begin() {
        round = 0;
        quickestSettled = Double.MAX_VALUE;
        quickestTried = Double.MAX_VALUE;
        measure(1);
    }

    private void finishRound(double period) {
        if (isTried()) {
            quickestTried = Math.min(quickestTried, period);
        } else {
            quickestSettled = Math.min(quickestSettled, period);
        }
        round++;
        unsettled = inFlight;
        if (isTrial()) {
            measure(1);
        } else {
            decide();
        }
    }

    /** As many as are worth a trial; {@code settled} if no other number is. */
    private int candidate(double waiting) {
        int fewer = waiting > MOSTLY ? settled : Math.max(1, settled / 2);
        int more = waiting < HARDLY ? settled : Math.min(jobs.most(), settled * 2);
        boolean tryFewer = more == settled || (fewer != settled && !wasFewer);
        wasFewer = tryFewer;
        return tryFewer ? fewer : more;
    }

    private void decide() {
        boolean isTaken =
                candidate < settled ? quickestTried < quickestSettled * GAIN : quickestTried * GAIN < quickestSettled;
        if (isTaken) {
            settled = candidate;
        }
        hold = isTaken ? SHORTEST_HOLD : Math.min(2 * hold, LONGEST_HOLD);
        measure(hold);
    }

    private void measure(int rounds) {
        leastExecutions = rounds * Math.max(LEAST_EXECUTIONS, inFlight); // more than were submitted before
        leastNanos = rounds * LEAST_NANOS;
        executions = 0;
        waited = 0;
        spent = 0;
    }
}
