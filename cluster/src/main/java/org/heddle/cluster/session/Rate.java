package org.heddle.cluster.session;

/** How many a second, over the last few seconds. */
final class Rate {
    private static final int SECONDS = 10;
    private static final long SECOND = 1_000_000_000;

    private final long[] counts = new long[SECONDS + 1];
    private long total;
    private long latest = Long.MIN_VALUE;

    void add(long count, long now) {
        forward(now);
        total += count;
        counts[index(latest)] += count;
    }

    long total() {
        return total;
    }

    double perSecond(long now) {
        forward(now);
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return (double) (sum - counts[index(latest)]) / SECONDS; // this second is not over
    }

    private void forward(long now) {
        long second = Math.floorDiv(now, SECOND);
        if (latest == Long.MIN_VALUE || second - latest > counts.length) {
            java.util.Arrays.fill(counts, 0);
            latest = second;
        }
        while (latest < second) {
            counts[index(++latest)] = 0;
        }
    }

    private int index(long second) {
        return (int) Math.floorMod(second, (long) counts.length);
    }
}
