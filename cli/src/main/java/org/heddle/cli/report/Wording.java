package org.heddle.cli.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.heddle.dpor.detect.Finding.HeldLock;
import org.heddle.dpor.detect.Message;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Execution;
import org.heddle.dpor.model.Note;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Race;
import org.heddle.dpor.model.ThreadInfo;

/** Words for the threads, objects and operations of one execution. */
final class Wording {
    private static final Pattern CALL = Pattern.compile("\\w+\\((?:&)?(.*)\\)");

    private final AddressNames names;
    private final Map<Integer, String> threads = new HashMap<>();
    private final Map<Integer, String> routines = new HashMap<>();
    private final Map<Long, String> objects = new HashMap<>();
    private final Map<String, Integer> taken = new HashMap<>();

    Wording(Execution execution, AddressNames names) {
        this.names = names;
        for (ThreadInfo info : execution.threads()) {
            threads.put(info.id(), label(info));
            routines.put(info.id(), routine(info));
        }
        execution.events().forEach(event -> name(event.operation()));
        execution.pending().forEach(pending -> name(pending.operation()));
        execution.races().forEach(this::name);
        execution.notes().forEach(this::name);
    }

    private void name(Note note) {
        String expression = expression(names.location(note.site()).name());
        if (note.object() != 0 && !expression.isEmpty()) {
            objects.putIfAbsent(note.object(), expression);
        }
    }

    /** The expression of an access says more than the variable: it has the names of fields. */
    private void name(Race race) {
        long address = race.range().address();
        String expression = expression(names.location(race.second().site()).name());
        if (expression.isEmpty()) {
            expression = expression(names.location(race.first().site()).name());
        }
        AddressNames.DataSymbol symbol = names.variables().get(address);
        if (symbol == null) {
            objects.putIfAbsent(address, expression.isEmpty() ? "0x" + Long.toHexString(address) : expression);
            return;
        }
        String part = symbol.part(OptionalLong.of(race.range().size()));
        if (!part.isEmpty()) {
            objects.put(address, part);
            return;
        }
        boolean hasField = expression.contains(".") || expression.contains("->");
        String variable = symbol.element(
                hasField ? OptionalLong.empty() : OptionalLong.of(race.range().size()));
        boolean saysMore = hasField || (!expression.isEmpty() && !expression.startsWith(symbol.name()));
        objects.put(address, saysMore && !expression.equals(variable) ? expression + " (" + variable + ")" : variable);
    }

    private static String expression(String site) {
        Matcher call = CALL.matcher(site);
        return call.matches() ? call.group(1).split(",", -1)[0].trim() : site;
    }

    private String label(ThreadInfo info) {
        if (info.id() == 0) {
            return "main";
        }
        return info.parent() == 0
                ? "T" + info.id()
                : threads.getOrDefault(info.parent(), "T?") + "." + (info.ordinal() + 1);
    }

    private String routine(ThreadInfo info) {
        if (!info.name().isEmpty()) {
            return info.name();
        }
        return info.startRoutine() == 0
                ? ""
                : names.location(info.startRoutine()).function();
    }

    void name(Operation operation) {
        if (usesAddress(operation.kind()) && !objects.containsKey(operation.object())) {
            objects.put(operation.object(), objectName(operation));
        }
        if (ObjectFamily.second(operation) == ObjectFamily.MUTEX && operation.object2() != 0) {
            objects.computeIfAbsent(operation.object2(), address -> variable(address, OptionalLong.of(40)));
        }
    }

    /** Whether the operation's object is an address, rather than a thread or nothing. */
    static boolean usesAddress(OperationKind kind) {
        ObjectFamily family = kind.family();
        return family != ObjectFamily.NONE && family != ObjectFamily.KERNEL && family != ObjectFamily.KEY;
    }

    /** The variable's own name where it is one; else the expression by which the program first reached it. */
    private String objectName(Operation operation) {
        AddressNames.DataSymbol symbol = names.variables().get(operation.object());
        if (symbol != null) {
            return symbol.element(elementSize(operation));
        }
        String expression = expression(names.location(operation.site()).name());
        if (expression.isEmpty()) {
            return "0x" + Long.toHexString(operation.object());
        }
        int count = taken.merge(expression, 1, Integer::sum);
        return count == 1 ? expression : expression + "#" + count;
    }

    private String variable(long address, OptionalLong elementSize) {
        AddressNames.DataSymbol symbol = names.variables().get(address);
        return symbol != null ? symbol.element(elementSize) : "0x" + Long.toHexString(address);
    }

