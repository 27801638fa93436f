package org.heddle.cli.format.sarif;

import com.contrastsecurity.sarif.CodeFlow;
import com.contrastsecurity.sarif.Message;
import com.contrastsecurity.sarif.ThreadFlow;
import com.contrastsecurity.sarif.ThreadFlowLocation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.heddle.cli.format.parts.Folding;
import org.heddle.cli.format.parts.ThreadOrder;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.TraceLine;

/**
 * The interleaving of a finding as SARIF has it: once as one thread flow, in the order in which it happened, and once with a thread flow
 * for each thread. Viewers that show the first thread flow alone, as that of Visual Studio Code does, so show all of it, each
 * thread indented by its own nesting level.
 */
record SarifFlows(SarifPlaces places) {
    /** Each is in both flows, and those who show code scanning's results take at most 10 000 of a result. */
    private static final int MOST_STEPS = 5_000;

    /** Both, the interleaving first. */
    List<CodeFlow> of(ReportedFinding finding) {
        Map<String, List<ThreadFlowLocation>> threads = new LinkedHashMap<>();
        List<ThreadFlowLocation> all = new ArrayList<>();
        List<String> order = finding.trace().stream()
                .map(TraceLine::thread)
                .distinct()
                .sorted(ThreadOrder.BY_CREATION)
                .toList();
        order.forEach(thread -> threads.put(thread, new ArrayList<>()));
        List<TraceLine> shown = Folding.shown(finding.trace());
        List<TraceLine> steps = most(shown, MOST_STEPS);
        for (TraceLine line : steps) {
            threads.get(line.thread()).add(step(line, ""));
            all.add(step(line, line.thread() + ": ").withNestingLevel(1 + order.indexOf(line.thread())));
        }
        List<ThreadFlow> flows = new ArrayList<>();
        threads.values().removeIf(List::isEmpty); // a thread flow has to have a location
        threads.forEach(
                (thread, ofThread) -> flows.add(new ThreadFlow().withId(thread).withLocations(ofThread)));
        String left = steps.size() == shown.size()
                ? ""
                : " (" + steps.size() + " of " + shown.size() + " steps: those with a part in this, and the last ones)";
        return List.of(
                flow(
                        "the interleaving, step by step" + left,
                        List.of(new ThreadFlow().withId("interleaving").withLocations(all))),
                flow("the same, thread by thread", flows));
    }

    /** At most so many of the steps, in their order: the last that have a part in the finding, then the last of the others. */
    static List<TraceLine> most(List<TraceLine> all, int most) {
        if (all.size() <= most) {
            return all;
        }
        long related = Math.min(most, all.stream().filter(TraceLine::isRelated).count());
        long others = most - related;
        List<TraceLine> kept = new ArrayList<>();
        for (int at = all.size() - 1; at >= 0 && kept.size() < most; at--) {
            boolean isRelated = all.get(at).isRelated();
            if (isRelated ? related-- > 0 : others-- > 0) {
                kept.add(all.get(at));
            }
        }
        Collections.reverse(kept);
        return kept;
    }

    private static CodeFlow flow(String message, List<ThreadFlow> flows) {
        return new CodeFlow().withMessage(new Message().withText(message)).withThreadFlows(flows);
    }

    private ThreadFlowLocation step(TraceLine line, String prefix) {
        ThreadFlowLocation step = new ThreadFlowLocation()
                .withExecutionOrder(line.step())
                .withLocation(places.of(line.location(), prefix + line.operation()))
                .withImportance(
                        line.isKey()
                                ? ThreadFlowLocation.Importance.ESSENTIAL
                                : ThreadFlowLocation.Importance.IMPORTANT);
        return line.kind().isEmpty() ? step : step.withKinds(Set.of(line.kind()));
    }
}
