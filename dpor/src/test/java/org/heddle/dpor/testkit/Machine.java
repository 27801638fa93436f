package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Section;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.ThreadInfo;
import org.heddle.dpor.testkit.Program.Style;

/** The state of a simulated program between two visible operations. */
final class Machine {
    static final int REGISTERS = 8;
    private static final long INVALID = 22;
    private static final int MOST_TOUCHES = 3;
    private final Program program;
    private final ExitRule exits;
    private final int[] counters;
    private final long[][] registers;
    private final Phase[] phases;
    private final SimulatedMemory memory;
    private final Map<Long, Integer> owners;
    private final Map<Long, Integer> onces;
    private final Map<Long, TreeSet<Integer>> waiters;
    private final SharedObjects shared;
    private final Channels kernel;
    private final TreeSet<Long> disposedOf; // threads that have been joined or detached
    private final int[] executed;
    private final Begins begins;
    private int section = -1; // the thread that is in an atomic section
    private TreeMap<Long, Boolean> touched; // by the critical section that is being executed in one go
    private Outcome ended;
    private int status;
    private int terminator = -1;

    private enum Phase {
        ABSENT,
        STARTING,
        RUNNING,
        WAITING,
        WOKEN,
        EXITING,
        GONE
    }

    Machine(Program program, int memorySize, ExitRule exits, boolean alike) {
        int n = program.threads().size();
        begins = new Begins(program, alike);
        this.program = program;
        this.exits = exits;
        counters = new int[n];
        executed = new int[n];
        registers = new long[n][REGISTERS];
        phases = new Phase[n];
        memory = new SimulatedMemory(memorySize, n);
        owners = new HashMap<>();
        onces = new HashMap<>();
        waiters = new HashMap<>();
        shared = new SharedObjects();
        kernel = new Channels();
        disposedOf = new TreeSet<>();
        Arrays.fill(phases, program.style() == Style.FULL ? Phase.ABSENT : Phase.RUNNING);
        phases[0] = Phase.RUNNING;
        for (int t = 0; t < n; t++) {
            if (phases[t] == Phase.RUNNING) {
                advance(t);
            }
        }
    }

    Machine(Machine other) {
        program = other.program;
        exits = other.exits;
        counters = other.counters.clone();
        executed = other.executed.clone();
        begins = other.begins.copy();
        registers = Arrays.stream(other.registers).map(long[]::clone).toArray(long[][]::new);
        phases = other.phases.clone();
        memory = other.memory.copy();
        owners = new HashMap<>(other.owners);
        onces = new HashMap<>(other.onces);
        waiters = new HashMap<>();
        shared = other.shared.copy();
        kernel = other.kernel.copy();
        disposedOf = new TreeSet<>(other.disposedOf);
        other.waiters.forEach((condition, threads) -> waiters.put(condition, new TreeSet<>(threads)));
        section = other.section;
        ended = other.ended;
        status = other.status;
        terminator = other.terminator;
    }

    /** How many operations the thread has executed. */
    int executed(int thread) {
        return executed[thread];
    }

    Outcome ended() {
        return ended;
    }

    int status() {
        return status;
    }

    int terminator() {
        return terminator;
    }

    /** Memory, and how the process has ended. */
    String outcome() {
        return memory.state() + ended + status;
    }

    /** Memory, and what every thread has yet to do: equal for equal classes. */
    String terminalState() {
        StringBuilder text = new StringBuilder(outcome());
        for (int thread : threads()) {
            text.append(' ').append(thread).append(pending(thread));
        }
        return text.toString();
    }

    /** Everything that what comes next depends on; of programs that do not spin. */
    String state() {
        return terminalState()
                + Arrays.toString(counters)
                + Arrays.deepToString(registers)
                + Arrays.toString(phases)
                + owners
                + onces
                + waiters
                + disposedOf
                + section
                + shared.state()
                + kernel.state();
    }

