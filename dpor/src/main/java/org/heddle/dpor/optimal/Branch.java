package org.heddle.dpor.optimal;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Event;

/**
 * An edge of the wakeup tree together with the node at its lower end. The edge carries a whole run of events without siblings,
 * as in a radix tree; the events may be shared with other branches.
 */
final class Branch {
    private static final Event[] NO_EVENTS = {};

    private Branch parent;
    private Event[] events;
    private int from;
    private int to;
    private int depth;
    private List<Branch> children = List.of();

    /** Open children, plus one as long as the branch is itself a leaf to be run or being analysed. */
    private int open = 1;
    /** How many leaves at or below this branch are ready to be run. */
    private int ready;

    /** How many leaves at or below this branch have been run. */
    private long done;

    private boolean readyLeaf;

    /** Everything below the end of this branch that is not asleep is explored by one of its leaves. */
    private boolean exhaustive;
    /** A run has gone through this branch, so its events are certain. */
    private boolean executed;
    /** This leaf never will be run, although it should. */
    private boolean abandoned;
    /** The last event is a prediction. */
    private boolean predicted;
    /** The last event was one with the end of the process. */
    private boolean ending;
    /** Everything below has been explored and forgotten; only the first event is kept. */
    private boolean forgotten;

    private Undecided undecided;

    private Branch(Branch parent, Event[] events, int from, int to, int depth) {
        this.parent = parent;
        this.events = events;
        this.from = from;
        this.to = to;
        this.depth = depth;
    }

    /** The root: no events, and itself the first leaf. */
    static Branch root() {
        Branch root = new Branch(null, NO_EVENTS, 0, 0, 0);
        root.exhaustive = true;
        return root;
    }

    /** A new youngest child with these events, as a leaf to be run. */
    Branch addLeaf(Event[] chain, boolean lastIsPredicted) {
        Branch leaf = addChild(chain);
        leaf.exhaustive = true;
        leaf.predicted = lastIsPredicted;
        return leaf;
    }

    /** A new youngest child for what a run did below this branch. */
    Branch addRun(Event[] run, boolean endsProcess) {
        Branch child = addChild(run);
        child.executed = true;
        child.ending = endsProcess;
        return child;
    }

    /** A new sibling right behind this branch, as a leaf to be run, whose last event is a prediction. */
    Branch addLeafBehind(Event[] chain) {
        Branch leaf = parent.addChild(chain, parent.children.indexOf(this) + 1);
        leaf.exhaustive = true;
        leaf.predicted = true;
        return leaf;
    }

    /** Has a younger sibling come right behind this branch, unless it has been run. */
    void bringBehind(Branch sibling) {
        List<Branch> all = parent.children;
        int place = all.indexOf(this) + 1;
        if (!sibling.executed && all.indexOf(sibling) > place) {
            all.remove(sibling);
            all.add(place, sibling);
        }
    }

    /** This new leaf is none: nothing is open here until something is inserted below it. */
    void leaveOut() {
        exhaustive = false;
        executed = true;
        open = 0;
        parent.open--;
    }

    private Branch addChild(Event[] childEvents) {
        return addChild(childEvents, children.size());
    }

    private Branch addChild(Event[] childEvents, int place) {
        Branch child = new Branch(this, childEvents, 0, childEvents.length, end());
        if (children.isEmpty()) {
            children = new ArrayList<>(2);
        }
        children.add(place, child);
        openOne();
        return child;
    }

    private void openOne() {
        open++;
        if (open == 1 && parent != null) {
            parent.openOne();
        }
    }

    /**
     * Cuts this branch, which keeps the lower part.
     *
     * @param count how many events go to the upper part; more than none and less than all
     * @return the new upper part, which takes this branch's place among its siblings
     */
    Branch split(int count) {
        Branch upper = new Branch(parent, events, from, from + count, depth);
        upper.executed = executed;
        upper.open = Math.min(open, 1);
        upper.ready = ready;
        upper.done = done;
        upper.children = new ArrayList<>(2);
        upper.children.add(this);
        parent.children.set(parent.children.indexOf(this), upper);
        parent = upper;
        from += count;
        depth += count;
        return upper;
    }

