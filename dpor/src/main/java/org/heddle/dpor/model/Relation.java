package org.heddle.dpor.model;

/**
 * Which dependence relation an exploration goes by.
 *
 * @param cautious whether more is dependent than in most programs: arrivals at one barrier, which commute unless more threads use
 *     the barrier than it waits for; atomic sections with everything, of which those that do not end the process commute with what
 *     is local to other threads
 * @param inTurn whether the waits for a semaphore take in turn what was posted: the posts of one semaphore are ordered then, and so
 *     are the waits, but of a post and a wait only those of which the one takes what the other posted. Where one thread posts, this
 *     orders less; where several do, it may order more. It is right for both.
 * @param counting whether {@linkplain Operation#isAddition additions whose results nobody uses} commute. It is right where all of
 *     them that overlap are of the same bytes, and no two accesses are ordered by the order of additions alone.
 * @param marking whether {@linkplain Operation#isMark marks} commute. It is right where marks of several threads that overlap are of the
 *     same bytes and the same number, nobody adds there, and no two accesses are ordered by the order of marks alone.
 * @param alike whether threads that are alike begin one after the other: those that one thread creates with nothing in between, to run one
 *     function with one argument. Each begins once the one before it has executed an operation. Of executions that differ in nothing but
 *     which of them is which, some are left out, and one stays: in any execution, give who begins first the name of the one that was
 *     created first, and so on. It is right where nothing tells the threads apart; see
 *     {@link org.heddle.dpor.explore.restart.ThreadsDiffer}. This is no matter of dependence: it changes which operations are enabled.
 */
public record Relation(boolean cautious, boolean inTurn, boolean counting, boolean marking, boolean alike) {
    /** That of optimal reduction, for programs in which nothing seldom happens. */
    public static final Relation PLAIN = new Relation(false, false, false, false, false);

    /** That of optimal reduction, for all programs. */
    public static final Relation CAUTIOUS = PLAIN.cautious(true);

    /** In which waits for a semaphore take in turn. */
    public static final Relation IN_TURN = PLAIN.inTurn(true);

    /** In which additions commute. */
    public static final Relation COUNTING = PLAIN.counting(true);

    /** In which marks commute. */
    public static final Relation MARKING = PLAIN.marking(true);

    /** In which threads that are alike begin one after the other. */
    public static final Relation ALIKE = PLAIN.alike(true);

    /** This relation, cautious or not. */
    public Relation cautious(boolean isCautious) {
        return new Relation(isCautious, inTurn, counting, marking, alike);
    }

    /** This relation, with waits that take in turn or without. */
    public Relation inTurn(boolean isInTurn) {
        return new Relation(cautious, isInTurn, counting, marking, alike);
    }

    /** This relation, with additions that commute or without. */
    public Relation counting(boolean isCounting) {
        return new Relation(cautious, inTurn, isCounting, marking, alike);
    }

    /** This relation, with marks that commute or without. */
    public Relation marking(boolean isMarking) {
        return new Relation(cautious, inTurn, counting, isMarking, alike);
    }

    /** This relation, with threads that are alike or without. */
    public Relation alike(boolean isAlike) {
        return new Relation(cautious, inTurn, counting, marking, isAlike);
    }

    /** The relation by which no more commutes than optimal reduction takes to commute. */
    public Relation withoutWays() {
        return PLAIN.cautious(cautious).alike(alike);
    }
}
