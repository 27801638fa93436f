package org.heddle.dpor.optimal;

import java.util.ArrayList;
import java.util.List;

/**
 * What cannot be decided before a leaf has been run, because its last event is a prediction so far: when it crashes, it depends
 * on everything.
 */
final class Undecided {
    /** Leaves that cannot be run yet: the predicted event will sleep in their plans. */
    final List<Branch> leaves = new ArrayList<>(2);
    /** Sequences that are covered unless the event turns out to be one with the end of the process. */
    final List<Sequence> sequences = new ArrayList<>(2);
}
