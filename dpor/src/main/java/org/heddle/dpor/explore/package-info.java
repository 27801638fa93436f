/**
 * The exploration's main loop, {@link org.heddle.dpor.explore.Explorer}, and its two ports: the {@link
 * org.heddle.dpor.explore.plan.ExecutionRunner} that runs executions and the {@link org.heddle.dpor.explore.frontier.Frontier} that says which.
 */
package org.heddle.dpor.explore;
