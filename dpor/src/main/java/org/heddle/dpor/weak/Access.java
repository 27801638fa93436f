package org.heddle.dpor.weak;

import org.heddle.dpor.model.Event;

/**
 * An access of a location.
 *
 * @param row where it is in the execution
 * @param thread of the access, as a small number
 * @param local its place among the events of its thread
 * @param event what was executed
 * @param location what it accesses
 * @param number of the write among the writes of the location, in the order of the execution; of a read, that of the write that it reads; −1 for
 *     what was there at first
 * @param writes whether it writes
 * @param consistent of a sequentially consistent access: itself with what comes before it in psc; else zero
 * @param inThread what comes in psc before those that access the location after it in hb
 * @param earlier what comes in psc before those that write the location after it: all accesses up to this one
 * @param fences of {@code earlier}, what comes of fences that happen before those accesses
 * @param message what it hands on to those that acquire it
 */
record Access(
        int row,
        int thread,
        int local,
        Event event,
        Location location,
        int number,
        boolean writes,
        Clock consistent,
        Clock inThread,
        Clock earlier,
        Clock fences,
        Known message) {
    /** Of the write, or of the write that is read, in the modification order as it is now; −1 for what was there at first. */
    int place() {
        return location.placeOf(number);
    }
}
