package org.heddle.dpor.model;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whose critical sections are executed in one go, each as one event: nobody else runs between lock and unlock. Whoever holds such a mutex
 * executes nothing visible before giving it back, so that nobody can tell.
 *
 * @param wanted whether there are any
 * @param ordinary the mutexes whose holders have been seen to execute something visible
 */
public record WholeSections(boolean wanted, Set<Long> ordinary) {
    /** Those of no mutex. */
    public static final WholeSections NONE = new WholeSections(false, Set.of());

    /** Those of all mutexes, as nothing is known of any. */
    public static final WholeSections ALL = new WholeSections(true, Set.of());

    /** Keeps a copy. */
    public WholeSections {
        ordinary = Set.copyOf(ordinary);
    }

    /** The same but for these mutexes. */
    public WholeSections without(Collection<Long> more) {
        Set<Long> all = new TreeSet<>(ordinary);
        all.addAll(more);
        return new WholeSections(wanted, all);
    }

    /** Whether the sections of this mutex are executed in one go. */
    public boolean contains(long mutex) {
        return wanted && !ordinary.contains(mutex);
    }
}
