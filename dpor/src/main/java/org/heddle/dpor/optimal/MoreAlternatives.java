package org.heddle.dpor.optimal;

import java.util.List;
import org.heddle.dpor.analysis.RaceDetection;
import org.heddle.dpor.model.Event;

/**
 * Tells what events could have been besides, in a memory model that allows more than sequential consistency: accesses that overlook stores. Which
 * ones, depends on all that was executed before, so that they are known only once the event has been executed.
 *
 * <p>What the exploration relies on: the event that overlooks nothing is always possible, and an event that is possible stays so where
 * independent events before it are left out.
 */
@FunctionalInterface
public interface MoreAlternatives {
    /** Sequential consistency: there are none. */
    MoreAlternatives NONE = order -> List.of();

    /**
     * What an event could have been.
     *
     * @param row of the event in the trace
     * @param first rows behind it that are executed before it then, none of which comes after it; empty where it stays in its place
     * @param event what could have been executed instead
     */
    record Alternative(int row, List<Integer> first, Event event) {}

    /** Of the events of the trace whose order was found last, by their rows. */
    List<Alternative> of(RaceDetection order);
}
