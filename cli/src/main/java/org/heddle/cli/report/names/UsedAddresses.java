package org.heddle.cli.report.names;

import java.util.HashMap;
import java.util.Map;
import org.heddle.cli.report.names.AddressResolver.Role;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race;

/** The addresses that a report names, each with what it is the address of. */
public final class UsedAddresses {
    private final Map<Long, Role> roles = new HashMap<>();

    /** The addresses so far. */
    public Map<Long, Role> roles() {
        return Map.copyOf(roles);
    }

    /** Adds everything in a finding and in the execution that shows it. */
    public UsedAddresses with(Finding finding, Execution execution) {
        with(execution);
        finding.sites().forEach(site -> put(site, Role.SITE));
        finding.gone().forEach(gone -> gone.sites().forEach(site -> put(site, Role.SITE)));
        finding.message().places().forEach(site -> put(site, Role.SITE));
        finding.memory().forEach(memory -> put(memory.address(), Role.DATA));
        finding.threads().forEach(thread -> thread.held().forEach(this::put));
        finding.race().ifPresent(pair -> {
            pair.heldByFirst().forEach(this::put);
            pair.heldBySecond().forEach(this::put);
        });
        for (CallStack stack : new Stacks(execution).of(finding)) {
            put(stack.site(), Role.SITE);
            stack.frames().forEach(frame -> put(frame, Role.CALL));
            if (stack.kind() == CallStack.Kind.AWAITED) {
                put(stack.memory().address(), Role.DATA);
            }
        }
        return this;
    }

    /** Adds everything in an execution that has a name. */
    public UsedAddresses with(Execution execution) {
        execution.notes().forEach(note -> put(note.site(), Role.SITE));
        execution.events().forEach(event -> with(event.operation()));
        execution.pending().forEach(pending -> with(pending.operation()));
        for (Race race : execution.races()) {
            put(race.first().site(), Role.SITE);
            put(race.second().site(), Role.SITE);
            put(race.range().address(), Role.DATA);
        }
        execution.threads().forEach(thread -> put(thread.startRoutine(), Role.FUNCTION));
        return this;
    }

    /** Adds what an operation uses. */
    public UsedAddresses with(Operation operation) {
        put(operation.site(), Role.SITE);
        if (ObjectFamily.second(operation) == ObjectFamily.MUTEX || operation.secondSize() > 0) {
            put(operation.object2(), Role.DATA);
        }
        if (ObjectNames.usesAddress(operation.kind())) {
            put(operation.object(), Role.DATA);
        }
        return this;
    }

    /** Adds the calls of the steps whose own place is in a library, which the lines of the program that lead there tell. */
    public UsedAddresses withCallers(Execution execution, AddressNames names) {
        for (CallStack stack : execution.stacks()) {
            if (OwnLines.isForeign(names.location(stack.site()))) {
                stack.frames().forEach(frame -> put(frame, Role.CALL));
            }
        }
        return this;
    }

    private void put(HeldLock lock) {
        put(lock.mutex(), Role.DATA);
        put(lock.site(), Role.SITE);
    }

    private void put(long address, Role role) {
        if (address != 0) {
            roles.merge(
                    address,
                    role,
                    (before, now) -> now == Role.CALL ? now : before); // which tells of inlined calls, too
        }
    }
}