    private static OptionalLong elementSize(Operation operation) {
        return switch (operation.kind()) {
            case MUTEX_INIT, MUTEX_DESTROY, MUTEX_LOCK, MUTEX_TRYLOCK, MUTEX_UNLOCK -> OptionalLong.of(40);
            case COND_INIT, COND_DESTROY, COND_WAIT, COND_WAKE, COND_SIGNAL, COND_BROADCAST -> OptionalLong.of(48);
            case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, ATOMIC_CAS, READ, WRITE, AWAIT -> OptionalLong.of(
                    Math.max(1, operation.size()));
            case SEM_INIT, SEM_DESTROY, SEM_WAIT, SEM_TRYWAIT, SEM_POST, SEM_GETVALUE -> OptionalLong.of(32);
            case RWLOCK_INIT,
                    RWLOCK_DESTROY,
                    RWLOCK_RDLOCK,
                    RWLOCK_TRYRDLOCK,
                    RWLOCK_WRLOCK,
                    RWLOCK_TRYWRLOCK,
                    RWLOCK_UNLOCK,
                    RWLOCK_ANNOUNCE -> OptionalLong.of(56);
            case BARRIER_INIT, BARRIER_DESTROY, BARRIER_ARRIVE, BARRIER_LEAVE -> OptionalLong.of(32);
            case SPIN_INIT, SPIN_DESTROY, SPIN_LOCK, SPIN_TRYLOCK, SPIN_UNLOCK -> OptionalLong.of(4);
            default -> OptionalLong.empty();
        };
    }

    /** A thread: {@code main}, {@code T1}, {@code T1.2}. */
    String thread(int id) {
        return threads.getOrDefault(id, "T" + id);
    }

    /** A thread with its name or start routine: {@code T1 (worker)}. */
    String fullThread(int id) {
        String routine = routines.getOrDefault(id, "");
        return routine.isEmpty() ? thread(id) : thread(id) + " (" + routine + ")";
    }

    /** The name or start routine of a thread, or empty. */
    String routine(int id) {
        return routines.getOrDefault(id, "");
    }

    AddressNames names() {
        return names;
    }

    String object(long address) {
        return objects.getOrDefault(address, "0x" + Long.toHexString(address));
    }

    /** The name of what an operation is done to: an object, a thread, or nothing. */
    String objectOf(Operation operation) {
        return switch (operation.kind()) {
            case THREAD_CREATE, THREAD_JOIN, THREAD_TRYJOIN, THREAD_DETACH -> thread((int) operation.object());
            default -> usesAddress(operation.kind()) ? object(operation.object()) : "";
        };
    }

    /** Locks, each with the place where it was locked. */
    List<String> locks(List<HeldLock> held) {
        return held.stream().map(lock -> lock(lock.mutex(), lock.site())).toList();
    }

    /** A lock that is held since it was locked at that place. */
    String lock(long object, long site) {
        String place = names.location(site).brief();
        return object(object) + (place.isEmpty() ? "" : ", locked at " + place);
    }

    Location location(Operation operation) {
        return names.location(operation.site());
    }

    /** A message of the exploration, with names for its threads, objects and places. */
    String message(Message message) {
        return message.parts().stream().map(this::part).collect(Collectors.joining());
    }

    private String part(Message.Part part) {
        if (part instanceof Message.NamedThread thread) {
            return fullThread(thread.id());
        }
        if (part instanceof Message.NamedObject object) {
            return object(object.address());
        }
        return part instanceof Message.Place place ? place(place.site()) : part.toString();
    }

    private String place(long site) {
        Location place = names.location(site);
        String text = place.brief().isEmpty() ? "an unknown place" : place.brief();
        return place.function().isEmpty() ? text : text + " in " + place.function();
    }

