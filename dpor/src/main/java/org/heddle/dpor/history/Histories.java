package org.heddle.dpor.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;

/**
 * Reads histories from executions. The events of a call are an INVOCATION and a RESPONSE; or, where calls are executed in one go, the
 * SECTION_BEGIN and SECTION_END of an atomic section that say the same: their argument is not zero, and the object is their second one.
 */
public final class Histories {
    private Histories() {}

    private record Key(long object, int round) {}

    /** One history for each object and round, in the order in which they are first called. */
    public static List<History> of(Execution execution) {
        List<Integer> resets = execution.notes().stream()
                .filter(note -> note.kind() == Note.Kind.HISTORY_RESET)
                .map(note -> (int) note.object())
                .sorted()
                .toList();
        return of(execution.events(), CallOrder.of(execution), resets);
    }

    /** The same of the events of an execution. */
    public static List<History> of(List<Event> events, CallOrder order) {
        return of(events, order, List.of());
    }

    private static List<History> of(List<Event> events, CallOrder order, List<Integer> resets) {
        Map<Key, List<Call>> calls = new LinkedHashMap<>();
        Map<Integer, Integer> open = new HashMap<>(); // by thread: where its call is in the list of its object
        int step = 0;
        int round = 0;
        for (Event event : events) {
            while (round < resets.size() && resets.get(round) <= step) {
                round++;
            }
            Operation operation = event.operation();
            if (begins(operation)) {
                List<Call> ofObject =
                        calls.computeIfAbsent(new Key(object(operation), round), key -> new ArrayList<>());
                open.put(event.thread(), ofObject.size());
                ofObject.add(new Call(event.thread(), operation.argument(), 0, step, Call.PENDING, operation.site()));
            } else if (ends(operation)) {
                List<Call> ofObject = calls.get(new Key(object(operation), round));
                int place = open.remove(event.thread());
                Call call = ofObject.get(place);
                ofObject.set(
                        place,
                        new Call(
                                call.thread(),
                                call.invocation(),
                                operation.argument(),
                                call.begin(),
                                step,
                                call.site()));
            }
            step++;
        }
        return calls.entrySet().stream()
                .map(entry -> new History(
                        entry.getKey().object(), entry.getKey().round(), List.copyOf(entry.getValue()), order))
                .toList();
    }

    /**
     * Whether nobody can go on, and all threads wait in calls that may wait, or for the end of threads that do. The runtime tells such calls
     * in the end, see {@code heddle_operation_waits} in heddle.h.
     */
    public static boolean areStuck(Execution execution) {
        if (execution.outcome() != Outcome.DEADLOCK) {
            return false;
        }
        Set<Integer> waiting = waiting(execution);
        Map<Integer, Operation> others = new HashMap<>();
        for (PendingOperation pending : execution.pending()) {
            if (!waiting.contains(pending.thread())) {
                others.put(pending.thread(), pending.operation());
            }
        }
        return !waiting.isEmpty()
                && others.keySet().stream().allMatch(thread -> endsWithOneOf(waiting, others, thread));
    }

    /** The threads that wait in the end in calls that may. */
    public static Set<Integer> waiting(Execution execution) {
        return threads(execution, Note.Kind.CALL_WAITS);
    }

    /** Whether an execution whose calls are executed in one go is over because one of them waits for another thread. */
    static boolean isStuckInOneGo(Execution execution) {
        return execution.outcome() == Outcome.ASSUMPTION && !waiting(execution).isEmpty();
    }

    /** Whether the thread waits for the end of one that waits for the end of … one of these. */
    private static boolean endsWithOneOf(Set<Integer> waiting, Map<Integer, Operation> others, int thread) {
        Set<Integer> seen = new HashSet<>();
        int at = thread;
        while (seen.add(at)) {
            Operation operation = others.get(at);
            if (operation == null || operation.kind() == OperationKind.THREAD_JOIN_ALL) {
                return operation != null || waiting.contains(at);
            }
            if (operation.kind() != OperationKind.THREAD_JOIN) {
                return false;
            }
            at = (int) operation.object();
        }
        return false;
    }

    /** Whether this call waits in the end although the specification of its object allows it to come, whatever order of the others. */
    public static boolean isUnexplainedWait(Execution execution, Call call) {
        return threads(execution, Note.Kind.UNEXPLAINED_WAIT).contains(call.thread());
    }

    private static Set<Integer> threads(Execution execution, Note.Kind kind) {
        return execution.notes().stream()
                .filter(note -> note.kind() == kind)
                .map(note -> (int) note.object())
                .collect(Collectors.toSet());
    }

    /** Whether the execution calls an object under test. */
    public static boolean areIn(Execution execution) {
        return execution.notes().stream().anyMatch(note -> note.kind() == Note.Kind.SAID);
    }

    /** Whether it calls one that has no specification. */
    public static boolean areInWithoutSpecification(Execution execution) {
        return areIn(execution)
                && execution.events().stream()
                        .map(Event::operation)
                        .anyMatch(operation -> begins(operation) && !isSpecified(execution, object(operation)));
    }

    /** Whether it names a specification. */
    public static boolean areSpecified(Execution execution) {
        return execution.notes().stream().anyMatch(note -> note.kind() == Note.Kind.SPECIFIED);
    }

    /** Whether calls of this object are judged by a specification, and not by what they give one at a time. */
    public static boolean isSpecified(Execution execution, long object) {
        return note(execution, Note.Kind.SPECIFIED, object).isPresent();
    }

    /** The places, in the history, of calls that the object's specification allows in this order; none if it allows all. */
    public static Optional<List<Integer>> unexplained(Execution execution, History history) {
        return execution.notes().stream()
                .filter(note -> note.kind() == Note.Kind.UNEXPLAINED && note.object() == history.object())
                .map(note ->
                        Stream.of(note.text().split(" ")).map(Integer::valueOf).toList())
                .filter(numbers -> numbers.get(0) == history.round())
                .map(numbers -> numbers.subList(1, numbers.size()))
                .findFirst();
    }

    private static Optional<Note> note(Execution execution, Note.Kind kind, long object) {
        return execution.notes().stream()
                .filter(note -> note.kind() == kind && note.object() == object)
                .findFirst();
    }

    /** What hashes stand for, as far as the execution tells. */
    public static Map<Long, String> texts(Execution execution) {
        Map<Long, String> texts = new HashMap<>();
        for (Note note : execution.notes()) {
            if (note.kind() == Note.Kind.SAID) {
                texts.put(note.object(), note.text());
            }
        }
        return texts;
    }

    private static boolean begins(Operation operation) {
        return operation.kind() == OperationKind.INVOCATION
                || (operation.kind() == OperationKind.SECTION_BEGIN && operation.argument() != 0);
    }

    private static boolean ends(Operation operation) {
        return operation.kind() == OperationKind.RESPONSE
                || (operation.kind() == OperationKind.SECTION_END && operation.argument() != 0);
    }

    private static long object(Operation operation) {
        return operation.kind().family() == ObjectFamily.HISTORY ? operation.object() : operation.object2();
    }
}
