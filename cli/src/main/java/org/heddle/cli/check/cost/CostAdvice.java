package org.heddle.cli.check.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.report.cost.Cost;
import org.heddle.server.protocol.message.PointsMode;

/** What would spare most of what executions cost, where the check has shown that it would. */
public final class CostAdvice {
    private static final double MOST = 0.5;
    private static final double ALL_BUSY = 0.9;
    private static final double NANOS_OF_ACCESS = 40; // where one takes longer, the program does something else besides
    private static final double LEAST_BEGINNING =
            2_000; // microseconds: what a checkpoint has to spare, as in the runtime
    private static final int MANY = 8; // executions that might have had a checkpoint
    private static final int ENOUGH = 2; // plans under way for each worker, so that another worker would have some

    private CostAdvice() {}

    /** The cost of an execution, with advice. */
    public static Cost of(Effort effort, Circumstances circumstances) {
        Cost cost = effort.cost();
        return cost.isOfInterest() ? cost.with(advice(effort, cost, circumstances)) : cost;
    }

    private static List<String> advice(Effort effort, Cost cost, Circumstances circumstances) {
        List<String> advice = new ArrayList<>();
        double most = MOST * (cost.micros().executing() + cost.micros().analysis());
        boolean areForked = effort.counts().forked() > effort.counts().inProcess();
        if (areForked && cost.micros().exchange() >= most) {
            circumstances.forks().ifPresent(why -> advice.add("most of it are forks, because " + why));
        }
        boolean isKnown =
                areForked ? circumstances.forks().isPresent() : effort.counts().inProcess() >= MANY;
        boolean hasCheckpoints = effort.counts().events().fromCheckpoints() > 0;
        if (cost.micros().beginning() >= Math.max(most, LEAST_BEGINNING)
                && isKnown
                && !circumstances.hasBegin()
                && !hasCheckpoints) {
            advice.add(onBeginning(cost.micros().beginning(), areForked ? circumstances.forks() : Optional.empty()));
        }
        boolean isProgram = cost.micros().program() >= most;
        if (isProgram
                && circumstances.points() != PointsMode.SYNC
                && cost.micros().program() * 1000 <= cost.accesses() * NANOS_OF_ACCESS) {
            advice.add(
                    "plain accesses are most of it: --points=sync does without, and looks for no races; functions with"
                            + " __attribute__((no_sanitize(\"thread\"))) have none");
        }
        if (circumstances.workers() < circumstances.cores()
                && cost.atOnce() >= ALL_BUSY * circumstances.workers()
                && effort.times().inFlight() >= ENOUGH * circumstances.workers()) {
            advice.add("-j " + circumstances.cores() + " uses all cores");
        }
        return List.copyOf(advice);
    }

    private static String onBeginning(double micros, Optional<String> forks) {
        return "for " + Cost.time(micros) + " of it main is alone, each time: "
                + forks.map(why -> "there are no checkpoints, because " + why)
                        .orElse(
                                "no checkpoint could be taken where that ends; one may be earlier (--begin, heddle_begin())");
    }
}
