package org.heddle.cli.format.sarif;

import com.contrastsecurity.sarif.Message;
import com.contrastsecurity.sarif.Stack;
import com.contrastsecurity.sarif.StackFrame;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.RacingAccesses;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.names.Location;

/** The call stacks of a finding as SARIF has them. */
record SarifStacks(SarifPlaces places) {
    /** Those of the accesses, and of where the threads stand that have not finished. */
    Set<Stack> of(ReportedFinding finding) {
        Set<Stack> stacks = new LinkedHashSet<>();
        for (RacingAccesses pair : finding.pairs()) {
            add(stacks, pair.first());
            add(stacks, pair.second());
        }
        finding.uses().forEach(use -> add(stacks, use));
        finding.others().forEach(other -> add(stacks, "also: " + other.sentence(), other.stack()));
        for (ThreadState state : finding.threads()) {
            add(stacks, state.fullName() + ": next: " + state.next(), state.stack());
        }
        return stacks;
    }

    private void add(Set<Stack> stacks, MemoryUse use) {
        add(stacks, use.sentence(), use.stack());
    }

    private void add(Set<Stack> stacks, String message, List<Location> calls) {
        if (!calls.isEmpty()) {
            List<StackFrame> frames = calls.stream()
                    .map(call -> new StackFrame().withLocation(places.of(call, "")))
                    .toList();
            stacks.add(new Stack().withMessage(new Message().withText(message)).withFrames(frames));
        }
    }
}
