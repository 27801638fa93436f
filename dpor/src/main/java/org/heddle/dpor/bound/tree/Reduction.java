package org.heddle.dpor.bound.tree;

import java.util.Locale;

/** Which executions are taken for equal, and so are not run twice. */
public enum Reduction {
    /** None: every interleaving is run. */
    NONE,
    /** Flanagan and Godefroid's. */
    CLASSIC,
    /** Source sets. */
    SOURCE,
    /** Wakeup trees: one execution of each class. */
    OPTIMAL;

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where a {@link TreeSearch} branches without a bound. */
    public BacktrackRule rule() {
        return switch (this) {
            case NONE -> new AllBranches();
            case CLASSIC -> new FlanaganGodefroid();
            case SOURCE -> new SourceSets();
            case OPTIMAL -> throw new IllegalStateException("wakeup trees do not branch by a rule");
        };
    }
}
