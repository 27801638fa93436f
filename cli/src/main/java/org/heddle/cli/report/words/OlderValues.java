package org.heddle.cli.report.words;

import java.util.List;
import org.heddle.dpor.analysis.Unprovoked;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;

/** Says of an access that overlooks stores which ones: a load finds an older value, a store comes before a newer one. */
final class OlderValues {
    private OlderValues() {}

    /** Who finds or stores what, although somebody has stored something newer; empty of all else that happens for no reason. */
    static String detail(Execution execution, Unprovoked one, Wording wording) {
        if (one.type() != Unprovoked.Type.OLDER_VALUE) {
            return "";
        }
        List<Event> events = execution.events();
        Event access = events.get(one.row());
        String place = wording.own().ofStep(one.row()).brief();
        String thread = wording.thread(access.thread());
        String object = wording.objectOf(access.operation());
        String at = place.isEmpty() ? "" : " at " + place;
        String value = number(" = ", access.value(), access.operation(), "", wording);
        String found =
                switch (access.operation().kind()) {
                    case ATOMIC_STORE -> "the store of " + thread + " to " + object + at
                            + " comes before a newer one, as C11 permits";
                    case ATOMIC_RMW -> thread + " updates " + object + value + at + ", an older value, as C11 permits";
                    default -> thread + " reads " + object + value + at + ", an older value, as C11 permits";
                };
        int newest = newest(events, one.row());
        if (newest < 0) {
            return found;
        }
        Event store = events.get(newest);
        long stored = store.written();
        String written = wording.own().ofStep(newest).brief();
        return found + ": " + wording.thread(store.thread()) + " has stored"
                + number(" ", stored, store.operation(), " a newer one", wording)
                + (written.isEmpty() ? "" : " at " + written) + ", and nothing orders the two";
    }

    /** A number; an address says nothing to a reader. */
    private static String number(String before, long value, Operation access, String otherwise, Wording wording) {
        String text = ValueText.of(value, access.size(), wording.names().location(access.site()));
        return text.startsWith("0x") ? otherwise : before + text;
    }

    private static int newest(List<Event> events, int row) {
        Operation load = events.get(row).operation();
        for (int earlier = row - 1; earlier >= 0; earlier--) {
            Event event = events.get(earlier);
            boolean writes =
                    switch (event.operation().kind()) {
                        case ATOMIC_STORE, ATOMIC_RMW -> true;
                        case ATOMIC_CAS -> event.result() != 0;
                        default -> false;
                    };
            if (writes && event.overlooked() == 0 && event.operation().object() == load.object()) {
                return earlier;
            }
        }
        return -1;
    }
}
