package org.heddle.dpor.optimal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.heddle.dpor.model.Event;

/**
 * The tree of all traces explored and to be explored (wakeup trees and the exploration tree of JACM 2017, §5, in one). Older
 * siblings stand to the left. A leaf is run by the target as far as its branch goes and then to its end. Leaves may be run in
 * any order and several at a time: the order of siblings is fixed when they are inserted, and a leaf's subtree covers whatever
 * is inserted through it later.
 *
 * <p>What is explored is forgotten as soon as nothing can be inserted through it any more, except for its first event, which
 * the younger siblings need in their sleep sets. Traces through an older sibling may still insert, even though every leaf
 * below has been run: a sequence may be left out there because of the older sibling's sleeping event, and then it is the older
 * sibling's task to insert it. In depth-first order, oldest first, everything is forgotten at once, so that the tree is as large
 * as the open frontier.
 */
final class WakeupTree {
    private final Branch root = Branch.root();
    private final YoungerSiblings youngerSiblings = new YoungerSiblings();
    private final boolean accessesAreOpen;

    /**
     * A tree with nothing in it.
     *
     * @param accessesAreOpen whether accesses may have alternatives that are known only once they have been executed
     */
    WakeupTree(boolean accessesAreOpen) {
        this.accessesAreOpen = accessesAreOpen;
    }

    /** The root, which is also the first leaf. */
    Branch root() {
        return root;
    }

    YoungerSiblings youngerSiblings() {
        return youngerSiblings;
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
     */
    Insertion insert(Branch onTrace, SleepSet sleep, Sequence sequence) {
        if (sleep.covers(sequence) || olderSiblingCovers(onTrace, sequence)) {
            return Insertion.COVERED;
        }
        return insertBelow(onTrace.parent(), sequence);
    }

    /**
     * Inserts what an executed event could have been instead, right behind that, as younger siblings do not find it: what its thread does next is
     * asleep in their plans. They have not been run yet ({@link #uncertainOlder}), so that this will be asleep there, too.
     *
     * <p>Where something older covers it, there is no leaf, but still a branch: sequences that begin with the event go through it, and not through
     * a younger sibling.
     *
     * @param onTrace the branch that begins with the event
     * @param sleep what is asleep at its upper end
     * @param alternative the one event
     */
    Insertion insertBeside(Branch onTrace, SleepSet sleep, Sequence alternative) {
        Event event = alternative.toArray()[0];
        for (Branch sibling : onTrace.parent().children()) {
            Event first = sibling.first();
            if (first.thread() == event.thread() && first.alternative() == event.alternative()) {
                onTrace.bringBehind(sibling);
                return Insertion.COVERED;
            }
        }
        boolean isCovered = sleep.covers(alternative) || olderSiblingCovers(onTrace, alternative);
        Branch branch = onTrace.addLeafBehind(alternative.toArray());
        if (!isCovered) {
            return Insertion.leaf(branch);
        }
        branch.leaveOut();
        return Insertion.COVERED;
    }

    /** Inserts a sequence that no older sibling covers; it starts at the lower end of {@code start}. */
    Insertion insertBelow(Branch start, Sequence sequence) {
        Branch node = start;
        while (true) {
            Branch child = firstInitial(node, sequence);
            if (child == null) {
                return Insertion.leaf(node.addLeaf(sequence.toArray(), sequence.isPredicted()));
            }
            if (child.isForgotten()) {
                throw new IllegalStateException("a sequence is inserted through a branch that has been forgotten");
            }
            int followed = follow(child, sequence);
            if (followed == 0) {
                child.undecided().sequences.add(sequence.copy());
                return Insertion.deferredUntilCertain(child);
            }
            if (followed < child.length()) {
                node = child.split(followed);
            } else if (child.isExhaustive() || sequence.isEmpty()) {
                return Insertion.COVERED;
            } else {
                node = child;
            }
        }
    }

    /**
     * What has become of a sequence.
     *
     * @param leaf the new leaf, or null
     * @param awaited the leaf whose outcome decides whether the sequence is covered, or null
     */
    record Insertion(Branch leaf, Branch awaited) {
        static final Insertion COVERED = new Insertion(null, null);

        boolean isCovered() {
            return leaf == null && awaited == null;
        }

        static Insertion leaf(Branch leaf) {
            return new Insertion(leaf, null);
        }

        static Insertion deferredUntilCertain(Branch awaited) {
            return new Insertion(null, awaited);
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

    /**
     * Removes from the sequence the events on which the branch agrees with it; returns how many these are. If the branch ends in a
     * prediction, the predicted event may turn out to be a crash, which ends the process. A crash agrees only with a sequence that
     * begins with it, so the prediction is followed only in such a sequence.
     */
    private static int follow(Branch branch, Sequence sequence) {
        for (int n = 0; n < branch.length() && !sequence.isEmpty(); n++) {
            Event event = branch.event(n);
            boolean agrees = n == 0 || sequence.hasWeakInitial(event, branch.endsWith(n));
            if (!agrees || (branch.isPrediction(n) && !sequence.startsWith(event.thread()))) {
                return n;
            }
            sequence.removeFirstOf(event.thread());
            sequence.pass(event);
        }
        return branch.length();
    }

    /** The older sibling, on the way up from the leaf, of which it is not yet certain what it does; null if there is none. */
    Branch uncertainOlder(Branch leaf) {
        for (Branch b = leaf; b.parent() != null && !b.isExecuted(); b = b.parent()) {
            for (Branch sibling : b.parent().children()) {
                if (sibling == b) {
                    break;
                }
                if (sibling.isUncertain() || (accessesAreOpen && sibling.isOpenAccess())) {
                    return sibling;
                }
            }
        }
        return null;
    }

    /** The branch is done with; forgets whatever can be forgotten thereby. */
    void close(Branch branch) {
        for (Branch b = branch; b != null; b = b.parent()) {
            b.countDone();
        }
        Branch b = branch;
        while (b != null && b.closeOne()) {
            if (b.parent() != null) {
                youngerSiblings.explored(b);
                forgetFrom(b);
            }
            b = b.parent();
        }
    }

    /** Forgets this branch and its younger siblings, as far as they are explored and nothing can be inserted through them. */
    private static void forgetFrom(Branch branch) {
        if (isWalkable(branch)) {
            return;
        }
        boolean younger = false;
        for (Branch sibling : branch.parent().children()) {
            younger |= sibling == branch;
            if (younger && !sibling.isClosed()) {
                return;
            }
            if (younger && !sibling.isForgotten()) {
                sibling.forget();
            }
        }
    }

    /**
     * Whether a sequence could yet be inserted through this branch: it could by a trace through an older sibling, or through an
     * older sibling of a branch above as far up as that is not exhaustive.
     */
    private static boolean isWalkable(Branch branch) {
        for (Branch b = branch; b.parent() != null; b = b.parent()) {
            for (Branch sibling : b.parent().children()) {
                if (sibling == b) {
                    break;
                }
                if (!sibling.isClosed()) {
                    return true;
                }
            }
            if (b.parent().isExhaustive()) {
                return false;
            }
        }
        return false;
    }

    /** The n-th leaf that is ready, in depth-first order, oldest first; it counts as ready no more. */
    Branch takeReady(int n) {
        Branch b = root;
        int left = n;
        while (true) {
            Branch next = null;
            for (Branch child : b.children()) {
                if (left < child.ready()) {
                    next = child;
                    break;
                }
                left -= child.ready();
            }
            if (next == null) {
                b.unmarkReady();
                return b;
            }
            b = next;
        }
    }
}
