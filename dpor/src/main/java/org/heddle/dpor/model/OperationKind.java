package org.heddle.dpor.model;

import static org.heddle.dpor.model.OperationTrait.ATTEMPTS;
import static org.heddle.dpor.model.OperationTrait.BLOCKS;
import static org.heddle.dpor.model.OperationTrait.DESTROYS;
import static org.heddle.dpor.model.OperationTrait.FREES;
import static org.heddle.dpor.model.OperationTrait.GIVES_ONE;
import static org.heddle.dpor.model.OperationTrait.INTERRUPTIBLE;
import static org.heddle.dpor.model.OperationTrait.LOOKS;
import static org.heddle.dpor.model.OperationTrait.MAKES;
import static org.heddle.dpor.model.OperationTrait.TAKES;
import static org.heddle.dpor.model.OperationTrait.TAKES_ONE;
import static org.heddle.dpor.model.OperationTrait.TAKES_SHARED;
import static org.heddle.dpor.model.OperationTrait.TIMED;
import static org.heddle.dpor.model.OperationTrait.WITH_KERNEL;
import static org.heddle.dpor.model.OperationTrait.WITH_MUTEX;
import static org.heddle.dpor.model.OperationTrait.WITH_RANGE;
import static org.heddle.dpor.model.OperationTrait.WITH_TARGET;
import static org.heddle.dpor.model.OperationTrait.YIELDS;

/**
 * The kind of a visible operation: the catalogue of all there are. A row says which number a kind has on the wire and in schedule
 * files, of what family its object is, how it uses that, and what else is true of it; a kind that tries names first the one that
 * blocks. The runtime's table is made from these rows when it is built ({@code native-shim/operations.awk}), so a row is one line.
 *
 * <p>What {@link Operation#object()} and {@link Operation#argument()} mean is said at each constant; where nothing is
 * said, {@code object} is the address of the synchronisation object and {@code argument} is zero.
 */
public enum OperationKind {
    /** {@code object}: the created thread; {@code object2}: {@link #OWN_THREAD}, {@link #FORKS} or 0. */
    THREAD_CREATE(1, ObjectFamily.NONE, ObjectUse.NOTHING),
    /** First event of every thread but the main one; {@code object}: the thread itself. */
    THREAD_START(2, ObjectFamily.NONE, ObjectUse.NOTHING, BLOCKS),
    /** Last event of a thread; {@code object}: the thread itself. */
    THREAD_EXIT(3, ObjectFamily.THREAD, ObjectUse.SHARES),
    /**
     * Blocking until {@code object}, a thread, has exited or is detached; or, with result {@link #INTERRUPTED}, until one of the bits of
     * {@code object2} is set in the kernel's word, see {@link #IO_CHANGE}; or {@link #SPINS} if the thread tries in a loop. Any other
     * result but 0: it was joined or detached already.
     */
    THREAD_JOIN(4, ObjectFamily.THREAD, ObjectUse.WRITES, TIMED, INTERRUPTIBLE),
    /** {@code object}: the detached thread. Result other than 0: it was joined or detached already. */
    THREAD_DETACH(5, ObjectFamily.THREAD, ObjectUse.DISPOSES_IF_DONE),
    /** {@code sched_yield}: local. */
    YIELD(6, ObjectFamily.NONE, ObjectUse.NOTHING, YIELDS, LOOKS),
    /** Any sleep: local, advances virtual time; {@code argument}: nanoseconds. */
    SLEEP(7, ObjectFamily.NONE, ObjectUse.NOTHING, YIELDS, LOOKS),
    /**
     * {@code exit}, {@code _exit}, {@code abort}, return from main: ends every thread; {@code argument}: the status; {@code
     * object2}: {@link #LATE} or 0.
     */
    PROCESS_EXIT(8, ObjectFamily.NONE, ObjectUse.NOTHING),
    /**
     * A nondeterministic choice among {@code argument} alternatives 0, 1, …, made by the plan; {@code object2}: {@link #GIVES_AGAIN},
     * {@link #FAILS}, {@link #TIMES_OUT}, or 0.
     */
    CHOOSE(9, ObjectFamily.NONE, ObjectUse.NOTHING),
    /**
     * The main thread has left by {@code pthread_exit} (its THREAD_EXIT is past): blocks until all others have exited. Where {@code object} is not
     * 0, the first thread of a process that was forked has left so (its THREAD_EXIT is still to come), and only its process counts.
     */
    THREAD_JOIN_ALL(10, ObjectFamily.NONE, ObjectUse.NOTHING, BLOCKS),
    /** Never blocks; result 0: {@code object} had exited and is joined, else it had not, or was joined or detached already (a read). */
    THREAD_TRYJOIN(THREAD_JOIN, 11, ObjectFamily.THREAD, ObjectUse.WRITES_IF_DONE),
    /**
     * From here to its SECTION_END nothing but this thread runs: what it does meanwhile is one step. It uses mutexes, condition
     * variables, semaphores, read-write locks, barriers, spinlocks, initialisers and memory at most; see {@link ObjectFamily#isInSections}.
     */
    SECTION_BEGIN(12, ObjectFamily.NONE, ObjectUse.NOTHING),
    /** Local: whatever the section has done counts as done at its SECTION_BEGIN. */
    SECTION_END(13, ObjectFamily.NONE, ObjectUse.NOTHING),
    /**
     * A call of an object under test begins; {@code argument}: what it is a call of, as a hash. Where calls are executed in one go it is a
     * SECTION_BEGIN with the same argument, and the object in {@code object2}; see {@link org.heddle.dpor.history.Histories}.
     */
    INVOCATION(14, ObjectFamily.HISTORY, ObjectUse.READS),
    /** The call ends; {@code argument}: its result, as a hash. Dependent with invocations alone: they make the order of calls in time. */
    RESPONSE(15, ObjectFamily.HISTORY, ObjectUse.SHARES),
    /** Exploring begins here: what comes before is executed in one order alone; see {@link org.heddle.dpor.model.Begin}. */
    BEGIN(192, ObjectFamily.NONE, ObjectUse.NOTHING),
    /** The thread says that it gets on: a round of events with this is no livelock. */
    PROGRESS(193, ObjectFamily.NONE, ObjectUse.NOTHING),

