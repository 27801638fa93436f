package org.heddle.server;

import java.util.Locale;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.launch.LaunchOptions;

/**
 * Measures plans per second with a zygote that answers at once with 40 events. Run by hand:
 *
 * <pre>mvn -q -pl scheduler-server test-compile exec:java -Dexec.classpathScope=test \
 *     -Dexec.mainClass=org.heddle.server.Throughput</pre>
 */
final class Throughput {
    private static final int ROUNDS = 6;
    private static final int PLANS = 200_000;

    private Throughput() {}

    /** Arguments: jobs, plans in flight. */
    public static void main(String[] arguments) throws Exception {
        int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1;
        int depth = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4;
        LaunchOptions options = FakeZygote.options("answer")
                .withJobs(jobs)
                .withTuning(new LaunchOptions.Tuning(Lookahead.of(depth), 5_000, 5_000, 0, true));
        Plan plan = FakeZygote.plan();
        try (WorkerPool pool = WorkerPool.start(options)) {
            measureAll(pool, plan);
        }
    }

    private static void measureAll(WorkerPool pool, Plan plan) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            System.out.printf(Locale.ROOT, "%,.0f plans/s%n", measure(pool, plan));
        }
    }

    private static double measure(WorkerPool pool, Plan plan) throws InterruptedException {
        long start = System.nanoTime();
        int submitted = 0;
        for (int taken = 0; taken < PLANS; taken++) {
            while (submitted < PLANS && submitted - taken < pool.lookahead().most()) {
                pool.submit(plan);
                submitted++;
            }
            pool.take();
        }
        return PLANS * 1e9 / (System.nanoTime() - start);
    }
}