    /**
     * What was predicted has come true: the result of the last event is known, and what events have seen that do not look, as additions
     * and marks that commute.
     *
     * @param run all events from the root
     */
    void confirm(List<Event> run, boolean endsProcess) {
        for (int k = from; k < to && !executed; k++) {
            Event seen = run.get(depth + k - from);
            events[k] = seen.equals(events[k]) ? events[k] : seen;
        }
        executed = true;
        ending = endsProcess;
    }

    /** The branch will never be run. */
    void abandon() {
        executed = true;
        abandoned = true;
    }

    /** One child, or the branch as a leaf, is done with; returns whether with that nothing is open here. */
    boolean closeOne() {
        open--;
        if (open == 0 && exhaustive) {
            children = List.of(); // whatever is inserted through this branch is covered
        }
        return open == 0;
    }

    /** Keeps nothing but the first event. */
    void forget() {
        ending = endsWithFirst();
        forgotten = true;
        children = List.of();
        if (to - from > 0) {
            events = new Event[] {events[from]};
            from = 0;
            to = 1;
        }
    }

    /** This leaf can be run. */
    void markReady() {
        readyLeaf = true;
        countReady(1);
    }

    /** This leaf is being run, or to be run out of order. */
    void unmarkReady() {
        readyLeaf = false;
        countReady(-1);
    }

    private void countReady(int change) {
        for (Branch b = this; b != null; b = b.parent) {
            b.ready += change;
        }
    }

    /** Another leaf at or below this branch has been run. */
    void countDone() {
        done++;
    }

    long done() {
        return done;
    }

    /** Whether this branch is itself a leaf that can be run. */
    boolean isReadyLeaf() {
        return readyLeaf;
    }

    /** What is left open until the event of this branch is certain. */
    Undecided undecided() {
        if (undecided == null) {
            undecided = new Undecided();
        }
        return undecided;
    }

    /** What was left open and now can be decided. */
    Undecided takeUndecided() {
        Undecided taken = undecided();
        undecided = null;
        return taken;
    }

    /** Whether it is not certain yet what the first event of this branch does. */
    boolean isUncertain() {
        return !executed && predicted && to - from == 1;
    }

    /** Whether it begins with an access that has not been executed here, so that what it could be besides is not known. */
    boolean isOpenAccess() {
        return !executed && first().operation().kind().canOverlook();
    }

    /** A run has gone through this branch. */
    void passed() {
        executed = true;
    }

    /** Whether the n-th event of this branch is a prediction. */
    boolean isPrediction(int n) {
        return !executed && predicted && n == to - from - 1;
    }

    /** Whether the first event of this branch was one with the end of the process. */
    boolean endsWithFirst() {
        return ending && to - from == 1;
    }

    /** Whether the n-th event of this branch was one with the end of the process. */
    boolean endsWith(int n) {
        return ending && n == to - from - 1;
    }

    /** Whether this branch, which has been run, covers sequences that its event is independent of. */
    boolean coversIndependent() {
        return executed && !abandoned && !endsWithFirst();
    }

    Branch parent() {
        return parent;
    }

    List<Branch> children() {
        return children;
    }

    /** All events from the root to the end of this branch. */
    Event[] events() {
        return firstEvents(end());
    }

    /** The first so many of all events from the root to the end of this branch. */
    Event[] firstEvents(int count) {
        Event[] all = new Event[count];
        for (Branch branch = this; branch.parent != null; branch = branch.parent) {
            int length = Math.min(branch.end(), count) - branch.depth;
            if (length > 0) {
                System.arraycopy(branch.events, branch.from, all, branch.depth, length);
            }
        }
        return all;
    }

    /** The number of events before this branch. */
    int depth() {
        return depth;
    }

    /** The number of events down to the end of this branch. */
    int end() {
        return depth + to - from;
    }

    int length() {
        return to - from;
    }

    Event first() {
        return events[from];
    }

    Event event(int n) {
        return events[from + n];
    }

    boolean isExhaustive() {
        return exhaustive;
    }

    boolean isExecuted() {
        return executed;
    }

    /** Whether everything at and below this branch has been explored, as far as is known yet. */
    boolean isClosed() {
        return open == 0;
    }

    boolean isForgotten() {
        return forgotten;
    }

    int ready() {
        return ready;
    }
}
