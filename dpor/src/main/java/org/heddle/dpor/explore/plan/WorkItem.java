package org.heddle.dpor.explore.plan;

import java.util.List;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.VisibleMemory;

/** One execution that a {@link Frontier} wants to see. */
public interface WorkItem {
    /** The steps to follow. */
    List<Step> prefix();

    /** See {@link Plan#known}. */
    default List<Event> known() {
        return List.of();
    }

    /** What is asleep after them. */
    List<Event> sleep();

    /** See {@link Plan#relation}. */
    default Relation relation() {
        return Relation.PLAIN;
    }

    /** See {@link Plan#lateExit}. */
    default boolean lateExit() {
        return false;
    }

    /** See {@link Plan#serial}. */
    default boolean serial() {
        return false;
    }

    /** Whose critical sections are executed in one go. */
    default WholeSections sections() {
        return WholeSections.NONE;
    }

    /** The memory whose plain accesses are visible operations. */
    default VisibleMemory visible() {
        return VisibleMemory.NONE;
    }

    /** Who goes next after that. */
    default Policy policy() {
        return Policy.CONTINUE;
    }

    /** The most visible operations of each thread, which goes no further then; 0 for any number. */
    default int operations() {
        return 0;
    }

    /** The bound that was being explored when it was given out, −1 where nothing is bounded. */
    default int bound() {
        return -1;
    }

    /**
     * Whether rounds that threads can repeat for ever are looked for: where a program may go on for long, and no bound says how often
     * threads may be preempted, which going round would exceed.
     */
    default boolean seeksCycles() {
        return operations() > 0 && bound() < 0;
    }

    /**
     * Whether it repeats an execution that has been explored, to learn something else of the program. It is not counted then, and no
     * findings are looked for in it.
     */
    default boolean repeats() {
        return false;
    }

    /**
     * Whether it is one of those that come on top of what is to be explored, and prove nothing: findings are looked for in it, but it is not
     * counted, and nothing is missing where it does not come to its end.
     */
    default boolean isExtra() {
        return false;
    }

    /** The name of the strategy that wants to see it. */
    default String strategy() {
        return "systematic";
    }
}
