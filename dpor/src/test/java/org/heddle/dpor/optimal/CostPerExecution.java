package org.heddle.dpor.optimal;

import java.util.List;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.explore.Budget;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.Explorer;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.testkit.Code;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;

/**
 * Prints what one execution costs the explorer, the time of the simulated target taken off. Not a test; run by hand:
 *
 * <pre>
 * mvn -pl dpor test-compile
 * java -cp dpor/target/classes:dpor/target/test-classes org.heddle.dpor.optimal.CostPerExecution
 * </pre>
 */
public final class CostPerExecution {
    private CostPerExecution() {}

    public static void main(String[] args) throws InterruptedException {
        int executions = args.length > 0 ? Integer.parseInt(args[0]) : 60_000;
        for (int round = 0; round < 3; round++) {
            measure(
                    "3 threads, mutex counter",
                    executions,
                    Program.full(
                            main -> main.create(1).create(2).join(1).join(2),
                            CostPerExecution::rounds,
                            CostPerExecution::rounds));
            measure("4 threads, atomics", executions, Program.times(4, t -> {
                for (int k = 0; k < 5; k++) {
                    t.add(k % 2, 1).read(2);
                }
            }));
            measure("2 threads, racy counter", executions, Program.times(2, t -> {
                for (int k = 0; k < 10; k++) {
                    t.read(0).local(r -> r[1] = r[0] + 1).write(r -> 0, r -> r[1]);
                }
            }));
            measure("5 philosophers", executions, philosophers());
            measure(
                    "condition queue",
                    executions,
                    Program.full(
                            main -> main.create(1).create(2).join(1).join(2),
                            CostPerExecution::put,
                            CostPerExecution::take));
        }
    }

    private static void rounds(Code code) {
        for (int k = 0; k < 4; k++) {
            code.lock(100).read(0).write(0, k).unlock(100);
        }
    }

    private static void put(Code code) {
        for (int k = 0; k < 4; k++) {
            code.lock(100).add(0, 1).signal(200).unlock(100);
        }
    }

    private static void take(Code code) {
        for (int k = 0; k < 4; k++) {
            code.lock(100).read(0);
            code.loopWhile(r -> r[0] == 0, body -> body.waitOn(200, 100).read(0));
            code.add(0, -1).unlock(100);
        }
    }

    private static Program philosophers() {
        Program.Body[] all = new Program.Body[5];
        for (int k = 0; k < 5; k++) {
            int low = 100 + Math.min(k, (k + 1) % 5);
            int high = 100 + Math.max(k, (k + 1) % 5);
            all[k] = t -> {
                for (int round = 0; round < 2; round++) {
                    t.lock(low).lock(high).unlock(high).unlock(low);
                }
            };
        }
        return Program.bare(all);
    }

    private static void measure(String name, int executions, Program program) throws InterruptedException {
        Timed runner = new Timed(new SimulatedTarget(program, 64, 16).withoutRecording());
        long start = System.nanoTime();
        Verdict verdict = new Explorer(
                        runner,
                        new OptimalDpor(),
                        Budget.unlimited(true).withMaxExecutions(executions),
                        Plan.Limits.DEFAULT,
                        Detectors.allOf(List.of()),
                        ExplorationListener.SILENT)
                .explore();
        long own = System.nanoTime() - start - runner.nanos;
        long total = verdict.counts().total();
        System.out.printf(
                "%-26s %8d executions, %5.1f events, %6.2f us an execution%n",
                name, total, (double) verdict.counts().events() / total, own / 1000.0 / total);
    }

    private static final class Timed implements ExecutionRunner {
        private final SimulatedTarget target;
        private long nanos;

        Timed(SimulatedTarget target) {
            this.target = target;
        }

        @Override
        public Lookahead lookahead() {
            return target.lookahead();
        }

        @Override
        public void submit(Plan plan) {
            long start = System.nanoTime();
            target.submit(plan);
            nanos += System.nanoTime() - start;
        }

        @Override
        public Execution take() {
            return target.take();
        }
    }
}
