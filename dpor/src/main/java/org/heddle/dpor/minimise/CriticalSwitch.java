package org.heddle.dpor.minimise;

/**
 * The preemption without which a finding does not show: the same beginning with the preempted thread going on instead, and nobody
 * preempted from there on, was run and did not show it.
 *
 * @param step the first step after the switch
 * @param from the thread that could have gone on
 * @param to the thread that ran instead
 */
public record CriticalSwitch(int step, int from, int to) {}
