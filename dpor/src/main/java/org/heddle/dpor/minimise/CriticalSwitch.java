package org.heddle.dpor.minimise;

import org.heddle.dpor.model.execution.Execution;

/**
 * The preemption without which a finding does not show: the same beginning with the preempted thread going on instead, and nobody
 * preempted from there on, was run and did not show it.
 *
 * @param step the first step after the switch
 * @param from the thread that could have gone on
 * @param to the thread that ran instead
 * @param passing the execution that was run and did not show it
 */
public record CriticalSwitch(int step, int from, int to, Execution passing) {}
