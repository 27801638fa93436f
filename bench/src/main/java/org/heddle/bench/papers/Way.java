package org.heddle.bench.papers;

import java.util.ArrayList;
import java.util.List;

/**
 * A way of checking.
 *
 * @param name as tables have it
 * @param options of {@code heddle check}
 * @param isDrawn whether some of it is drawn at random
 */
record Way(String name, List<String> options, boolean isDrawn) {
    /** A check without options. */
    static final Way DEFAULT = new Way("default", List.of(), true);

    /** A strategy by itself. */
    static Way drawn(String strategy) {
        return new Way(strategy, List.of("--strategy", strategy), true);
    }

    /** One execution at a time, so that the same are run again, and at most so many. */
    List<String> options(int seed, int most) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-j", "1", "-i", Integer.toString(most), "--seed", Integer.toString(seed)));
        return List.copyOf(all);
    }
}
