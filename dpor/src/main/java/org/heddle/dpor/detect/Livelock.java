package org.heddle.dpor.detect;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.PendingOperation;

/**
 * Explains executions that end with threads that spin for a change of memory that nobody is left to make: they would go round their
 * loops for ever, under a fair schedule as well (Kokologiannakis, Ren, Vafeiadis, "Dynamic Partial Order Reductions for Spinloops",
 * FMCAD 2021).
 */
final class Livelock {
    private Livelock() {}

    /** Whether some thread spins. */
    static boolean isOne(Execution execution) {
        return execution.pending().stream()
                .anyMatch(pending -> pending.operation().spins());
    }

    /** What a thread that spins waits for, in words. */
    private static String awaited(Execution execution, PendingOperation pending) {
        Operation operation = pending.operation();
        Set<Long> objects = new LinkedHashSet<>(List.of(operation.object()));
        if (operation.awaitedLooks() > 0) {
            List<Operation> own = execution.events().stream()
                    .filter(event -> event.thread() == pending.thread())
                    .map(Event::operation)
                    .toList();
            own.subList(Math.max(0, own.size() - operation.awaitedLooks()), own.size()).stream()
                    .filter(look -> ObjectFamily.of(look) == ObjectFamily.MEMORY)
                    .forEach(look -> objects.add(look.object()));
        } else if (operation.secondSize() > 0) {
            objects.add(operation.object2());
        }
        return objects.stream().map("0x%x"::formatted).collect(Collectors.joining(" or "));
    }

    /** The finding. */
    static Finding explain(Execution execution, SyncState end) {
        FindingBuilder builder = new FindingBuilder(execution, end);
        StringBuilder message = new StringBuilder("livelock: ");
        int spinning = 0;
        for (PendingOperation pending : execution.pending()) {
            Operation operation = pending.operation();
            if (operation.spins()) {
                spinning++;
                builder.thread(pending.thread()).site(operation.site());
                message.append(spinning == 1 ? "" : ", ")
                        .append("thread %d spins until ".formatted(pending.thread()))
                        .append(awaited(execution, pending))
                        .append(operation.kind() == OperationKind.AWAIT ? " changes" : " can be had");
            }
        }
        for (PendingOperation pending : execution.pending()) {
            if (!pending.operation().spins()) {
                builder.thread(pending.thread());
            }
        }
        message.append(", and no thread is left that could change it");
        return builder.build(Kind.LIVELOCK, spinning == 1 ? "spin" : "spin-cycle", message.toString());
    }
}
