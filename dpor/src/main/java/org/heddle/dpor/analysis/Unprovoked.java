package org.heddle.dpor.analysis;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;

/**
 * What an execution lets happen for no reason, as POSIX and C11 permit. The runtime makes a choice of it, at the site of the operation and
 * just before: any alternative but 0 lets it happen. Of an older value the load is the choice itself.
 *
 * @param type what happens
 * @param choice the row of the choice
 * @param row where it happens
 */
public record Unprovoked(Type type, int choice, int row) {
    /** What can happen. */
    public enum Type {
        /** A wait for a condition variable ends without a signal. */
        WAKEUP,
        /** A weak compare-and-swap fails although the values are equal. */
        FAILURE,
        /** Another thread than the one with the lowest number is a barrier's serial one. */
        SERIAL,
        /** A load finds an older value than the last one, as nothing orders it after the store of a newer one. */
        OLDER_VALUE,
        /** A call fails although nothing is wrong: memory, or something else, has run out. */
        CALL
    }

    /** All of them, in the order of the choices. */
    public static List<Unprovoked> of(List<Event> events) {
        List<Unprovoked> all = new ArrayList<>();
        for (int row = 0; row < events.size(); row++) {
            Event event = events.get(row);
            if (event.operation().kind() == OperationKind.CHOOSE && event.alternative() > 0) {
                add(events, row, all);
            }
            if (event.overlooked() > 0) {
                all.add(new Unprovoked(Type.OLDER_VALUE, row, row));
            }
        }
        return List.copyOf(all);
    }

    private static void add(List<Event> events, int choice, List<Unprovoked> all) {
        if (events.get(choice).operation().isOfFailure()) {
            all.add(new Unprovoked(Type.CALL, choice, choice));
            return;
        }
        if (events.get(choice).operation().object2() == OperationKind.TIMES_OUT) {
            return; // a time limit is a reason
        }
        int next = next(events, choice);
        if (next < 0
                || events.get(next).operation().site()
                        != events.get(choice).operation().site()) {
            return;
        }
        switch (events.get(next).operation().kind()) {
            case COND_WAIT -> {
                int wake = next(events, next);
                if (wake >= 0 && isUnsignalled(events.get(wake))) {
                    all.add(new Unprovoked(Type.WAKEUP, choice, wake));
                }
            }
            case ATOMIC_LOAD -> all.add(new Unprovoked(Type.FAILURE, choice, next));
            case BARRIER_INIT -> all.add(new Unprovoked(Type.SERIAL, choice, next));
            default -> {
                // the program's own choice
            }
        }
    }

    private static boolean isUnsignalled(Event wake) {
        return wake.operation().kind() == OperationKind.COND_WAKE && wake.result() == OperationKind.TIMED_OUT;
    }

    /** The next event of the same thread; -1 if there is none. */
    private static int next(List<Event> events, int row) {
        for (int later = row + 1; later < events.size(); later++) {
            if (events.get(later).thread() == events.get(row).thread()) {
                return later;
            }
        }
        return -1;
    }
}
