package org.heddle.cli.report.words;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.FailureWords;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.ObjectNames;
import org.heddle.cli.report.names.SignalWords;
import org.heddle.cli.report.names.ThreadNames;
import org.heddle.dpor.analysis.Unprovoked;
import org.heddle.dpor.history.Histories;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.SignalNames;

/** Words for operations and events: the only place that has them. */
final class OperationWords {

    private final ThreadNames threads;
    private final ObjectNames objects;
    private final AddressNames names;

    private final String exit;
    private final Map<Long, String> said;
    private final Set<Event> unprovoked = new HashSet<>();

    /** Words for one execution; in it the process ends like this. */
    OperationWords(ThreadNames threads, ObjectNames objects, AddressNames names, Execution execution, String exit) {
        this.exit = exit;
        said = Histories.texts(execution);
        Unprovoked.of(execution.events())
                .forEach(one -> unprovoked.add(execution.events().get(one.row())));
        this.threads = threads;
        this.objects = objects;
        this.names = names;
    }

    /** What an operation does. */
    String of(Operation operation) {
        String object = ObjectNames.usesAddress(operation.kind()) ? objects.of(operation.object()) : "";
        if (AddressNames.DataSymbol.isState(object)) {
            String words = state(operation, object);
            return TraceLine.isLook(words) ? described(operation, words) : words;
        }
        if (StoreBuffers.areUsedBy(operation)) {
            return StoreBuffers.words(
                    operation, names.location(operation.site()).name());
        }
        if (isFutexCall(operation)) {
            return futexWords(operation.kind()) + object;
        }
        return switch (operation.kind()) {
            case THREAD_CREATE -> (operation.forks() ? "fork " : "create ") + threads.label((int) operation.object());
            case THREAD_START -> "start";
            case THREAD_EXIT -> "exit";
            case THREAD_JOIN -> (operation.spins() ? "try until it joins " : "join ")
                    + threads.label((int) operation.object());
            case THREAD_JOIN_ALL -> "join all";
            case THREAD_TRYJOIN -> "tryjoin " + threads.label((int) operation.object());
            case THREAD_DETACH -> "detach " + threads.label((int) operation.object());
            case YIELD -> "yield";
            case SLEEP -> "sleep";
            case PROCESS_EXIT -> "exit process";
            case SECTION_BEGIN -> operation.argument() != 0
                    ? said(operation)
                    : ofSection(operation, "begin fork", "end other threads", "begin command", "begin atomic section");
            case SECTION_END -> operation.argument() != 0
                    ? "→ " + said(operation)
                    : ofSection(operation, "end fork", "other threads ended", "end command", "end atomic section");
            case INVOCATION -> said(operation);
            case RESPONSE -> "→ " + said(operation);
            case BEGIN -> "begin exploring";
            case PROGRESS -> "get on";
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
            case SEM_PASS -> "wait until " + object + " is positive";
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
            case IO_CHANGE, CHANNEL_CHANGE -> described(operation, "change a descriptor");
            case IO_READ, CHANNEL_READ -> described(
                    operation, (operation.spins() ? "try until it can " : "") + "read from a descriptor");
            case IO_WRITE, CHANNEL_WRITE -> described(operation, "write to a descriptor");
            case IO_POLL, CHANNEL_POLL -> described(
                    operation, operation.spins() ? "poll until a descriptor is ready" : "wait for descriptors");
            case SIGNAL_CHANGE -> SignalWords.withNames(described(operation, "signal"));
            case SIGNAL_WAIT -> described(operation, "wait for a signal");
            case KEY_DELETE -> described(operation, "delete a key");
            case KEY_RUN -> "look for the destructor of a key";
            case AWAIT -> "spin until " + object + " changes";
            case READ -> "read " + object;
            case WRITE -> frees(operation)
                    ? "free " + ObjectNames.ofBlock(object)
                    : (leaves(operation) ? "leave " : "write ") + object;
        };
    }

    private static String ofSection(Operation operation, String fork, String processEnd, String command, String other) {
        return operation.isOfFork()
                ? fork
                : operation.isOfProcessEnd() ? processEnd : operation.isOfCommand() ? command : other;
    }

    /** What the begin or the end of a call says. */
    private String said(Operation operation) {
        return said.getOrDefault(operation.argument(), "operation");
    }

    /** Whether it is a step of {@code syscall(SYS_futex, …)}, which is made of operations on a lock and a condition variable. */
    private boolean isFutexCall(Operation operation) {
        ObjectFamily family = operation.kind().family();
        return (family == ObjectFamily.MUTEX || family == ObjectFamily.CONDITION)
                && names.location(operation.site()).name().startsWith("syscall(");
    }

    private static String futexWords(OperationKind kind) {
        return switch (kind) {
            case MUTEX_LOCK -> "begin a futex call on ";
            case MUTEX_UNLOCK -> "end the futex call on ";
            case COND_WAIT -> "wait on futex ";
            case COND_WAKE -> "wake up on futex ";
            case COND_SIGNAL -> "wake one on futex ";
            case COND_BROADCAST -> "wake all on futex ";
            default -> throw new IllegalArgumentException(kind + " is no part of a futex call");
        };
    }

