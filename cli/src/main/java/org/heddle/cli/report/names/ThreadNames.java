package org.heddle.cli.report.names;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.base.Printable;
import org.heddle.dpor.model.execution.ThreadInfo;

/** Names for the threads of one execution. */
public final class ThreadNames {
    private final Map<Integer, String> labels = new HashMap<>();
    private final Map<Integer, String> routines = new HashMap<>();

    /** Names for these threads, of which parents come before their children. */
    public ThreadNames(List<ThreadInfo> threads, AddressNames names) {
        for (ThreadInfo info : threads) {
            labels.put(info.id(), label(info));
            routines.put(info.id(), routine(info, names));
        }
    }

    private String label(ThreadInfo info) {
        if (info.id() == 0) {
            return "main";
        }
        return info.parent() == 0
                ? "T" + info.id()
                : labels.getOrDefault(info.parent(), "T?") + "." + (info.ordinal() + 1);
    }

    private static String routine(ThreadInfo info, AddressNames names) {
        if (!info.name().isEmpty()) {
            return Printable.name(info.name());
        }
        String function = info.startRoutine() == 0
                ? ""
                : names.location(info.startRoutine()).function();
        return function.startsWith("0x") ? "" : function; // of a library that tells no names
    }

    /** A thread: {@code main}, {@code T1}, {@code T1.2}. */
    public String label(int id) {
        return labels.getOrDefault(id, id == 0 ? "main" : "T" + id);
    }

    /** The name or start routine of a thread, or empty. */
    public String routine(int id) {
        return routines.getOrDefault(id, "");
    }

    /** A thread with its name or start routine: {@code T1 (worker)}. */
    public String full(int id) {
        return routine(id).isEmpty() ? label(id) : label(id) + " (" + routine(id) + ")";
    }
}