    MUTEX_INIT(16, ObjectFamily.MUTEX, ObjectUse.WRITES, MAKES),
    MUTEX_DESTROY(17, ObjectFamily.MUTEX, ObjectUse.WRITES, DESTROYS),
    /**
     * Blocking acquire; {@code object2} has {@link #SPINS} if the thread spins on a trylock, and else the bits of the kernel's word that
     * interrupt it, as in {@link #SEM_WAIT}. Result 0: acquired; {@link #NOT_RECOVERABLE}: a robust mutex that nobody can have any more;
     * {@link #INTERRUPTED}.
     */
    MUTEX_LOCK(18, ObjectFamily.MUTEX, ObjectUse.WRITES, TIMED, INTERRUPTIBLE, TAKES),
    /** Never blocks; {@link Event#result()} 0: acquired, else failed (a read of the mutex). */
    MUTEX_TRYLOCK(MUTEX_LOCK, 19, ObjectFamily.MUTEX, ObjectUse.WRITES_IF_DONE, TAKES),
    /** {@code argument} 1: its owner has ended. Result {@link #NOT_RECOVERABLE}: nobody can have the mutex any more. */
    MUTEX_UNLOCK(20, ObjectFamily.MUTEX, ObjectUse.WRITES, FREES),

    COND_INIT(32, ObjectFamily.CONDITION, ObjectUse.WRITES, MAKES),
    COND_DESTROY(33, ObjectFamily.CONDITION, ObjectUse.WRITES, DESTROYS),
    /**
     * First half of a wait: releases {@link Operation#object2()}, a mutex, and joins the waiters of {@code object}. Argument other than
     * 0: the thread {@linkplain Operation#hasLooked() has looked}. Result other than 0: it did not hold the mutex, which stays as it is.
     */
    COND_WAIT(34, ObjectFamily.CONDITION, ObjectUse.ENQUEUES, WITH_MUTEX, FREES),
    /**
     * Second half of a wait: blocking until signalled and until the mutex {@link Operation#object2()} is free. Result 0: was
     * signalled, else its time was up; value: what acquiring the mutex returned.
     */
    COND_WAKE(35, ObjectFamily.CONDITION, ObjectUse.WAKES_OR_LEAVES, TIMED, WITH_MUTEX, TAKES),
    /** The alternative is the woken thread, or {@link Event#NO_ALTERNATIVE} where nobody waits (a lost signal). */
    COND_SIGNAL(36, ObjectFamily.CONDITION, ObjectUse.NOTIFIES_IF_ANY),
    COND_BROADCAST(37, ObjectFamily.CONDITION, ObjectUse.NOTIFIES_IF_ANY),

