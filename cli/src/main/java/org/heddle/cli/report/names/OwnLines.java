package org.heddle.cli.report.names;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.CallStack.Kind;
import org.heddle.dpor.model.execution.Execution;

/**
 * Where the program's own code comes to a place in a header of the system or in a library, such as one of C++'s containers or locks: the
 * line to look at first. Known as far as the execution has call stacks.
 */
public final class OwnLines {
    private static final List<String> SYSTEM = List.of("/usr/", "/lib/", "/lib64/");
    /** The source of the functions of {@code heddle.h}, wherever Heddle lies. */
    private static final String HARNESS = "/rt/heddle_harness.c";

    private final Execution execution;
    private final AddressNames names;
    private final Map<Integer, CallStack> ofEvents = new HashMap<>();
    private final Map<Integer, CallStack> ofPending = new HashMap<>();
    private final Map<Integer, Integer> creations = new HashMap<>();

    public OwnLines(Execution execution, AddressNames names) {
        this.execution = execution;
        this.names = names;
        for (CallStack stack : execution.stacks()) {
            if (stack.kind() == Kind.EVENT) {
                ofEvents.put(stack.number(), stack);
            } else if (stack.kind() == Kind.PENDING) {
                ofPending.put(stack.thread(), stack);
            }
        }
        for (int step = 0; step < execution.events().size(); step++) {
            Operation operation = execution.events().get(step).operation();
            if (operation.kind() == OperationKind.THREAD_CREATE) {
                creations.put((int) operation.object(), step);
            }
        }
    }

    /** Whether a place is in a header of the system, in a function of {@code heddle.h}, or in a library of which only the name is known. */
    public static boolean isForeign(Location place) {
        return place.isKnown()
                && (place.line() == 0
                        || place.file().endsWith(HARNESS)
                        || SYSTEM.stream().anyMatch(place.file()::startsWith));
    }

    /** The innermost call in the program's own code, of those that lead to the place; the place itself if it is own, or none is known. */
    public Location caller(Location place, Optional<CallStack> stack) {
        return isForeign(place) ? stack.flatMap(this::own).orElse(place) : place;
    }

    /** Where an event is; where a thread starts is where it was created. */
    public Location ofStep(int step) {
        Event event = execution.events().get(step);
        boolean starts = event.operation().kind() == OperationKind.THREAD_START;
        int shown = starts ? creations.getOrDefault(event.thread(), step) : step;
        return caller(names.location(event.operation().site()), Optional.ofNullable(ofEvents.get(shown)));
    }

    /** Where a lock was locked. Of an execution that was not run again nothing but the lock's own site is known. */
    public Location ofLock(HeldLock lock) {
        return lock.step() < execution.events().size() ? ofStep(lock.step()) : names.location(lock.site());
    }

    /** Where a thread is about to do something. */
    public Location ofPending(int thread, Operation next) {
        return caller(names.location(next.site()), Optional.ofNullable(ofPending.get(thread)));
    }

    /** Where a site is, as the thread came there last, or else any. */
    public Location ofSite(long site, int thread) {
        Location place = names.location(site);
        if (!isForeign(place)) {
            return place;
        }
        return Stream.of(true, false)
                .flatMap(same -> execution.stacks().stream()
                        .filter(stack -> stack.site() == site && (stack.thread() == thread) == same)
                        .map(this::own)
                        .flatMap(Optional::stream)
                        .reduce((earlier, later) -> later)
                        .stream())
                .findFirst()
                .orElse(place);
    }

    private Optional<Location> own(CallStack stack) {
        return Stacks.calls(stack, names).stream()
                .filter(call -> call.line() > 0 && !isForeign(call))
                .findFirst();
    }
}
