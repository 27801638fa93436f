package org.heddle.cli.report.words;

import java.util.List;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.ObjectNames;
import org.heddle.cli.report.names.OwnLines;
import org.heddle.cli.report.names.ThreadNames;
import org.heddle.dpor.detect.finding.Finding.HeldLock;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.minimise.Minimal;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;

/** Words for the threads, objects and operations of one execution. */
final class Wording {
    private static final String AT = " at ";
    private static final int NOBODY = -1;

    private final AddressNames names;
    private final ThreadNames threads;
    private final ObjectNames objects;
    private final OperationWords operations;
    private final OwnLines own;

    Wording(Execution execution, AddressNames names) {
        this.names = names;
        threads = new ThreadNames(execution.threads(), names);
        own = new OwnLines(execution, names);
        objects = new ObjectNames(execution, names, own);
        operations = new OperationWords(threads, objects, names, execution, exit(execution));
    }

    /** Words for a finding, of which more is known than the execution tells if there was no time to run it again. */
    static Wording of(Minimal minimal, AddressNames names) {
        Wording wording = new Wording(minimal.execution(), names);
        if (minimal.execution().events().isEmpty()) {
            wording.objects.add(minimal.finding());
        }
        return wording;
    }

    /** How the process ends. */
    private static String exit(Execution execution) {
        boolean fails = execution.notes().stream().anyMatch(note -> note.kind() == Note.Kind.ASSERTION);
        boolean hasStatus = execution.outcome() == Outcome.EXITED && execution.status() != 0;
        return fails
                ? "fail the assertion"
                : hasStatus ? "exit process with status " + execution.status() : "exit process";
    }

    /** Names what an operation that is not of the execution uses. */
    void name(Operation operation) {
        objects.add(operation);
    }

    /** A thread: {@code main}, {@code T1}, {@code T1.2}. */
    String thread(int id) {
        return threads.label(id);
    }

    /** The name or start routine of a thread, or empty. */
    String routine(int id) {
        return threads.routine(id);
    }

    /** A thread with its name or start routine: {@code T1 (worker)}. */
    String fullThread(int id) {
        String routine = routine(id);
        return thread(id) + (routine.isEmpty() ? "" : " (" + routine + ")");
    }

    AddressNames names() {
        return names;
    }

    /** Where the program's own code is at each step. */
    OwnLines own() {
        return own;
    }

    String object(long address) {
        return objects.of(address);
    }

    /** The name of what an operation is done to: an object, a thread, or nothing. */
    String objectOf(Operation operation) {
        return switch (operation.kind()) {
            case THREAD_CREATE, THREAD_JOIN, THREAD_TRYJOIN, THREAD_DETACH -> thread((int) operation.object());
            default -> ObjectNames.usesAddress(operation.kind()) ? object(operation.object()) : "";
        };
    }

    /** Locks, each with the place where it was locked. */
    List<String> locks(List<HeldLock> held) {
        return held.stream().map(lock -> lock(lock.mutex(), own.ofLock(lock))).toList();
    }

    /** A lock that is held since this step. */
    String lock(long object, int step) {
        return lock(object, own.ofStep(step));
    }

    private String lock(long object, Location locked) {
        String place = locked.brief();
        return object(object) + (place.isEmpty() ? "" : ", locked at " + place);
    }

    Location location(Operation operation) {
        return names.location(operation.site());
    }

    /** A message of the exploration, with names for its threads, objects and places. */
    String message(Message message) {
        StringBuilder text = new StringBuilder();
        boolean isOfBlock = message.parts().stream()
                .anyMatch(part ->
                        part instanceof Message.End end && isCall(end.site())); // all of what is named first ends
        int thread = NOBODY;
        for (Message.Part part : message.parts()) {
            thread = part instanceof Message.NamedThread named ? named.id() : thread;
            if (part instanceof Message.Place place
                    && !names.location(place.site()).isKnown()
                    && endsIn(text, AT)) {
                text.setLength(text.length() - AT.length()); // rather than "at an unknown place"
            } else if (part instanceof Message.Place place) {
                text.append(place(own.ofSite(place.site(), thread)));
            } else if (part instanceof Message.NamedObject object) {
                String name = object(object.address());
                addName(isOfBlock ? ObjectNames.ofBlock(name) : name, text);
                isOfBlock = false;
            } else {
                text.append(part(part));
            }
        }
        return text.toString();
    }

    /** Adds a name. What it is is said once: some names begin with that. */
    private static void addName(String name, StringBuilder text) {
        String noun = name.substring(0, Math.max(0, name.indexOf(ObjectNames.AT))) + " ";
        text.setLength(text.length() - (noun.length() > 1 && endsIn(text, noun) ? noun.length() : 0));
        text.append(name);
    }

    private static boolean endsIn(StringBuilder text, String end) {
        return text.lastIndexOf(end) == text.length() - end.length() && text.length() >= end.length();
    }

    private String part(Message.Part part) {
        if (part instanceof Message.NamedThread thread) {
            return threads.full(thread.id());
        }
        if (part instanceof Message.End end) {
            boolean isCall = isCall(end.site());
            return end.isPast() ? isCall ? "freed" : "left" : isCall ? "frees" : "leaves";
        }
        if (part instanceof Message.AtomicAccess access && isCall(access.site())) {
            return access.isPast() ? "had used it" : "uses it";
        }
        return part.toString();
    }

    /** Whether memory that ends its life there is given back by a call, rather than left by a function or thread that ends. */
    boolean isCall(long site) {
        return names.location(site).name().endsWith(")");
    }

    private static String place(Location place) {
        String text = place.brief().isEmpty() ? "an unknown place" : place.brief();
        return place.function().isEmpty() ? text : text + " in " + place.function();
    }

    /** What an operation does. */
    String operation(Operation operation) {
        return operations.of(operation);
    }

    /** What an event did. */
    String event(Event event) {
        return operations.of(event);
    }
}