    /** Of a choice of the program's own, which alternative; else what the runtime lets happen for no reason, see {@link Unprovoked}. */
    private String choice(String text, Event event) {
        boolean happens = event.alternative() > 0;
        if (event.operation().object2() == OperationKind.GIVES_AGAIN) {
            return happens ? "choose: give names again" : "choose: give no name again";
        }
        if (event.operation().object2() == OperationKind.TIMES_OUT) {
            return happens ? "choose: timed out before the signal" : "choose: signalled in time";
        }
        if (event.operation().isOfFailure()) {
            return "choose: the call "
                    + (happens ? FailureWords.present(event.operation().failure(event.alternative())) : "succeeds");
        }
        String call = names.location(event.operation().site()).name();
        if (call.startsWith("pthread_cond_")
                || call.startsWith("cnd_")
                || call.startsWith("std::condition_variable::")) {
            return happens ? "choose: needs no signal" : "choose: needs a signal";
        }
        if (call.startsWith("pthread_barrier_init(")) {
            return "choose the serial thread: number " + event.alternative() + " of those that wait";
        }
        return call.endsWith(")") || call.isEmpty()
                ? text + ": " + event.alternative()
                : "choose: the compare-and-swap " + (happens ? "fails" : "may succeed");
    }

    private static String older(Event event) {
        boolean isStore = event.operation().kind() == OperationKind.ATOMIC_STORE;
        return event.overlooked() == 0 ? "" : isStore ? " (before a newer one)" : " (older)";
    }

    private static String signals(String call, int result) {
        if (result == OperationKind.CANCELLED) {
            return "end: cancelled in " + call;
        }
        if (result < OperationKind.KILLED) {
            return "end: killed by " + SignalNames.of(OperationKind.KILLED - result);
        }
        boolean isCall = SignalWords.isCall(call);
        if (result > 0) {
            return (isCall ? call + ": " : "") + "run the handler of " + SignalNames.of(result);
        }
        return isCall ? call : TraceLine.LOOK;
    }

    private static String state(Operation operation, String object) {
        return switch (operation.kind()) {
            case ATOMIC_LOAD, READ -> "look at " + object;
            case ATOMIC_CAS -> "take " + object;
            default -> "change " + object;
        };
    }

    /** The call as the program has it, where that is known. */
    private String described(Operation operation, String otherwise) {
        String call = names.location(operation.site()).name();
        return call.endsWith(")") ? call : otherwise; // else a signal came before what that names
    }

    /** Whether a write is that of free or delete, by which a block ends. */
    private boolean frees(Operation operation) {
        if (operation.kind() != OperationKind.WRITE) {
            return false;
        }
        String call = names.location(operation.site()).name();
        return call.startsWith("free(") || call.startsWith("operator delete");
    }

    /** Whether a write is that by which a local variable ends: it has the place of its function, and no expression. */
    private boolean leaves(Operation operation) {
        Location location = names.location(operation.site());
        return operation.kind() == OperationKind.WRITE
                && location.line() > 0
                && location.column() == 0
                && location.name().isEmpty();
    }

    private String value(Event event) {
        Operation operation = event.operation();
        return ValueText.of(event.value(), operation.size(), names.location(operation.site()));
    }

    /** What an event did. */
    String of(Event event) {
        Operation operation = event.operation();
        String object = ObjectNames.usesAddress(operation.kind()) ? objects.of(operation.object()) : "";
        if (AddressNames.DataSymbol.isState(object)) {
            boolean isTaken = operation.kind() == OperationKind.ATOMIC_CAS && event.result() == 0;
            return state(operation, object) + (isTaken ? " (another thread has them)" : "");
        }
        String text = of(operation);
        boolean showsValue = operation.size() <= 8 && !frees(operation) && !leaves(operation);
        if (event.isTimeout()) {
            return text + " (timed out)";
        }
        boolean expired = operation.argument() == OperationKind.DEADLINE_ANY;
        return switch (operation.kind()) {
            case PROCESS_EXIT -> exit;
            case MUTEX_TRYLOCK, SPIN_TRYLOCK, SEM_TRYWAIT, RWLOCK_TRYRDLOCK, RWLOCK_TRYWRLOCK, THREAD_TRYJOIN -> text
                    + (event.result() == 0 ? "" : expired ? " (timed out)" : " (busy)");
            case COND_WAKE -> text
                    + (event.result() == 0 ? "" : unprovoked.contains(event) ? " (no signal)" : " (timed out)");
            case MUTEX_UNLOCK -> operation.argument() == 0 ? text : text + " (its owner has ended)";
            case SIGNAL_CHANGE -> signals(text, (int) event.result());
            case SEM_GETVALUE -> text + ": " + event.result();
            case COND_SIGNAL -> text
                    + (event.result() == 0 ? " (nobody waits)" : " -> " + threads.label(event.alternative()));
            case COND_BROADCAST -> text
                    + (event.result() == 0 ? " (nobody waits)" : " -> " + event.result() + " woken");
            case ATOMIC_LOAD, ATOMIC_STORE, READ, WRITE, AWAIT -> showsValue
                    ? text + " = " + value(event) + older(event)
                    : text;
            case ATOMIC_RMW -> showsValue ? text + " (was " + value(event) + ")" + older(event) : text;
            case ATOMIC_CAS -> text
                    + (event.result() == 0 ? " failed (was " : " = ")
                    + value(event)
                    + (event.result() == 0 ? ")" : "")
                    + older(event);
            case CHOOSE -> choice(text, event);
            default -> text;
        };
    }
}