    /**
     * Blocking while another thread runs the initialiser; {@code object2}: what interrupts it, as in {@link #SEM_WAIT}. Result 1: this
     * thread now runs it, 0: it was done, {@link #INTERRUPTED}.
     */
    ONCE_BEGIN(48, ObjectFamily.ONCE, ObjectUse.WRITES_IF_ANY, BLOCKS, INTERRUPTIBLE),
    /** {@code argument} 1: the initialiser was left before its end, so that the next ONCE_BEGIN runs it again. */
    ONCE_END(49, ObjectFamily.ONCE, ObjectUse.WRITES),

    /** Atomic accesses: {@code object} is the address, {@code argument} the size in bytes. */
    ATOMIC_LOAD(64, ObjectFamily.MEMORY, ObjectUse.READS, LOOKS),
    /** {@code object2}: {@link #MARKS} or 0. */
    ATOMIC_STORE(65, ObjectFamily.MEMORY, ObjectUse.MARKS),
    /** {@code object2}: {@link #ADDS} or 0. */
    ATOMIC_RMW(66, ObjectFamily.MEMORY, ObjectUse.ADDS, ATTEMPTS),
    /** Result 1: exchanged (a write), 0: failed (a read). {@code object2}: the expected value. */
    ATOMIC_CAS(67, ObjectFamily.MEMORY, ObjectUse.EXCHANGES, ATTEMPTS),
    /** Local under sequential consistency. */
    ATOMIC_FENCE(68, ObjectFamily.NONE, ObjectUse.NOTHING, LOOKS),
    /** Plain accesses that are scheduling points: {@code object} is the address, {@code argument} the size in bytes. */
    READ(72, ObjectFamily.MEMORY, ObjectUse.READS, LOOKS),
    WRITE(73, ObjectFamily.MEMORY, ObjectUse.WRITES),
    /**
     * A load, or what comes before another atomic operation, of a thread that spins: it would do the same again as before, so it
     * blocks until one of the memory locations that the loop reads or writes holds something else than this thread last found or left
     * there. The locations are {@code object} and, unless its size is 0, {@code object2}; {@code argument}: the size of the
     * first, plus 256 times that of the second. {@link Event#value()} and {@link Event#result()} are what they held then. Where
     * the loop reads more locations, {@code object2} is where the range begins that has all the others, and the result is 0. Then
     * {@code argument} is the size of the first, plus 256 times the number of the thread's last events that make up the loop, plus
     * 65536 times the size of the range.
     */
    AWAIT(80, ObjectFamily.MEMORY, ObjectUse.READS, BLOCKS, WITH_RANGE, LOOKS),

    /** {@code argument}: the value. Every event on a semaphore has the value that it had when first used as its value. */
    SEM_INIT(96, ObjectFamily.SEMAPHORE, ObjectUse.WRITES, MAKES),
    SEM_DESTROY(97, ObjectFamily.SEMAPHORE, ObjectUse.WRITES, DESTROYS),
    /**
     * Blocking until the semaphore is positive; or, with result {@link #INTERRUPTED}, until one of the bits of {@code object2} but
     * for {@link #SPINS} is set in the kernel's word, see {@link #IO_CHANGE}.
     */
    SEM_WAIT(98, ObjectFamily.SEMAPHORE, ObjectUse.TAKES_IN_TURN, TIMED, INTERRUPTIBLE, TAKES_ONE),
    /** Never blocks; result 0: decremented, else it was zero (a read). */
    SEM_TRYWAIT(SEM_WAIT, 99, ObjectFamily.SEMAPHORE, ObjectUse.WRITES_IF_DONE, TAKES_ONE),
    SEM_POST(100, ObjectFamily.SEMAPHORE, ObjectUse.POSTS, GIVES_ONE),
    /** Result: the value. */
    SEM_GETVALUE(101, ObjectFamily.SEMAPHORE, ObjectUse.READS),
    /** A named semaphore; {@code argument}: the initial value; result −1: made, 0: was there, else failed. */
    SEM_OPEN(102, ObjectFamily.SEMAPHORE, ObjectUse.WRITES),
    SEM_CLOSE(103, ObjectFamily.SEMAPHORE, ObjectUse.WRITES),
    SEM_UNLINK(104, ObjectFamily.SEMAPHORE, ObjectUse.WRITES),
    /** Blocking until the semaphore is positive, which it leaves as it is: any number of threads may go on for one post. */
    SEM_PASS(105, ObjectFamily.SEMAPHORE, ObjectUse.READS, BLOCKS),

