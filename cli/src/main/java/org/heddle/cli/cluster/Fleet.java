package org.heddle.cli.cluster;

/**
 * Who executes a check's plans.
 *
 * @param workers how many workers there are
 * @param slots how many executions they run at a time
 * @param lost how many workers have been lost
 * @param retried how many executions were given to another worker because theirs was lost or slow
 */
public record Fleet(int workers, int slots, int lost, long retried) {}
