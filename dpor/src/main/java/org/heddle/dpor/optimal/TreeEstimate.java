package org.heddle.dpor.optimal;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.heddle.dpor.estimate.Estimate;

/**
 * Estimates how many leaves the wakeup tree will have had. Two estimates are joined, by a geometric mean. The recursive one (Kilby,
 * Slaney, Thiébaux, Walsh, "Estimating search tree size", AAAI 2006) counts a subtree that has been explored as it is. One that has not
 * been begun counts as its siblings do on average, times what {@link YoungerSiblings} has learned. The other one is weighted backtrack
 * (the same paper, after Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 1975), in which every child
 * has an equal share of its parent. The tree grows where it has been explored, for races are found there, so both are too low at first,
 * and rather high later: that is set right by as much as was measured on trees of known size (see the test), and how far they may be
 * off still is what the interval says.
 */
final class TreeEstimate {
    private static final double UP = 6;
    private static final double DOWN = 4;
    private static final double NARROWING = 0.6;
    private static final double WEIGHT_OF_SHARES = 0.7;
    private static final double LATE = 0.8;
    private static final double EARLY = 3; // times what is left beyond START
    private static final double START = 0.75;

    private TreeEstimate() {}

    /** The estimate for a tree in which so many leaves have not been run. */
    static Estimate of(WakeupTree tree, long open) {
        Branch root = tree.root();
        if (root.done() == 0) {
            return Estimate.UNKNOWN;
        }
        double certain = root.done() + open;
        Level whole = walk(root, tree.youngerSiblings().ratio());
        double middle = Math.max(certain, corrected(whole, root.done(), certain));
        double left = open == 0 ? 0 : 1 - root.done() / middle;
        double uncertainty = Math.pow(left, NARROWING);
        double low = middle / (1 + DOWN * uncertainty);
        return new Estimate(Math.max(certain, low), middle, middle * (1 + UP * uncertainty));
    }

    private static double corrected(Level whole, long done, double certain) {
        double joined = Math.pow(whole.size(), 1 - WEIGHT_OF_SHARES) * Math.pow(done / whole.share(), WEIGHT_OF_SHARES);
        double left = 1 - done / Math.max(certain, joined);
        return joined * (LATE + EARLY * Math.max(0, left - START));
    }

    /**
     * What is known of the root, as the one child of a level above it. Keeps the branches of one path: the tree may be as large as memory
     * allows.
     */
    private static Level walk(Branch root, double youngerToOlder) {
        Level whole = new Level(root.done(), List.of(root), youngerToOlder);
        ArrayDeque<Level> path = new ArrayDeque<>(List.of(whole));
        while (!path.isEmpty()) {
            Level level = path.peek();
            if (!level.children.hasNext()) {
                path.pop();
                if (!path.isEmpty()) {
                    path.peek().add(level.size(), level.share());
                }
                continue;
            }
            Branch child = level.children.next();
            if (child.done() == 0) {
                level.add(Double.NaN, child.isClosed() ? 1 : 0);
            } else if (child.isClosed()) {
                level.add((double) child.done(), 1);
            } else {
                path.push(new Level(child.done(), child.children(), youngerToOlder));
            }
        }
        return whole;
    }

    /** A branch on the path that is being walked, with what is known of its children so far. */
    private static final class Level {
        private final long done;
        private final double youngerToOlder;
        private final Iterator<Branch> children;
        private double sum;
        private int known;
        private int unknown;
        private double shares;

        private Level(long done, List<Branch> children, double youngerToOlder) {
            this.done = done;
            this.youngerToOlder = youngerToOlder;
            this.children = children.iterator();
        }

        /** Adds a child: its size, which is not a number as long as nothing of it has been run, and how much of it has been explored. */
        void add(double size, double share) {
            shares += share;
            if (Double.isNaN(size)) {
                unknown++;
            } else {
                sum += size;
                known++;
            }
        }

        double size() {
            if (known == 0) {
                return done + unknown;
            }
            return sum + unknown * youngerToOlder * sum / known;
        }

        /** How much of what there is below has been explored, if every child has an equal share. */
        double share() {
            return known + unknown == 0 ? 1 : shares / (known + unknown);
        }
    }
}
