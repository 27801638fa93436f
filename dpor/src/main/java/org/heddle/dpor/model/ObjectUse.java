package org.heddle.dpor.model;

/** How an operation uses its first object, as far as the kind tells it: the {@link AccessKind} may depend on the result. */
public enum ObjectUse {
    /** Not at all: it has no object that another thread could use. */
    NOTHING,
    READS,
    WRITES,
    SHARES,
    ENQUEUES,
    WAKES,
    /** Result 0: writes, else reads. */
    WRITES_IF_DONE,
    /** Result 0: shares, else reads. */
    SHARES_IF_DONE,
    /** Result 0: disposes, else reads. */
    DISPOSES_IF_DONE,
    /**
     * Result 0: shares, or notifies where waits take in turn. Else nothing was changed, but one of its like may have seen to that:
     * writes.
     */
    POSTS,
    /** Takes, where waits take in turn and this one does nothing but wait until it can; else writes. */
    TAKES_IN_TURN,
    /** Shares, where additions commute and this is one whose result nobody uses; else writes. */
    ADDS,
    /** Shares, where marks commute and this is one; else writes. */
    MARKS,
    /** Any result but 0: writes, else reads. */
    WRITES_IF_ANY,
    /** Any result but 0: notifies, else reads. */
    NOTIFIES_IF_ANY,
    /** Exchanged, or too large to know: writes, else reads. */
    EXCHANGES,
    /** Shares, or notifies where arrivals are ordered. */
    ARRIVES,
    /** Leaves where the wait may end at any moment, else wakes. */
    WAKES_OR_LEAVES,
    /** Shares as a reader, else writes. */
    GIVES_BACK;

    private static final int WORD = 8;

    /** Whether it is the same in all relations. */
    private boolean isFixed() {
        return switch (this) {
            case POSTS, TAKES_IN_TURN, ADDS, MARKS, ARRIVES -> false;
            default -> true;
        };
    }

    /** How an event uses its first object whatever the relation is; null if that decides. */
    static AccessKind fixed(Event event) {
        if (event.isWhole()) {
            return event.section().isEverything() ? AccessKind.WRITE : AccessKind.SHARE;
        }
        ObjectUse use = event.operation().kind().use();
        return use.isFixed() ? use.of(event, Relation.PLAIN) : null;
    }

    /**
     * How the event, which is no whole section, uses its first object; for {@link #NOTHING} the answer has no meaning.
     *
     * @param relation which decides about what commutes only for some
     */
    AccessKind of(Event event, Relation relation) {
        boolean isZero = event.result() == 0;
        long argument = event.operation().argument();
        return switch (this) {
            case NOTHING, WRITES -> AccessKind.WRITE;
            case READS -> AccessKind.READ;
            case SHARES -> AccessKind.SHARE;
            case ENQUEUES -> AccessKind.ENQUEUE;
            case WAKES -> AccessKind.WAKE;
            case WRITES_IF_DONE -> isZero ? AccessKind.WRITE : AccessKind.READ;
            case SHARES_IF_DONE -> isZero ? AccessKind.SHARE : AccessKind.READ;
            case DISPOSES_IF_DONE -> isZero ? AccessKind.DISPOSE : AccessKind.READ;
            case POSTS -> !isZero ? AccessKind.WRITE : relation.inTurn() ? AccessKind.NOTIFY : AccessKind.SHARE;
            case TAKES_IN_TURN -> relation.inTurn()
                            && isZero
                            && argument == 0
                            && event.operation().object2() == 0
                    ? AccessKind.TAKE
                    : AccessKind.WRITE;
            case ADDS -> relation.counting() && event.operation().isAddition() ? AccessKind.SHARE : AccessKind.WRITE;
            case MARKS -> relation.marking() && event.operation().isMark() ? AccessKind.SHARE : AccessKind.WRITE;
            case WRITES_IF_ANY -> isZero ? AccessKind.READ : AccessKind.WRITE;
            case NOTIFIES_IF_ANY -> isZero ? AccessKind.READ : AccessKind.NOTIFY;
            case EXCHANGES -> isZero && argument <= WORD ? AccessKind.READ : AccessKind.WRITE;
            case ARRIVES -> relation.cautious() ? AccessKind.NOTIFY : AccessKind.SHARE;
            case WAKES_OR_LEAVES -> event.operation().mayTimeOut() ? AccessKind.LEAVE : AccessKind.WAKE;
            case GIVES_BACK -> event.operation().isReaderRelease() ? AccessKind.SHARE : AccessKind.WRITE;
        };
    }
}
