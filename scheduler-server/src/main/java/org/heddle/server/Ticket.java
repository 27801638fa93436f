package org.heddle.server;

import java.util.Optional;
import org.heddle.dpor.explore.Plan;
import org.heddle.server.protocol.PlanCodec;

/**
 * A plan under way.
 *
 * @param number what its RESULT repeats
 * @param plan the plan
 * @param debug whether it is executed for a debugger
 */
record Ticket(int number, Plan plan, Optional<PlanCodec.Debug> debug) {}
