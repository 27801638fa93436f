package org.heddle.cluster.lease;

import java.util.EnumMap;
import java.util.Map;

/**
 * Whether plans are executed here or by workers. Both are tried, first here, and the quicker place gets the rest. Later the other one is
 * tried again: executions may have become longer, or workers may have come.
 *
 * <p>What comes of an execution does not depend on where it ran, so this decides nothing but how long a check takes. Knows of no clock;
 * for one thread at a time.
 */
public final class Preference {
    /** Where a plan is executed. */
    public enum Place {
        /** On the check's machine. */
        HERE,
        /** By workers. */
        WORKERS;

        private Place other() {
            return this == HERE ? WORKERS : HERE;
        }
    }

    /** So many executions are measured in a trial. */
    static final int MEASURED = 64;

    /** For so many nanoseconds a place is tried in any case. */
    static final long PATIENCE = 500_000_000;

    /** A place is tried again when there are so many times as many executions. */
    static final int SOON = 4;

    /** The same for one that takes {@link #FAR_SLOWER} times as long as the other. */
    static final int LATE = 64;

    private static final int FAR_SLOWER = 8;
    private static final int HOPELESS = 4;
    private static final int UNKNOWN = -1;

    private final Map<Place, Double> pace = new EnumMap<>(Place.class);
    private Place place = Place.HERE;
    private boolean isTrial = true;
    private long began = UNKNOWN;
    private long measuredSince;
    private long measured;
    private long taken; // while the place is what it is, as what is measured
    private long beforehand = UNKNOWN; // how many are to be taken before that is measured
    private long all;
    private long next;

    /** Where the next plan goes. */
    public Place place() {
        return place;
    }

    /** Nanoseconds from one execution to the next, as last measured there; 0 if the place has not been tried. */
    public double pace(Place where) {
        return pace.getOrDefault(where, 0.0);
    }

    /**
     * A plan has been handed to the place.
     *
     * @param now a time in nanoseconds, at least 0, by the clock of {@link #taken}
     */
    public void handed(long now) {
        if (began == UNKNOWN) {
            began = now;
        }
    }

    /**
     * An execution has been taken.
     *
     * @param by who executed it
     * @param underWay how many plans the same place has still to answer; they may have been executed already
     * @param now a time in nanoseconds
     */
    public void taken(Place by, int underWay, long now) {
        all++;
        if (by != place) {
            return; // the rest of what was handed over before
        }
        taken++;
        if (beforehand == UNKNOWN) {
            beforehand = underWay;
            measuredSince = now;
        } else if (beforehand > 0) {
            beforehand--;
            measuredSince = now;
        } else {
            measured++;
        }
        if (isTrial) {
            judge(now);
        } else if (all >= next && measured >= MEASURED) {
            pace.put(place, (double) (now - measuredSince) / measured);
            go(place.other(), true);
        }
    }

    private void judge(long now) {
        if (measured >= MEASURED) {
            settle((double) (now - measuredSince) / measured);
        } else if (now - began > Math.max(PATIENCE, HOPELESS * pace(place.other()) * lengthOfTrial())) {
            settle((double) (now - began) / taken);
        }
    }

    private long lengthOfTrial() {
        return taken + beforehand + MEASURED - measured;
    }

    private void settle(double nanoseconds) {
        pace.put(place, nanoseconds);
        Place other = place.other();
        if (!pace.containsKey(other)) {
            go(other, true);
            return;
        }
        boolean isHere = pace(Place.HERE) <= pace(Place.WORKERS);
        double quicker = Math.min(pace(Place.HERE), pace(Place.WORKERS));
        double slower = Math.max(pace(Place.HERE), pace(Place.WORKERS));
        next = all * (slower < FAR_SLOWER * quicker ? SOON : LATE);
        go(isHere ? Place.HERE : Place.WORKERS, false);
    }

    private void go(Place where, boolean tries) {
        place = where;
        isTrial = tries;
        began = UNKNOWN;
        taken = 0;
        measured = 0;
        beforehand = UNKNOWN;
    }
}
