package org.heddle.cli.check.dap;

import java.util.Set;

/**
 * Where to stop.
 *
 * @param id by which the protocol names it
 * @param reason for which one stops there, in the protocol's words
 * @param steps before which one stops
 * @param condition an expression of C that has to hold; empty if there is none
 * @param what in words, for what is told at the stop; empty if the place says all
 */
record StopPoint(int id, String reason, Set<Integer> steps, String condition, String what) {}