    /** What an operation is about to do. */
    String operation(Operation operation) {
        String object = usesAddress(operation.kind()) ? object(operation.object()) : "";
        return switch (operation.kind()) {
            case THREAD_CREATE -> "create " + thread((int) operation.object());
            case THREAD_START -> "start";
            case THREAD_EXIT -> "exit";
            case THREAD_JOIN -> "join " + thread((int) operation.object());
            case THREAD_JOIN_ALL -> "join all";
            case THREAD_TRYJOIN -> "tryjoin " + thread((int) operation.object());
            case THREAD_DETACH -> "detach " + thread((int) operation.object());
            case YIELD -> "yield";
            case SLEEP -> "sleep";
            case PROCESS_EXIT -> "exit process";
            case CHOOSE -> "choose of " + operation.argument();
            case MUTEX_INIT, COND_INIT, SEM_INIT, RWLOCK_INIT, BARRIER_INIT, SPIN_INIT -> "init " + object;
            case MUTEX_DESTROY, COND_DESTROY, SEM_DESTROY, RWLOCK_DESTROY, BARRIER_DESTROY, SPIN_DESTROY -> "destroy "
                    + object;
            case MUTEX_LOCK, SPIN_LOCK -> (operation.spins() ? "try until it gets " : "lock ") + object;
            case MUTEX_TRYLOCK, SPIN_TRYLOCK -> "trylock " + object;
            case MUTEX_UNLOCK, RWLOCK_UNLOCK, SPIN_UNLOCK -> "unlock " + object;
            case SEM_WAIT -> (operation.spins() ? "try until it gets " : "wait for ") + object;
            case SEM_TRYWAIT -> "trywait " + object;
            case SEM_POST -> "post " + object;
            case SEM_GETVALUE -> "value of " + object;
            case SEM_OPEN -> "open " + object;
            case SEM_CLOSE -> "close " + object;
            case SEM_UNLINK -> "unlink " + object;
            case RWLOCK_RDLOCK -> (operation.spins() ? "try until it can read-lock " : "read-lock ") + object;
            case RWLOCK_TRYRDLOCK -> "try to read-lock " + object;
            case RWLOCK_WRLOCK -> (operation.spins() ? "try until it can write-lock " : "write-lock ") + object;
            case RWLOCK_TRYWRLOCK -> "try to write-lock " + object;
            case RWLOCK_ANNOUNCE -> "ask to write-lock " + object;
            case BARRIER_ARRIVE -> "arrive at " + object;
            case BARRIER_LEAVE -> "leave " + object;
            case COND_WAIT -> "wait " + object;
            case COND_WAKE -> "wake from " + object;
            case COND_SIGNAL -> "signal " + object;
            case COND_BROADCAST -> "broadcast " + object;
            case ONCE_BEGIN -> "once " + object;
            case ONCE_END -> "once done " + object;
            case ATOMIC_LOAD -> "load " + object;
            case ATOMIC_STORE -> "store " + object;
            case ATOMIC_RMW -> "update " + object;
            case ATOMIC_CAS -> "cas " + object;
            case ATOMIC_FENCE -> "fence";
            case IO_CHANGE -> described(operation, "change a descriptor");
            case IO_READ -> described(operation, "read from a descriptor");
            case IO_WRITE -> described(operation, "write to a descriptor");
            case IO_POLL -> described(operation, "wait for descriptors");
            case SIGNAL_CHANGE -> described(operation, "signal");
            case SIGNAL_WAIT -> described(operation, "wait for a signal");
            case KEY_DELETE -> described(operation, "delete a key");
            case KEY_RUN -> "look for the destructor of a key";
            case AWAIT -> "spin until " + object + " changes";
            case READ -> "read " + object;
            case WRITE -> "write " + object;
        };
    }

    /** The call as the program has it, where that is known. */
    private String described(Operation operation, String otherwise) {
        String call = names.location(operation.site()).name();
        return call.isEmpty() ? otherwise : call;
    }

    /** What an event did. */
    String event(Event event) {
        Operation operation = event.operation();
        String text = operation(operation);
        boolean showsValue = operation.size() <= 8;
        if (event.isTimeout()) {
            return text + " (timed out)";
        }
        boolean expired = operation.argument() == OperationKind.DEADLINE_ANY;
        return switch (operation.kind()) {
            case MUTEX_TRYLOCK, SPIN_TRYLOCK, SEM_TRYWAIT, RWLOCK_TRYRDLOCK, RWLOCK_TRYWRLOCK, THREAD_TRYJOIN -> text
                    + (event.result() == 0 ? "" : expired ? " (timed out)" : " (busy)");
            case COND_WAKE -> text + (event.result() == 0 ? "" : " (timed out)");
            case MUTEX_UNLOCK -> operation.argument() == 0 ? text : text + " (its owner has ended)";
            case SEM_GETVALUE -> text + ": " + event.result();
            case COND_SIGNAL -> text + (event.result() == 0 ? " (nobody waits)" : " -> " + thread(event.alternative()));
            case COND_BROADCAST -> text
                    + (event.result() == 0 ? " (nobody waits)" : " -> " + event.result() + " woken");
            case ATOMIC_LOAD, ATOMIC_STORE, READ, WRITE, AWAIT -> showsValue ? text + " = " + event.value() : text;
            case ATOMIC_RMW -> showsValue ? text + " (was " + event.value() + ")" : text;
            case ATOMIC_CAS -> text
                    + (event.result() == 0 ? " failed (was " : " = ")
                    + event.value()
                    + (event.result() == 0 ? ")" : "");
            case CHOOSE -> text + ": " + event.alternative();
            default -> text;
        };
    }
}
