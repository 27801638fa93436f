package org.heddle.server;

import org.heddle.dpor.explore.Plan;

/**
 * A plan under way.
 *
 * @param number what its RESULT repeats
 * @param plan the plan
 */
record Ticket(int number, Plan plan) {}
