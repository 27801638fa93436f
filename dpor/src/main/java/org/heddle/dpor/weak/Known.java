package org.heddle.dpor.weak;

/**
 * What a thread knows at an event, and hands on where C11 says that it synchronises. The relations are those of RC11 (Lahav, Vafeiadis,
 * Kang, Hur, Dreyer, "Repairing Sequential Consistency in C/C++11", PLDI 2017, section 3). The last three are clocks of sequentially
 * consistent accesses and fences; each has with an event all that come before it in psc.
 *
 * @param before the events that happen before (hb), the event itself included
 * @param fences the fences among them
 * @param exposed the accesses after which, in their threads, some other location was accessed before: sb≠loc;hb
 * @param reached what a fence that comes after the event follows in psc
 */
record Known(Clock before, Clock fences, Clock exposed, Clock reached) {
    static final Known NOTHING = new Known(Clock.ZERO, Clock.ZERO, Clock.ZERO, Clock.ZERO);

    Known join(Known other) {
        Clock all = before.join(other.before);
        Clock f = fences.join(other.fences);
        Clock x = exposed.join(other.exposed);
        Clock r = reached.join(other.reached);
        return all == before && f == fences && x == exposed && r == reached ? this : new Known(all, f, x, r);
    }
}
