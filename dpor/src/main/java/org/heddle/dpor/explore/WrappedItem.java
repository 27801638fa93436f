package org.heddle.dpor.explore;

import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.VisibleMemory;
import org.heddle.dpor.model.WholeSections;

/** An item of another frontier, with what the frontier that hands it on wants to remember of it. */
public interface WrappedItem extends WorkItem {
    /** The item as the other frontier gave it. */
    WorkItem item();

    @Override
    default List<Step> prefix() {
        return item().prefix();
    }

    @Override
    default List<Event> known() {
        return item().known();
    }

    @Override
    default List<Event> sleep() {
        return item().sleep();
    }

    @Override
    default Relation relation() {
        return item().relation();
    }

    @Override
    default boolean lateExit() {
        return item().lateExit();
    }

    @Override
    default WholeSections sections() {
        return item().sections();
    }

    @Override
    default VisibleMemory visible() {
        return item().visible();
    }

    @Override
    default Policy policy() {
        return item().policy();
    }

    @Override
    default int operations() {
        return item().operations();
    }

    @Override
    default int bound() {
        return item().bound();
    }

    @Override
    default boolean repeats() {
        return item().repeats();
    }

    @Override
    default String strategy() {
        return item().strategy();
    }
}
