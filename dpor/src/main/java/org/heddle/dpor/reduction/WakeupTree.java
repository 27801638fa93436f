package org.heddle.dpor.reduction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.heddle.dpor.model.Event;

/**
 * The tree of all traces explored and to be explored (wakeup trees and the exploration tree of JACM 2017, §5, in one). Older
 * siblings stand to the left. A leaf is run by the target as far as its branch goes and then to its end. Leaves may be run in
 * any order and several at a time: the order of siblings is fixed when they are inserted, and a leaf's subtree covers whatever
 * is inserted through it later. Subtrees that are explored are forgotten except for their first event, which their younger
 * siblings need in their sleep sets, so that the tree is as large as the open frontier.
 */
final class WakeupTree {
    private final Branch root = Branch.root();

    /** The root, which is also the first leaf. */
    Branch root() {
        return root;
    }

    /** The branches from the root, which is left out, down to this one. */
    static List<Branch> path(Branch branch) {
        ArrayList<Branch> path = new ArrayList<>();
        for (Branch b = branch; b.parent() != null; b = b.parent()) {
            path.add(b);
        }
        Collections.reverse(path);
        return path;
    }

    /**
     * Inserts a wakeup sequence (insert_[E](v, ⟨B, ≺⟩), JACM 2017, Definition 5.2).
     *
     * @param onTrace the branch that the analysed trace takes; the sequence starts at its upper end
     * @param sleep what is asleep there
     * @param sequence the sequence; is used up
     * @return the new leaf, or null if the sequence is covered
     */
    Branch insert(Branch onTrace, SleepSet sleep, Sequence sequence) {
        Branch node = onTrace.parent();
        if (sleep.covers(sequence) || olderSiblingCovers(onTrace, sequence)) {
            return null;
        }
        while (true) {
            Branch child = firstInitial(node, sequence);
            if (child == null) {
                return node.addLeaf(sequence.toArray(), sequence.isPredicted());
            }
            if (child.isDone()) {
                return null;
            }
            int followed = follow(child, sequence);
            if (followed < child.length()) {
                return child.split(followed).addLeaf(sequence.toArray(), sequence.isPredicted());
            }
            if (child.isExhaustive() || sequence.isEmpty()) {
                return null;
            }
            node = child;
        }
    }

    private static boolean olderSiblingCovers(Branch branch, Sequence sequence) {
        for (Branch sibling : branch.parent().children()) {
            if (sibling == branch) {
                return false;
            }
            if (sequence.hasWeakInitial(sibling.first(), sibling.endsWithFirst())) {
                return true;
            }
        }
        throw new IllegalStateException("a branch is missing among its parent's children");
    }

    private static Branch firstInitial(Branch node, Sequence sequence) {
        for (Branch child : node.children()) {
            if (sequence.hasWeakInitial(child.first(), child.endsWithFirst())) {
                return child;
            }
        }
        return null;
    }

    /** Removes from the sequence what the branch does, as far as they agree; how many of the branch's events do. */
    private static int follow(Branch branch, Sequence sequence) {
        for (int n = 0; n < branch.length(); n++) {
            if (sequence.isEmpty()) {
                return branch.length();
            }
            Event event = branch.event(n);
            if (n > 0 && !sequence.hasWeakInitial(event, branch.endsWith(n))) {
                return n;
            }
            sequence.removeFirstOf(event.thread());
        }
        return branch.length();
    }

    /** The older sibling, on the way up from the leaf, of which it is not yet certain what it does; null if there is none. */
    static Branch uncertainOlder(Branch leaf) {
        for (Branch b = leaf; b.parent() != null && !b.isExecuted(); b = b.parent()) {
            for (Branch sibling : b.parent().children()) {
                if (sibling == b) {
                    break;
                }
                if (sibling.isUncertain()) {
                    return sibling;
                }
            }
        }
        return null;
    }

    /** The branch is done with; forgets it and whatever else thereby is explored. */
    static void close(Branch branch) {
        Branch b = branch;
        while (b != null && b.closeOne()) {
            b = b.parent();
        }
    }
}