    RWLOCK_INIT(112, ObjectFamily.RWLOCK, ObjectUse.WRITES, MAKES),
    RWLOCK_DESTROY(113, ObjectFamily.RWLOCK, ObjectUse.WRITES, DESTROYS),
    /** Blocking until no writer holds the lock or has announced itself; may be interrupted, as {@link #MUTEX_LOCK}. */
    RWLOCK_RDLOCK(114, ObjectFamily.RWLOCK, ObjectUse.SHARES, TIMED, INTERRUPTIBLE, TAKES_SHARED),
    /** Never blocks; result 0: acquired, else failed (a read). */
    RWLOCK_TRYRDLOCK(RWLOCK_RDLOCK, 115, ObjectFamily.RWLOCK, ObjectUse.SHARES_IF_DONE, TAKES_SHARED),
    /**
     * Blocking until nobody holds the lock; {@code object2} has {@link #ANNOUNCED} if the thread has announced itself. May be
     * interrupted, as {@link #MUTEX_LOCK}, and then stays announced.
     */
    RWLOCK_WRLOCK(116, ObjectFamily.RWLOCK, ObjectUse.WRITES, TIMED, INTERRUPTIBLE, TAKES),
    /** Never blocks; result 0: acquired, else failed (a read). */
    RWLOCK_TRYWRLOCK(RWLOCK_WRLOCK, 117, ObjectFamily.RWLOCK, ObjectUse.WRITES_IF_DONE, TAKES),
    /**
     * {@code argument} 1: by the writer, 0: by a reader, 2: by a thread that holds nothing. Result other than 0: nothing was
     * given back.
     */
    RWLOCK_UNLOCK(118, ObjectFamily.RWLOCK, ObjectUse.GIVES_BACK, FREES),
    /** From here to its RWLOCK_WRLOCK, a writer keeps new readers out. */
    RWLOCK_ANNOUNCE(119, ObjectFamily.RWLOCK, ObjectUse.WRITES),

    /** {@code argument}, of all operations on barriers: how many threads the barrier waits for. */
    BARRIER_INIT(128, ObjectFamily.BARRIER, ObjectUse.WRITES, MAKES),
    BARRIER_DESTROY(129, ObjectFamily.BARRIER, ObjectUse.WRITES, DESTROYS),
    /** First half of a wait. Result: the generation. */
    BARRIER_ARRIVE(130, ObjectFamily.BARRIER, ObjectUse.ARRIVES),
    /** Second half of a wait: blocking until all of the generation have arrived; may be interrupted, as {@link #MUTEX_LOCK}. */
    BARRIER_LEAVE(131, ObjectFamily.BARRIER, ObjectUse.WAKES, BLOCKS, INTERRUPTIBLE),

    SPIN_INIT(144, ObjectFamily.SPINLOCK, ObjectUse.WRITES, MAKES),
    SPIN_DESTROY(145, ObjectFamily.SPINLOCK, ObjectUse.WRITES, DESTROYS),
    /** Blocking acquire; may be interrupted, as {@link #MUTEX_LOCK}. */
    SPIN_LOCK(146, ObjectFamily.SPINLOCK, ObjectUse.WRITES, BLOCKS, INTERRUPTIBLE, TAKES),
    /** Never blocks; result 0: acquired, else failed (a read). */
    SPIN_TRYLOCK(SPIN_LOCK, 147, ObjectFamily.SPINLOCK, ObjectUse.WRITES_IF_DONE, TAKES),
    SPIN_UNLOCK(148, ObjectFamily.SPINLOCK, ObjectUse.WRITES, FREES),

