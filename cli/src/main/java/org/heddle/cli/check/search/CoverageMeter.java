package org.heddle.cli.check.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.heddle.cli.report.Coverage;
import org.heddle.cli.report.ThreadDelays;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.AddressResolver.Role;
import org.heddle.dpor.analysis.Delays;
import org.heddle.dpor.analysis.OrderCoverage;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.explore.ExplorationListener;
import org.heddle.dpor.explore.plan.WorkItem;
import org.heddle.dpor.model.execution.Execution;

/** Sees which orders of operations executions have and whom they delay, if asked to. Passes everything on to another listener. */
public final class CoverageMeter implements ExplorationListener {
    private final ExplorationListener next;
    private final boolean isAskedFor;
    private final OrderCoverage seen = new OrderCoverage();

    public CoverageMeter(boolean isAskedFor, ExplorationListener next, BooleanSupplier isOver) {
        this.isAskedFor = isAskedFor;
        this.next = next;
        seen.stopWhen(isOver);
    }

    @Override
    public void executed(Execution execution, long total, long open, WorkItem item) {
        if (isAskedFor) {
            seen.learn(execution);
        }
        next.executed(execution, total, open, item);
    }

    @Override
    public void found(Finding finding, Execution execution, WorkItem item) {
        next.found(finding, execution, item);
    }

    /** What was seen, with the names of places, and which lines have run; empty if nobody asked. */
    public Optional<Coverage> coverage(AddressResolver resolver, LinesFile lines)
            throws InterruptedException, IOException {
        if (!isAskedFor) {
            return Optional.empty();
        }
        List<OrderCoverage.Pair> pairs = seen.pairs();
        List<OrderCoverage.Pair> once =
                pairs.stream().filter(pair -> !pair.both()).toList();
        Map<Long, Role> sites = new HashMap<>();
        for (OrderCoverage.Pair pair : once) {
            sites.put(pair.first(), Role.SITE);
            sites.put(pair.second(), Role.SITE);
        }
        Delays delays = seen.delays();
        delays.never().forEach(thread -> sites.put(thread.createdAt(), Role.SITE));
        delays.known().forEach(thread -> sites.put(thread.startRoutine(), Role.FUNCTION));
        sites.remove(0L);
        AddressNames names = resolver.resolve(sites);
        List<Coverage.Order> orders = once.stream()
                .map(pair -> new Coverage.Order(names.location(pair.first()), names.location(pair.second())))
                .distinct()
                .toList();
        return Optional.of(new Coverage(
                pairs.size(),
                pairs.size() - once.size(),
                orders,
                seen.isWhole(),
                ThreadDelays.of(delays, names),
                lines.read(),
                lines.obstacle()));
    }
}
