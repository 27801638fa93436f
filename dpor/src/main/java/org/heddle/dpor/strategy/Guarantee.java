package org.heddle.dpor.strategy;

/**
 * What sampling by priorities promises of bugs of one depth, the depth being how many ordering constraints suffice to show the bug
 * (PCT, ASPLOS 2010, Theorem 9). Rests on the estimated numbers of threads and events.
 *
 * @param strategy which
 * @param depth of the bugs
 * @param executions how many were drawn for this depth
 * @param threads the estimated number of threads (n)
 * @param length the estimated number of counting events (k)
 * @param probability that at least one of the executions shows such a bug, at least
 */
public record Guarantee(
        SamplingStrategy strategy, int depth, long executions, int threads, int length, double probability) {
    Guarantee again(double chance, int newThreads, int newLength) {
        double missed = (1 - probability) * (1 - chance);
        return new Guarantee(
                strategy,
                depth,
                executions + 1,
                Math.max(threads, newThreads),
                Math.max(length, newLength),
                1 - missed);
    }
}