    /** The threads that can go on. */
    Set<Integer> enabled() {
        return threads().stream().filter(this::isEnabled).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The threads that there have been. */
    List<ThreadInfo> infos() {
        List<ThreadInfo> infos = new ArrayList<>();
        for (int t = 0; t < phases.length; t++) {
            if (phases[t] != Phase.ABSENT) {
                infos.add(new ThreadInfo(t, t == 0 ? -1 : 0, t, 0, ""));
            }
        }
        return infos;
    }

    /** The threads that have come to their ends. */
    Set<Integer> gone() {
        Set<Integer> gone = new TreeSet<>();
        for (int t = 0; t < phases.length; t++) {
            if (phases[t] == Phase.GONE) {
                gone.add(t);
            }
        }
        return gone;
    }

    /** The threads that have something pending, in ascending order. */
    List<Integer> threads() {
        List<Integer> threads = new ArrayList<>();
        for (int t = 0; t < phases.length; t++) {
            if (phases[t] != Phase.ABSENT && phases[t] != Phase.GONE) {
                threads.add(t);
            }
        }
        return threads;
    }

    private Instruction.Visible next(int thread) {
        return (Instruction.Visible)
                program.threads().get(thread).instructions().get(counters[thread]);
    }

    /** What the thread does next. */
    Operation pending(int thread) {
        return switch (phases[thread]) {
            case STARTING -> begins.operation(thread);
            case EXITING -> thread == 0 && program.style() == Style.FULL
                    ? exits.applied(Operation.of(OperationKind.PROCESS_EXIT, 0))
                    : Operation.of(OperationKind.THREAD_EXIT, thread);
            default -> pendingInCode(thread);
        };
    }

    /** The value of the event of what the thread does next, as far as it is known beforehand. */
    long pendingValue(int thread) {
        Operation operation = pending(thread);
        return operation.kind().family() == ObjectFamily.SEMAPHORE ? SharedObjects.initial(operation.object()) : 0;
    }

    private Operation pendingInCode(int thread) {
        Instruction.Visible next = next(thread);
        long[] own = registers[thread];
        return exits.applied(new Operation(
                next.kind(),
                next.object().of(own),
                next.object2().of(own),
                next.kind() == OperationKind.SIGNAL_WAIT
                        ? kernel.deadline((int) next.operand().of(own))
                        : next.argument().of(own),
                MemoryOrder.SEQ_CST,
                1000L * thread + counters[thread]));
    }

    /** Whether some thread could go on if the process had not ended, other than by a successful exit. */
    boolean anybodyGoesOn() {
        return othersGoOn(-1);
    }

    /** Whether another thread than this one can go on, other than by a successful exit. */
    boolean othersGoOn(int thread) {
        return threads().stream()
                .anyMatch(other -> other != thread && !ExitRule.isSuccess(pending(other)) && isEnabled(other));
    }

    /** Whether the thread is in an atomic section. */
    boolean isInSection(int thread) {
        return section == thread;
    }

    boolean isEnabled(int thread) {
        if (section >= 0 && section != thread) {
            return false;
        }
        Operation operation = pending(thread);
        return switch (operation.kind()) {
            case MUTEX_LOCK -> !owners.containsKey(operation.object()) || isInterrupted(operation);
            case SPIN_LOCK -> !owners.containsKey(operation.object());
            case COND_WAKE -> (phases[thread] == Phase.WOKEN || operation.argument() == OperationKind.DEADLINE_ANY)
                    && !owners.containsKey(operation.object2());
            case SEM_WAIT, RWLOCK_RDLOCK, RWLOCK_WRLOCK -> shared.isEnabled(thread, operation)
                    || isInterrupted(operation);
            case PROCESS_EXIT -> !exits.waits(operation) || !othersGoOn(thread);
            case BARRIER_LEAVE, SEM_PASS -> shared.isEnabled(thread, operation);
            case IO_READ, IO_WRITE, CHANNEL_READ, CHANNEL_WRITE, CHANNEL_POLL, IO_POLL, SIGNAL_WAIT -> kernel.isEnabled(
                    operation);
            case THREAD_JOIN -> isGone(operation)
                    || disposedOf.contains(operation.object())
                    || isInterrupted(operation);
            case THREAD_START -> begins.isEnabled(thread, executed);
            case ONCE_BEGIN -> onces.getOrDefault(operation.object(), 0) != 1;
            case AWAIT -> memory.hasChanged(thread, operation);
            default -> true;
        };
    }

    private long join(Operation operation, long ifRunning) {
        if (disposedOf.contains(operation.object())) {
            return INVALID;
        }
        if (!isGone(operation)) {
            return ifRunning;
        }
        disposedOf.add(operation.object());
        return 0;
    }

    private boolean isGone(Operation operation) {
        return phases[(int) operation.object()] == Phase.GONE;
    }

    private boolean isInterrupted(Operation operation) {
        return (kernel.ready() & operation.interruptedBy()) != 0;
    }

    /** The thread whose time is up first, if no thread is enabled; −1 if there is none. */
    int lastResort() {
        int first = -1;
        long earliest = Long.MAX_VALUE;
        for (int thread : threads()) {
            if (isEnabled(thread)) {
                return -1;
            }
            Operation operation = pending(thread);
            boolean expires = operation.kind().isTimed()
                    && operation.argument() > OperationKind.DEADLINE_ANY
                    && (operation.kind() != OperationKind.COND_WAKE || !owners.containsKey(operation.object2()));
            if (expires && operation.argument() < earliest) {
                earliest = operation.argument();
                first = thread;
            }
        }
        return first;
    }

    /** The alternatives of the thread's next operation. */
    List<Integer> alternatives(int thread) {
        Operation operation = pending(thread);
        if (operation.kind() == OperationKind.CHOOSE) {
            List<Integer> all = new ArrayList<>();
            for (int k = 0; k < operation.argument(); k++) {
                all.add(k);
            }
            return all;
        }
        if (operation.kind() == OperationKind.COND_SIGNAL) {
            TreeSet<Integer> waiting = waiters.getOrDefault(operation.object(), new TreeSet<>());
            return waiting.isEmpty() ? List.of(Event.NO_ALTERNATIVE) : List.copyOf(waiting);
        }
        return List.of(Event.NO_ALTERNATIVE);
    }

    /**
     * Executes the thread's next operation; if that takes a mutex whose critical sections are executed in one go, and this section is such
     * a one, two events: the lock, with what the section did, and the unlock.
     */
    List<Event> step(int thread, int alternative, WholeSections sections) {
        Operation operation = pending(thread);
        boolean begins = operation.kind() == OperationKind.MUTEX_LOCK
                && operation.argument() == 0
                && operation.interruptedBy() == 0
                && sections.contains(operation.object());
        touched = begins ? new TreeMap<>() : null;
        Event event = execute(thread, alternative);
        boolean isWhole = begins
                && ended == null
                && threads().contains(thread)
                && pending(thread).kind() == OperationKind.MUTEX_UNLOCK
                && pending(thread).object() == operation.object();
        if (!isWhole) {
            touched = null;
            return List.of(event);
        }
        List<Section.Touch> touches = new ArrayList<>();
        touched.forEach((address, writes) -> touches.add(new Section.Touch(new MemoryRange(address, 8), writes)));
        touched = null;
        boolean isMuch = touches.size() > (operation.object() % 2 == 0 ? MOST_TOUCHES : 1);
        Event lock = event.with(new Section(isMuch ? List.of() : touches, isMuch));
        return List.of(lock, execute(thread, Event.NO_ALTERNATIVE));
    }

    private void plain(int thread, Instruction.Plain access) {
        long[] own = registers[thread];
        long address = access.address().of(own);
        OperationKind kind = access.writes() ? OperationKind.WRITE : OperationKind.READ;
        Operation operation = new Operation(kind, address, 0, 8, MemoryOrder.SEQ_CST, 0);
        SimulatedMemory.Done done =
                memory.perform(thread, operation, access.operand().of(own));
        if (!access.writes()) {
            own[2] = done.value();
        }
        if (touched != null) {
            touched.merge(address, access.writes(), Boolean::logicalOr);
        }
    }

    /** Executes the thread's next operation and lets it run to the one after. */
    Event execute(int thread, int alternative) {
        Operation operation = pending(thread);
        long operand = phases[thread] == Phase.STARTING || phases[thread] == Phase.EXITING
                ? 0
                : next(thread).operand().of(registers[thread]);
        boolean inCode = phases[thread] != Phase.STARTING && phases[thread] != Phase.EXITING;
        Event event = perform(thread, operation, alternative, operand);
        executed[thread]++;
        registers[thread][0] = returned(event);
        if (inCode) {
            counters[thread]++;
        }
        if (phases[thread] == Phase.RUNNING) {
            advance(thread);
        }
        return event;
    }

    private static long returned(Event event) {
        return switch (event.operation().kind()) {
            case ATOMIC_RMW -> event.operation().isAddition() ? 0 : event.value();
            case ATOMIC_STORE -> event.operation().isMark() ? 0 : event.result();
            case ATOMIC_LOAD, READ, AWAIT -> event.value();
            default -> event.result();
        };
    }

    private void advance(int thread) {
        List<Instruction> code = program.threads().get(thread).instructions();
        while (counters[thread] < code.size()) {
            Instruction instruction = code.get(counters[thread]);
            if (instruction instanceof Instruction.Visible) {
                return;
            } else if (instruction instanceof Instruction.Plain access) {
                plain(thread, access);
                counters[thread]++;
            } else if (instruction instanceof Instruction.Local local) {
                local.action().accept(registers[thread]);
                counters[thread]++;
            } else if (instruction instanceof Instruction.Branch branch) {
                counters[thread] =
                        branch.condition().test(registers[thread]) ? counters[thread] + 1 : branch.elsewhere();
            } else {
                ended = Outcome.SIGNALED;
                status = 11;
                terminator = thread;
                phases[thread] = Phase.GONE;
                return;
            }
        }
        phases[thread] = program.style() == Style.BARE ? Phase.GONE : Phase.EXITING;
    }

    private Event perform(int thread, Operation operation, int alternative, long operand) {
        long result = 0;
        long value = 0;
        long object = operation.object();
        boolean timesOut = alternative == Event.TIMEOUT && operation.kind().isTimed();
        switch (operation.kind()) {
            case THREAD_JOIN -> result =
                    timesOut ? OperationKind.TIMED_OUT : join(operation, OperationKind.INTERRUPTED);
            case THREAD_TRYJOIN -> result = join(operation, 16);
            case THREAD_DETACH -> result = disposedOf.add(object) ? 0 : INVALID;
            case SPIN_LOCK -> owners.put(object, thread);
            case SPIN_TRYLOCK -> result = owners.putIfAbsent(object, thread) == null ? 0 : 16;
            case SPIN_UNLOCK -> owners.remove(object);
            case SEM_WAIT, SEM_TRYWAIT, SEM_POST, SEM_GETVALUE, SEM_PASS -> {
                result = shared.perform(thread, operation, timesOut);
                value = SharedObjects.initial(object);
            }
            case RWLOCK_RDLOCK,
                    RWLOCK_TRYRDLOCK,
                    RWLOCK_WRLOCK,
                    RWLOCK_TRYWRLOCK,
                    RWLOCK_UNLOCK,
                    RWLOCK_ANNOUNCE,
                    BARRIER_ARRIVE,
                    BARRIER_LEAVE -> result = shared.perform(thread, operation, timesOut);
            case IO_CHANGE, IO_READ, IO_WRITE, IO_POLL, CHANNEL_CHANGE, CHANNEL_READ, CHANNEL_WRITE, CHANNEL_POLL -> {
                long untold = operation.kind().family() == ObjectFamily.CHANNEL ? kernel.ready() : 0;
                result = timesOut ? OperationKind.TIMED_OUT : kernel.perform(operation, (int) operand);
                value = kernel.ready() ^ untold;
            }
            case SIGNAL_CHANGE, SIGNAL_WAIT -> {
                kernel.performTimer(operation, (int) operand);
                value = kernel.ready();
            }
            case THREAD_CREATE -> phases[begins.created(thread, (int) object, executed[thread])] = Phase.STARTING;
            case THREAD_START -> phases[thread] = Phase.RUNNING;
            case THREAD_EXIT -> phases[thread] = Phase.GONE;
            case PROCESS_EXIT -> {
                end(operation);
                phases[thread] = Phase.GONE;
            }
            case CHOOSE -> result = alternative;
            case SECTION_BEGIN -> section = thread;
            case SECTION_END -> section = -1;
            case MUTEX_LOCK -> {
                if (timesOut) {
                    result = OperationKind.TIMED_OUT;
                } else if (owners.containsKey(object)) {
                    result = OperationKind.INTERRUPTED;
                } else {
                    owners.put(object, thread);
                }
            }
            case MUTEX_TRYLOCK -> result = owners.putIfAbsent(object, thread) == null ? 0 : 16;
            case MUTEX_UNLOCK, MUTEX_INIT -> owners.remove(object);
            case COND_WAIT -> {
                owners.remove(operation.object2());
                waiters.computeIfAbsent(object, c -> new TreeSet<>()).add(thread);
                phases[thread] = Phase.WAITING;
            }
            case COND_WAKE -> {
                if (phases[thread] == Phase.WAITING) {
                    waiters.get(object).remove(thread);
                    result = OperationKind.TIMED_OUT;
                }
                owners.put(operation.object2(), thread);
                phases[thread] = Phase.RUNNING;
            }
            case COND_SIGNAL -> {
                if (alternative != Event.NO_ALTERNATIVE) {
                    result = 1;
                    waiters.get(object).remove(alternative);
                    phases[alternative] = Phase.WOKEN;
                }
            }
            case COND_BROADCAST -> {
                TreeSet<Integer> woken = waiters.getOrDefault(object, new TreeSet<>());
                woken.forEach(waiter -> phases[waiter] = Phase.WOKEN);
                result = woken.size();
                waiters.remove(object);
            }
            case ONCE_BEGIN -> result = onces.putIfAbsent(object, 1) == null ? 1 : 0;
            case ONCE_END -> onces.put(object, 2);
            case ATOMIC_LOAD, READ, AWAIT, ATOMIC_STORE, WRITE, ATOMIC_RMW, ATOMIC_CAS -> {
                SimulatedMemory.Done done = memory.perform(thread, operation, operand);
                result = done.result();
                value = done.value();
            }
            default -> {}
        }
        return new Event(thread, operation, alternative, result, value);
    }

    private void end(Operation operation) {
        boolean failed = operation.argument() == Code.STATUS_FAILED;
        ended = failed ? Outcome.ASSERTION : Outcome.EXITED;
        status = failed ? 134 : (int) operation.argument();
    }
}
