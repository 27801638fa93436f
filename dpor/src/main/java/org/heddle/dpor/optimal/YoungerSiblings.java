package org.heddle.dpor.optimal;

/**
 * How large younger subtrees of the wakeup tree are, compared with their older siblings: smaller as a rule, for what was explored
 * through the older ones sleeps in them. Measured on what has been explored, for the estimate of what has not.
 */
final class YoungerSiblings {
    private static final double PRIOR = 10; // leaves, so that the first few siblings do not decide
    private static final double LEAST = 0.1;
    private static final double MOST = 2;

    private double found = PRIOR;
    private double expected = PRIOR;

    /** Everything at and below this branch has been explored; its siblings are still there. */
    void explored(Branch branch) {
        double sum = 0;
        int count = 0;
        for (Branch sibling : branch.parent().children()) {
            if (sibling != branch && sibling.isClosed() && sibling.done() > 0) {
                sum += sibling.done();
                count++;
            }
        }
        if (count > 0) {
            found += branch.done();
            expected += sum / count;
        }
    }

    /** The size of a subtree as a multiple of the average of its siblings that were explored before it. */
    double ratio() {
        return Math.min(MOST, Math.max(LEAST, found / expected));
    }
}
