package org.heddle.dpor.explore.plan;

import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.VisibleMemory;

/** An item of another frontier, with what the frontier that hands it on wants to remember of it. */
public interface WrappedItem extends WorkItem {
    /** The item as the other frontier gave it. */
    WorkItem item();

    @Override
    public default List<Step> prefix() {
        return item().prefix();
    }

    @Override
    public default List<Event> known() {
        return item().known();
    }

    @Override
    public default List<Event> sleep() {
        return item().sleep();
    }

    @Override
    public default Relation relation() {
        return item().relation();
    }

    @Override
    public default boolean lateExit() {
        return item().lateExit();
    }

    @Override
    public default boolean serial() {
        return item().serial();
    }

    @Override
    public default WholeSections sections() {
        return item().sections();
    }

    @Override
    public default VisibleMemory visible() {
        return item().visible();
    }

    @Override
    public default Policy policy() {
        return item().policy();
    }

    @Override
    public default int operations() {
        return item().operations();
    }

    @Override
    public default int bound() {
        return item().bound();
    }

    @Override
    public default boolean repeats() {
        return item().repeats();
    }

    @Override
    public default boolean isExtra() {
        return item().isExtra();
    }

    @Override
    public default String strategy() {
        return item().strategy();
    }
}