    /**
     * Operations on descriptors that can block (pipes, sockets, event counters, …) and on signals; see also {@link
     * #CHANNEL_CHANGE}. {@code object} stands for all that the kernel keeps for the process. Every descriptor, and every set of signals that a thread waits for, has bits in a
     * word: when one of the bits in {@link Operation#object2()} is set, or if that is 0, the operation is enabled. The word is
     * {@link #ALL_READY} at first; {@link Event#value()} is what it is after the event.
     *
     * <p>Never blocks: opens, closes, configures. {@link Event#result()} tells which number a call begins to wait for, by a name of
     * its own; with a minus, which one is closed that others wait for; else 0.
     */
    IO_CHANGE(160, ObjectFamily.KERNEL, ObjectUse.WRITES),
    /** Blocking until there is something to read: read, recv, accept. */
    IO_READ(161, ObjectFamily.KERNEL, ObjectUse.WRITES, BLOCKS),
    /** Blocking until there is room: write, send, connect. */
    IO_WRITE(162, ObjectFamily.KERNEL, ObjectUse.WRITES, BLOCKS),
    /** Blocking until one of several descriptors is ready: poll, select, epoll_wait; {@code argument}: a deadline. */
    IO_POLL(163, ObjectFamily.KERNEL, ObjectUse.WRITES, TIMED),
    /**
     * Never blocks: sends a signal, cancels, changes what happens to signals, or looks for them in a call that may be interrupted; {@code
     * argument}: 1 plus the thread that it is sent to by its handle, or 0. Result: the last signal whose handler the thread runs
     * here, {@link #CANCELLED}, {@link #KILLED} minus a signal, or 0.
     */
    SIGNAL_CHANGE(164, ObjectFamily.KERNEL, ObjectUse.WRITES, WITH_TARGET),
    /** Blocking until a signal is pending: sigwait, sigsuspend, pause; or until a child process has ended. {@code argument}: a deadline. */
    SIGNAL_WAIT(165, ObjectFamily.KERNEL, ObjectUse.WRITES, TIMED),

    /**
     * Operations on one channel alone: a pipe, a pair of sockets, or an event counter, whichever of its descriptors they use. {@code
     * object} is the channel; {@link Operation#object2()} is as in {@link #IO_CHANGE}. They commute with those on other channels. {@link
     * Event#value()} says which bits of the kernel's word are others after the event than before it, which are bits of this channel.
     *
     * <p>Never blocks: closes one of its descriptors, or shuts it down.
     */
    CHANNEL_CHANGE(166, ObjectFamily.CHANNEL, ObjectUse.WRITES, WITH_KERNEL),
    /** Blocking until there is something to read. */
    CHANNEL_READ(167, ObjectFamily.CHANNEL, ObjectUse.WRITES, BLOCKS, WITH_KERNEL),
    /** Blocking until there is room. */
    CHANNEL_WRITE(168, ObjectFamily.CHANNEL, ObjectUse.WRITES, BLOCKS, WITH_KERNEL),
    /** As {@link #IO_POLL}, of one channel, or of a set of them by its {@linkplain ChannelNames name}. The value is 0. */
    CHANNEL_POLL(169, ObjectFamily.CHANNEL, ObjectUse.READS, TIMED, WITH_KERNEL),

    /** Deletes a key of thread-specific data. */
    KEY_DELETE(176, ObjectFamily.KEY, ObjectUse.WRITES),
    /** A thread that ends looks whether the key of a value that it has still exists, and has a destructor. */
    KEY_RUN(177, ObjectFamily.KEY, ObjectUse.READS);

    /** What the kernel's readiness word is before anything has happened. */
    public static final long ALL_READY = (1L << 62) - 1;

    /** {@code ENOTRECOVERABLE}. */
    public static final int NOT_RECOVERABLE = 131;

    /** The object of all operations on descriptors and signals. */
    public static final long KERNEL_OBJECT = 1;

    /** The second object of all accesses that may change what a claim of the program says. */
    public static final long CLAIMS_OBJECT = 1;

    /** {@code EINTR}. */
    public static final int INTERRUPTED = 4;

    /** As the result of SIGNAL_CHANGE: the thread has been cancelled and ends. */
    public static final int CANCELLED = -1;

    /** Minus the number of a signal, as the result of SIGNAL_CHANGE: which ends the process there. */
    public static final int KILLED = -1;

    /** In {@code object2} of THREAD_CREATE: a thread of the runtime's own, which waits for a timer; nobody waits for it. */
    public static final long OWN_THREAD = 1;

    /** In {@code object2} of CHOOSE: whether the heap gives the thread's freed blocks again, as libc's does, from here on. */
    public static final long GIVES_AGAIN = 1;

    /** In {@code object2} of CHOOSE: whether a call that may fail does, although nothing is wrong; {@link Operation#failure} says how. */
    public static final long FAILS = 2;

