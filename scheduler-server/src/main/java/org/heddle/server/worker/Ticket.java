package org.heddle.server.worker;

import java.util.Optional;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.protocol.PlanCodec;
import org.heddle.server.restart.Mode;

/**
 * A plan under way.
 *
 * @param number what its RESULT repeats
 * @param plan the plan
 * @param mode how it is to be executed
 * @param debug whether it is executed for a debugger
 */
record Ticket(int number, Plan plan, Mode mode, Optional<PlanCodec.Debug> debug) {}
