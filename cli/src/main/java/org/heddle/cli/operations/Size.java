package org.heddle.cli.operations;

import java.util.ArrayList;
import java.util.List;

/**
 * A size of clients.
 *
 * @param threads how many
 * @param operations the most of a thread; each has at least one
 */
public record Size(int threads, int operations) {
    /** The sizes of at least two threads up to this one, the smallest first. */
    static List<Size> upTo(Size largest) {
        List<Size> sizes = new ArrayList<>();
        for (int operations = 1; operations <= largest.operations; operations++) {
            for (int threads = 2; threads <= largest.threads; threads++) {
                sizes.add(new Size(threads, operations));
            }
        }
        return sizes;
    }

    @Override
    public String toString() {
        return threads + " x " + operations;
    }
}
