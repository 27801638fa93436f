package org.heddle.dpor.explore;

/**
 * What executions have shown of a program. It outlives the searches that learned it: one that begins again, because it has seen more memory
 * that races, need not learn it again.
 *
 * @param length of how long the program goes on
 * @param sections of its critical sections
 */
public record Known(Endlessness length, SectionsTrial.Past sections) {
    /** Of a program that has not run yet, nothing. */
    public Known() {
        this(new Endlessness(), new SectionsTrial.Past());
    }
}
