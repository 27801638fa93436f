package org.heddle.dpor.reduction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.dpor.estimate.Estimate;

/**
 * Estimates how many leaves the wakeup tree will have had, after Knuth ("Estimating the efficiency of backtrack programs",
 * Mathematics of Computation 1975) and Kilby, Slaney, Thiébaux, Walsh ("Estimating search tree size", AAAI 2006, recursive
 * estimator): a subtree that has been explored counts as it is; one that has not been begun counts as its siblings do on average, times what {@link YoungerSiblings} has learned.
 * The tree grows where it has been explored, for races are found there, so the estimate is rather too low at first; how far it
 * may be off has been measured (see the test), and is what the interval says.
 */
final class TreeEstimate {
    private static final double UP = 4;
    private static final double DOWN = 3;
    private static final double NARROWING = 0.6;

    private final Map<Branch, Double> sizes = new HashMap<>();

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
                Math.max(certain, new TreeEstimate(tree.youngerSiblings().ratio()).size(root));
        double left = open == 0 ? 0 : 1 - root.done() / middle;
        double uncertainty = Math.pow(left, NARROWING);
        double low = middle / (1 + DOWN * uncertainty);
        return new Estimate(Math.max(certain, low), middle, middle * (1 + UP * uncertainty));
    }

    private double size(Branch root) {
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
        }
        return sizes.get(root);
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
