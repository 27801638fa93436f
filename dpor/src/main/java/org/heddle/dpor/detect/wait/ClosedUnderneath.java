package org.heddle.dpor.detect.wait;

import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;

/** Who closes a descriptor, or puts another one behind its number, while a thread waits for it: that wakes nobody. */
final class ClosedUnderneath {
    static final String CAUSE = "closed-descriptor";

    private static final int NONE = -1;

    private ClosedUnderneath() {}

    /**
     * The step that closes what a blocked thread waits for; −1 if none does.
     *
     * <p>The thread's call has used each number by an operation of its own, {@link OperationKind#IO_CHANGE} with {@link
     * MemoryOrder#OWN}, and has told which it is; what closes that one tells the same with a minus.
     */
    static int step(Execution execution, PendingOperation blocked) {
        List<Event> events = execution.events();
        if (!isOnDescriptors(blocked)) {
            return NONE;
        }
        for (int used = events.size() - 1; used >= 0; used--) {
            Event event = events.get(used);
            boolean isOwn = event.thread() == blocked.thread();
            int closed = isOwn && usesNumber(event) ? closes(events, used) : NONE;
            if (closed != NONE || (isOwn && !usesNumber(event))) {
                return closed;
            }
        }
        return NONE;
    }

    private static int closes(List<Event> events, int used) {
        for (int step = used + 1; step < events.size(); step++) {
            Event event = events.get(step);
            if (changes(event.operation().kind())
                    && event.result() == -events.get(used).result()) {
                return step;
            }
        }
        return NONE;
    }

    private static boolean isOnDescriptors(PendingOperation blocked) {
        return switch (blocked.operation().kind()) {
            case IO_READ, IO_WRITE, IO_POLL, CHANNEL_READ, CHANNEL_WRITE, CHANNEL_POLL -> true;
            default -> false;
        };
    }

    private static boolean usesNumber(Event event) {
        return event.operation().kind() == OperationKind.IO_CHANGE
                && event.operation().order() == MemoryOrder.OWN
                && event.result() > 0;
    }

    private static boolean changes(OperationKind kind) {
        return kind == OperationKind.IO_CHANGE || kind == OperationKind.CHANNEL_CHANGE;
    }
}
