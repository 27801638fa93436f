package org.heddle.cli.determinism;

import java.util.List;
import java.util.Optional;
import org.heddle.cli.report.names.Location;

/**
 * What runs of one schedule were like, in words.
 *
 * @param program its name
 * @param runs how many there were; fewer than were asked for if one differs
 * @param steps how many visible operations the first one had
 * @param stdout how many bytes it printed on standard output
 * @param stderr how many bytes it printed on standard error
 * @param end how it ended
 * @param differing the last run, if it is not the same as the first
 * @param remarks what else there is to say
 */
public record Repeats(
        String program,
        int runs,
        int steps,
        int stdout,
        int stderr,
        String end,
        Optional<Differing> differing,
        List<String> remarks) {
    /** Whether all runs were the same. */
    public boolean areSame() {
        return differing.isEmpty();
    }

    /**
     * A run that is not the same as the first.
     *
     * @param run its number, from 2
     * @param respects what differs, the first one first; at least one
     */
    public record Differing(int run, List<Respect> respects) {}

    /**
     * What differs in one respect, where it does so first.
     *
     * @param what {@code source}, {@code step}, {@code stdout}, {@code stderr} or {@code end}
     * @param where in words
     * @param location the place in the sources, if there is one
     * @param first what the first run has there
     * @param other what the other run has there
     */
    public record Respect(String what, String where, Location location, String first, String other) {}
}
