package org.heddle.dpor.bound;

import java.util.Locale;

/**
 * What makes more executions equivalent than are of one Mazurkiewicz class: they differ in nothing that a finding depends on. Each is
 * compared with brute force by itself and with all others.
 */
public enum Coarser {
    /** How far other threads have got when the process exits; see {@link org.heddle.dpor.explore.restart.LateExits}. */
    EXIT,
    /** Whether a post comes before or after a wait that takes what was posted earlier; see {@link org.heddle.dpor.model.Dependence}. */
    SEMAPHORE,
    /** In which order threads add to a number without looking; see {@link org.heddle.dpor.model.Operation#isAddition}. */
    COUNTER,
    /** In which order threads store the same number; see {@link org.heddle.dpor.model.Operation#isMark}. */
    MARK,
    /** Which of several threads that are alike is which; see {@link org.heddle.dpor.model.Relation#alike}. */
    THREAD,
    /** The same, once a program turns out to have many classes; see {@link org.heddle.dpor.explore.restart.ThreadsTrial}. */
    THREAD_LATER,
    /** In which order critical sections of one lock come that touch different data; see {@link org.heddle.dpor.model.Section}. */
    LOCK,
    /** The same, once a program turns out to have many classes; see {@link org.heddle.dpor.explore.restart.SectionsTrial}. */
    LOCK_LATER;

    /** Its name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
