package org.heddle.dpor.optimal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    private final Map<Branch, Double> sizes = new HashMap<>();
    private final Map<Branch, Double> shares = new HashMap<>();
    private final double youngerToOlder;

    private TreeEstimate(double youngerToOlder) {
        this.youngerToOlder = youngerToOlder;
    }

    /** The estimate for a tree in which so many leaves have not been run. */
    static Estimate of(WakeupTree tree, long open) {
        Branch root = tree.root();
        if (root.done() == 0) {
            return Estimate.UNKNOWN;
        }
        double certain = root.done() + open;
        double middle =
                Math.max(certain, new TreeEstimate(tree.youngerSiblings().ratio()).corrected(root, certain));
        double left = open == 0 ? 0 : 1 - root.done() / middle;
        double uncertainty = Math.pow(left, NARROWING);
        double low = middle / (1 + DOWN * uncertainty);
        return new Estimate(Math.max(certain, low), middle, middle * (1 + UP * uncertainty));
    }

    private double corrected(Branch root, double certain) {
        walk(root);
        double byShares = root.done() / shares.get(root);
        double joined = Math.pow(sizes.get(root), 1 - WEIGHT_OF_SHARES) * Math.pow(byShares, WEIGHT_OF_SHARES);
        double left = 1 - root.done() / Math.max(certain, joined);
        return joined * (LATE + EARLY * Math.max(0, left - START));
    }

    private void walk(Branch root) {
        List<Branch> order = new ArrayList<>();
        ArrayDeque<Branch> stack = new ArrayDeque<>(List.of(root));
        while (!stack.isEmpty()) {
            Branch branch = stack.pop();
            order.add(branch);
            if (!branch.isClosed()) {
                branch.children().forEach(stack::push);
            }
        }
        for (int k = order.size() - 1; k >= 0; k--) {
            sizes.put(order.get(k), sizeFromChildren(order.get(k)));
            shares.put(order.get(k), shareFromChildren(order.get(k)));
        }
    }

    /** How much of what there is below has been explored, if every child has an equal share. */
    private double shareFromChildren(Branch branch) {
        if (branch.isClosed() || branch.done() == 0) {
            return branch.isClosed() ? 1 : 0;
        }
        double sum = 0;
        int children = 0;
        for (Branch child : branch.children()) {
            sum += shares.get(child);
            children++;
        }
        return children == 0 ? 1 : sum / children;
    }

    /** Not a number as long as nothing below has been run. */
    private double sizeFromChildren(Branch branch) {
        if (branch.isClosed() || branch.done() == 0) {
            return branch.done() == 0 ? Double.NaN : branch.done();
        }
        double sum = 0;
        int known = 0;
        int unknown = 0;
        for (Branch child : branch.children()) {
            double size = sizes.get(child);
            if (Double.isNaN(size)) {
                unknown++;
            } else {
                sum += size;
                known++;
            }
        }
        return known == 0 ? branch.done() + unknown : sum + unknown * youngerToOlder * sum / known;
    }
}