    /** In {@code object2} of CHOOSE: whether a wait had timed out before the signal that would have ended it, which then is lost. */
    public static final long TIMES_OUT = 3;

    /** How a call fails, if not with an error: it reads or writes less than it could. */
    public static final int FAILS_SHORT = 255;

    /**
     * In {@code object2} of THREAD_CREATE: it forks a process, which begins with the thread; of SECTION_BEGIN and SECTION_END: it does so
     * beside other threads.
     */
    public static final long FORKS = 2;

    /** In {@code object2} of SECTION_BEGIN and SECTION_END: a process that was forked ends, beside threads of its own. */
    public static final long ENDS = 3;

    /** In {@code object2} of SECTION_BEGIN and SECTION_END: a command runs in it, from its begin to its end. */
    public static final long RUNS = 4;

    /** In {@code object2} of PROCESS_EXIT: it waits until no other thread can go on, except for those that end the process so. */
    public static final long LATE = 1;

    /** In {@code object2} of an operation that takes a lock or semaphore: the thread goes round a loop of tries. */
    public static final long SPINS = 2;

    /** In {@code object2} of RWLOCK_WRLOCK: an RWLOCK_ANNOUNCE came before it. */
    public static final long ANNOUNCED = 1;

    /** In {@code object2} of ATOMIC_RMW: it adds or subtracts in at most 8 bytes, and its thread does nothing with what it returns. */
    public static final long ADDS = 1;

    /** In {@code object2} of ATOMIC_STORE: it stores a number other than zero, of at most 8 bytes. */
    public static final long MARKS = 1;

    /** {@code ETIMEDOUT}. */
    public static final int TIMED_OUT = 110;

    /** As a deadline: the operation may time out at any moment. */
    public static final int DEADLINE_ANY = 1;

    private final int code;
    private final ObjectFamily family;
    private final ObjectUse use;
    private final int traits;
    private final OperationKind blockingForm;

    OperationKind(int code, ObjectFamily family, ObjectUse use, OperationTrait... traits) {
        this(null, code, family, use, traits);
    }

    OperationKind(OperationKind blockingForm, int code, ObjectFamily family, ObjectUse use, OperationTrait... traits) {
        this.code = code;
        this.family = family;
        this.use = use;
        int bits = 0;
        for (OperationTrait trait : traits) {
            bits |= trait.bit();
        }
        this.traits = bits;
        this.blockingForm = blockingForm == null ? this : blockingForm;
    }

    /** What its first object is. */
    public ObjectFamily family() {
        return family;
    }

    /** How it uses its first object. */
    public ObjectUse use() {
        return use;
    }

    /** Whether this is true of it. */
    public boolean has(OperationTrait trait) {
        return (traits & trait.bit()) != 0;
    }

    /** Whether it is not always enabled. */
    public boolean canBlock() {
        return (traits & (BLOCKS.bit() | TIMED.bit())) != 0;
    }

    /** Of a kind that tries, the one that waits instead; else the kind itself. */
    public OperationKind blockingForm() {
        return blockingForm;
    }

    /** Whether {@code argument} can be a deadline; see {@link OperationTrait#TIMED}. */
    public boolean isTimed() {
        return has(TIMED);
    }

    /** Whether it is an access of memory, plain or atomic. */
    public boolean isMemoryAccess() {
        return family == ObjectFamily.MEMORY && this != AWAIT;
    }

    /** Whether C11 may let it overlook stores: find an older value than the last one, or store before others that were executed earlier. */
    public boolean canOverlook() {
        return switch (this) {
            case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, ATOMIC_CAS -> true;
            default -> false;
        };
    }

    /** Whether it is a plain access of memory. */
    public boolean isPlainAccess() {
        return this == READ || this == WRITE;
    }

    /** The number of this kind on the wire and in schedule files; never changes its meaning. */
    public int code() {
        return code;
    }

    /** Whether the thread offers to let others run: switching away from it then is no preemption. */
    public boolean yields() {
        return has(YIELDS);
    }

    private static final OperationKind[] BY_CODE = new OperationKind[256];

    static {
        for (OperationKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    /**
     * The kind with this code.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static OperationKind ofCode(int code) {
        OperationKind kind = code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
        if (kind == null) {
            throw new IllegalArgumentException("no operation kind has the code " + code);
        }
        return kind;
    }
}
