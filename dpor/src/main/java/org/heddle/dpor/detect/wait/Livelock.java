package org.heddle.dpor.detect.wait;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingBuilder;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.detect.finding.SyncState;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

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
    private static Message awaited(Execution execution, PendingOperation pending) {
        Operation operation = pending.operation();
        if (operation.isTriedAgain()) {
            boolean polls = operation.kind() == OperationKind.IO_POLL || operation.kind() == OperationKind.CHANNEL_POLL;
            return Message.of(polls ? "one of its descriptors" : "something to read");
        }
        if (operation.kind() == OperationKind.THREAD_JOIN) {
            return Message.of("%s", Message.thread((int) operation.object()));
        }
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
        return Message.joined(
                " or ",
                objects.stream()
                        .map(object -> Message.of("%s", Message.object(object)))
                        .toList());
    }

    private static String how(OperationKind kind) {
        return switch (kind) {
            case AWAIT -> "changes";
            case THREAD_JOIN -> "has ended";
            case IO_POLL, CHANNEL_POLL -> "is ready";
            case IO_READ, CHANNEL_READ -> "is there";
            default -> "can be had";
        };
    }

    /** The finding. */
    static Finding explain(Execution execution, SyncState end) {
        FindingBuilder builder = new FindingBuilder(execution, end);
        List<Message> spins = new ArrayList<>();
        for (PendingOperation pending : execution.pending()) {
            Operation operation = pending.operation();
            if (operation.spins()) {
                builder.thread(pending.thread()).site(operation.site());
                spins.add(Message.of(
                        "%s spins until %s %s",
                        Message.thread(pending.thread()), awaited(execution, pending), how(operation.kind())));
            }
        }
        for (PendingOperation pending : execution.pending()) {
            if (!pending.operation().spins()) {
                builder.thread(pending.thread());
            }
        }
        Message message =
                Message.of("livelock: %s, and no thread is left that could change it", Message.joined(", ", spins));
        return builder.build(Kind.LIVELOCK, spins.size() == 1 ? "spin" : "spin-cycle", message);
    }
}
