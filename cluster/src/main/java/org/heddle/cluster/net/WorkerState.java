package org.heddle.cluster.net;

/**
 * What a worker says of itself.
 *
 * @param name its host and process, for people
 * @param version of Heddle
 * @param slots how many executions it runs at a time
 * @param executed how many executions it has run
 * @param perSecond how many a second, of late
 * @param lost how many of them were lost with their process
 * @param running the checks that it works for
 */
public record WorkerState(
        String name, String version, int slots, long executed, double perSecond, long lost, String running) {}
