package org.heddle.cli.check.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.AddressResolver.Role;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.Stacks;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.CallStack.Kind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;

/** Where the threads of a schedule are at each of its moments, call by call, the innermost first. */
public final class CallStacks {
    private static final String HOOK = "__heddle_";

    private final List<TraceLine> lines;
    private final Map<Integer, List<Location>> bySteps = new HashMap<>();
    private final Map<String, List<Location>> atEnd = new HashMap<>();
    private final Optional<Failure> failure;

    /**
     * The call stacks of an execution that was asked to tell them.
     *
     * @param lines its steps
     * @param race what it shows, if that is one
     */
    static CallStacks of(Execution execution, List<TraceLine> lines, AddressResolver resolver, Optional<Race> race)
            throws InterruptedException {
        Map<Long, Role> roles = new HashMap<>();
        for (CallStack stack : execution.stacks()) {
            roles.put(stack.site(), Role.SITE);
            stack.frames().forEach(frame -> roles.putIfAbsent(frame, Role.CALL));
        }
        return new CallStacks(execution, lines, resolver.resolve(roles), race);
    }

    private CallStacks(Execution execution, List<TraceLine> lines, AddressNames names, Optional<Race> race) {
        this.lines = lines;
        Map<Integer, String> labels = new HashMap<>();
        for (int step = 0; step < execution.events().size(); step++) {
            labels.put(execution.events().get(step).thread(), lines.get(step).thread());
        }
        for (CallStack stack : execution.stacks()) {
            if (stack.kind() == Kind.EVENT) {
                bySteps.put(stack.number(), calls(stack, names));
            } else if (stack.kind() == Kind.PENDING || stack.kind() == Kind.CRASHED) {
                Optional.ofNullable(labels.get(stack.thread()))
                        .ifPresent(label -> atEnd.put(label, calls(stack, names)));
            }
        }
        failure = race.map(shown -> failure(shown, execution, labels, names));
    }

    private static Failure failure(Race race, Execution execution, Map<Integer, String> labels, AddressNames names) {
        List<Location> calls = new Stacks(execution)
                .ofAccess(race.second())
                .map(stack -> calls(stack, names))
                .orElse(List.of());
        return new Failure(race.step(), labels.getOrDefault(race.second().thread(), ""), calls);
    }

    /** Without hooks, and without calls of libraries that have no lines. */
    private static List<Location> calls(CallStack stack, AddressNames names) {
        return Stacks.calls(stack, names).stream()
                .filter(call -> call.line() > 0 && !call.function().startsWith(HOOK))
                .toList();
    }

    /** Where the finding shows, if that is before the end. */
    public Optional<Failure> failure() {
        return failure;
    }

    /** Where the thread that makes a step is when it does; empty if that is not known. */
    public List<Location> ofStep(int step) {
        return bySteps.getOrDefault(step, List.of());
    }

    /**
     * Where a thread is after so many steps: at what it does next, or did last. Empty if that is not known, or it has not begun.
     *
     * @param thread its label
     */
    public List<Location> at(int moment, String thread) {
        for (int step = moment; step < lines.size(); step++) {
            if (lines.get(step).thread().equals(thread)) {
                return ofStep(step);
            }
        }
        return atEnd.getOrDefault(thread, last(thread));
    }

    private List<Location> last(String thread) {
        for (int step = lines.size() - 1; step >= 0; step--) {
            if (lines.get(step).thread().equals(thread)) {
                return ofStep(step);
            }
        }
        return List.of();
    }
}
