package org.heddle.dpor.detect.race;

import java.util.LinkedHashMap;
import java.util.Map;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;

/**
 * What tells races apart; many threads may race at one place.
 *
 * @param cause which two accesses, whatever their order
 * @param lower the site of one, which is no greater than the other's
 * @param upper the site of the other
 */
public record RacePlace(String cause, long lower, long upper) {
    /** The places at which an execution has races to report, each with its first race. */
    static Map<RacePlace, Race> in(Execution execution) {
        Map<RacePlace, Race> races = new LinkedHashMap<>();
        for (Race race : execution.races()) {
            if (race.isReported()) {
                races.putIfAbsent(of(race), race);
            }
        }
        return races;
    }

    /** Where a data race was found. */
    public static RacePlace of(Finding finding) {
        return new RacePlace(
                finding.cause(),
                finding.sites().get(0),
                finding.sites().get(finding.sites().size() - 1));
    }

    private static RacePlace of(Race race) {
        long first = race.first().site();
        long second = race.second().site();
        return new RacePlace(cause(race), Math.min(first, second), Math.max(first, second));
    }

    private static String cause(Race race) {
        if (race.first().isAtomic() || race.second().isAtomic()) {
            return "atomic-and-plain";
        }
        return race.first().isWrite() && race.second().isWrite() ? "write-write" : "read-write";
    }
}
