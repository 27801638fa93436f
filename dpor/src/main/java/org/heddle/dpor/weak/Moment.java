package org.heddle.dpor.weak;

/**
 * Where a thread is after one of its events.
 *
 * @param now what it knows
 * @param read what it has read without acquiring it, and would know after a fence that acquires
 * @param released what it knew at its last fence that releases, and hands on with relaxed stores
 * @param last its last sequentially consistent access or fence, with what comes before that in psc
 * @param place where its last events were all accesses of one location: that; else null
 * @param exposed what was {@link Known#exposed} before them
 */
record Moment(Known now, Known read, Known released, Clock last, Location place, Clock exposed) {
    static final Moment START = new Moment(Known.NOTHING, Known.NOTHING, Known.NOTHING, Clock.ZERO, null, Clock.ZERO);
}
