package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * What can be told of a set of executions by who does not know threads apart that have the same code: of each execution how it ends, what
 * memory holds then, and all that each thread has done and seen, and what it would do next if it has done anything. Waits of the first
 * thread for others to end are left out: how many of them it has behind it depends on the names of those that have ended.
 */
public final class Roles {
    private final Set<String> executions = new HashSet<>();

    /** Takes an execution in. */
    void add(List<Event> events, Machine atEnd, Program program) {
        Map<Integer, List<String>> done = new TreeMap<>();
        for (Event event : events) {
            List<String> own = done.computeIfAbsent(event.thread(), thread -> new ArrayList<>());
            if (!isLeftOut(event.thread(), event.operation().kind())) {
                own.add(told(event.operation()) + " " + event.result() + " " + event.value());
            }
        }
        for (int thread : atEnd.threads()) {
            List<String> own = done.getOrDefault(thread, List.of());
            if (!own.isEmpty() && !isLeftOut(thread, atEnd.pending(thread).kind())) {
                own.add("then " + told(atEnd.pending(thread)));
            }
        }
        Map<Code, List<String>> roles = new HashMap<>();
        done.values().removeIf(List::isEmpty);
        done.forEach((thread, own) -> roles.computeIfAbsent(program.threads().get(thread), code -> new ArrayList<>())
                .add(own.toString()));
        List<String> all = new ArrayList<>();
        for (Code code : program.threads()) {
            all.add(roles.getOrDefault(code, List.of()).stream()
                    .sorted()
                    .toList()
                    .toString());
        }
        executions.add(atEnd.outcome() + all);
    }

    private static boolean isLeftOut(int thread, OperationKind kind) {
        return kind == OperationKind.THREAD_START || (thread == 0 && kind == OperationKind.THREAD_JOIN);
    }

    private static String told(Operation operation) {
        boolean isOwn = operation.kind() == OperationKind.THREAD_EXIT;
        return operation.kind() + " " + (isOwn ? 0 : operation.object()) + " " + operation.object2() + " "
                + operation.argument();
    }

    /** Whether the other ones are the same. */
    public boolean equal(Roles others) {
        return executions.equals(others.executions);
    }

    /** How the two differ. */
    public String compare(Roles others) {
        Set<String> missing = new HashSet<>(others.executions);
        missing.removeAll(executions);
        Set<String> more = new HashSet<>(executions);
        more.removeAll(others.executions);
        return "missing " + missing + ", more " + more;
    }
}
