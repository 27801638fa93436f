/**
 * What an execution is told to do, {@link org.heddle.dpor.explore.plan.Plan}, what it was made from, {@link
 * org.heddle.dpor.explore.plan.WorkItem}, and the port that runs it, {@link org.heddle.dpor.explore.plan.ExecutionRunner}.
 */
package org.heddle.dpor.explore.plan;
