package org.heddle.dpor.optimal;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;

/**
 * Measures how much memory a long exploration keeps, by hand: {@code java -Xmx2g -cp dpor/target/classes:dpor/target/test-classes
 * org.heddle.dpor.optimal.TreeMemory [auto] MILLIONS}. Threads that add to two counters have far more classes than will be run.
 */
public final class TreeMemory {
    private static final int MILLION = 1_000_000;

    private TreeMemory() {}

    /** Explores so many million executions and prints what is in use after each. */
    public static void main(String[] arguments) {
        Program program = Program.times(
                4, t -> t.add(0, 1).add(1, 1).add(0, 1).add(1, 1).add(0, 1).add(1, 1));
        boolean auto = arguments.length > 1 && arguments[0].equals("auto");
        Frontier frontier = auto ? SearchOptions.DEFAULT.frontier() : OptimalDpor.start();
        SimulatedTarget target = new SimulatedTarget(program, 16, 1).withoutRecording();
        long start = System.nanoTime();
        int millions = Integer.parseInt(arguments[arguments.length - 1]);
        for (int million = 1; million <= millions; million++) {
            for (int k = 0; k < MILLION; k++) {
                WorkItem item = frontier.poll();
                if (item == null) {
                    System.out.println("everything has been explored");
                    return;
                }
                target.submit(Plan.of(item, Plan.Limits.DEFAULT));
                frontier.explored(item, target.take());
            }
            ManagementFactory.getMemoryMXBean().gc();
            long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            System.out.printf(
                    Locale.ROOT,
                    "%d million executions: %d MiB in use, %d open, %.0f s%n",
                    million,
                    used >> 20,
                    frontier.open(),
                    (System.nanoTime() - start) / 1e9);
        }
    }
}
