package org.heddle.dpor.explore.plan;

/**
 * What an execution is to come to: the operation at one place of the source reads an object as the operation at another place has left
 * it, or does not. Each place stands for all operations there, whichever thread executes them. A positive or negative reads-from constraint
 * of Wolff, Duck, Roychoudhury, "Greybox Fuzzing for Concurrency Testing" (ASPLOS 2024), section 3.
 *
 * @param object the object
 * @param site where it is read, or where else an operation depends on its state
 * @param from where it was changed last; {@link #START} if nowhere
 * @param wanted whether it is to be so
 */
public record Requirement(long object, long site, long from, boolean wanted) {
    /** Nothing has changed the object. */
    public static final long START = 0;

    /** The opposite. */
    public Requirement negated() {
        return new Requirement(object, site, from, !wanted);
    }
}
