package org.heddle.dpor.explore.restart;

import org.heddle.dpor.explore.frontier.Watch;

/**
 * What executions have shown of a program, and who looks on. It outlives the searches that learned it: one that begins again, because
 * it has seen more memory that races, need not learn it again.
 *
 * @param length of how long the program goes on
 * @param sections of its critical sections
 * @param threads of its threads that are alike
 * @param watch who looks at explorations that are to be optimal
 */
public record Known(Endlessness length, Trial.Past sections, Trial.Past threads, Watch watch) {
    /** Of a program that has not run yet, nothing. */
    public Known() {
        this(Watch.NONE);
    }

    /** The same, watched. */
    public Known(Watch watch) {
        this(new Endlessness(), new Trial.Past(), new Trial.Past(), watch);
    }
}
