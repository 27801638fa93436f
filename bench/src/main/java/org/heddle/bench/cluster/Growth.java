package org.heddle.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Prints how executions per second grow with the workers of a cluster, for executions that sleep. A rate is that of the difference of a
 * longer and a shorter check, so that what a check costs once does not count; a check before them warms new workers.
 *
 * @param workers none yet
 * @param program sleeps for as many milliseconds as its argument says
 */
record Growth(LocalWorkers workers, Path program) {
    private static final int[] WORKERS = {1, 2, 4, 8, 16};
    private static final int[] SLEEPS = {5, 20};
    private static final double SECONDS = 6;
    private static final long SHORT = 40; // executions of each worker
    private static final long WARM = 3_000; // likewise, after which a worker takes no longer than it always will

    void print() throws IOException, InterruptedException {
        for (int count : WORKERS) {
            workers.grow(count);
            workers.check(program, List.of("1"), WARM * count);
            for (int sleep : SLEEPS) {
                print(count, sleep);
            }
        }
        System.out.println();
    }

    private void print(int count, int sleep) throws IOException, InterruptedException {
        List<String> arguments = List.of(Integer.toString(sleep));
        long few = SHORT * count;
        long many = few + Math.round(SECONDS * count / (sleep / 1e3));
        double once = Math.min(
                workers.check(program, arguments, few).seconds(),
                workers.check(program, arguments, few).seconds());
        double seconds = workers.check(program, arguments, many).seconds() - once;
        double rate = (many - few) / seconds;
        System.out.printf(
                Locale.ROOT,
                "executions of %2d ms, %2d workers: %6.0f per second, %3.0f %% of what sleeping alone allows%n",
                sleep,
                count,
                rate,
                100 * rate * sleep / 1e3 / count);
    }
}
