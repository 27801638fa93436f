package org.heddle.dpor.model;

/**
 * The kind of a visible operation. The {@linkplain #code() codes} are those of {@code enum heddle_op} in
 * {@code native-shim/src/base/wire.h}; a test pins the two to each other.
 *
 * <p>What {@link Operation#object()} and {@link Operation#argument()} mean is said at each constant; where nothing is
 * said, {@code object} is the address of the synchronisation object and {@code argument} is zero.
 */
public enum OperationKind {
    /** {@code object}: the created thread. */
    THREAD_CREATE(1),
    /** First event of every thread but the main one; {@code object}: the thread itself. */
    THREAD_START(2),
    /** Last event of a thread; {@code object}: the thread itself. */
    THREAD_EXIT(3),
    /**
     * Blocking until {@code object}, a thread, has exited or is detached; or, with result {@link #INTERRUPTED}, until one of the bits of
     * {@code object2} is set in the kernel's word, see {@link #IO_CHANGE}. Any other result but 0: it was joined or detached already.
     */
    THREAD_JOIN(4),
    /** {@code object}: the detached thread. Result other than 0: it was joined or detached already. */
    THREAD_DETACH(5),
    /** {@code sched_yield}: local. */
    YIELD(6),
    /** Any sleep: local, advances virtual time; {@code argument}: nanoseconds. */
    SLEEP(7),
    /** {@code exit}, {@code _exit}, {@code abort}, return from main: ends every thread; {@code argument}: the status. */
    PROCESS_EXIT(8),
    /** A nondeterministic choice among {@code argument} alternatives 0, 1, …, made by the plan. */
    CHOOSE(9),
    /** The main thread has left by {@code pthread_exit} (its THREAD_EXIT is past): blocks until all others have exited. */
    THREAD_JOIN_ALL(10),
    /** Never blocks; result 0: {@code object} had exited and is joined, else it had not, or was joined or detached already (a read). */
    THREAD_TRYJOIN(11),

    MUTEX_INIT(16),
    MUTEX_DESTROY(17),
    /**
     * Blocking acquire; {@code object2} has {@link #SPINS} if the thread spins on a trylock, and else the bits of the kernel's word that
     * interrupt it, as in {@link #SEM_WAIT}. Result 0: acquired; {@link #NOT_RECOVERABLE}: a robust mutex that nobody can have any more;
     * {@link #INTERRUPTED}.
     */
    MUTEX_LOCK(18),
    /** Never blocks; {@link Event#result()} 0: acquired, else failed (a read of the mutex). */
    MUTEX_TRYLOCK(19),
    /** {@code argument} 1: its owner has ended. Result {@link #NOT_RECOVERABLE}: nobody can have the mutex any more. */
    MUTEX_UNLOCK(20),

    COND_INIT(32),
    COND_DESTROY(33),
    /**
     * First half of a wait: releases {@link Operation#object2()}, a mutex, and joins the waiters of {@code object}. Result other than 0:
     * the thread did not hold the mutex, which stays as it is.
     */
    COND_WAIT(34),
    /**
     * Second half of a wait: blocking until signalled and until the mutex {@link Operation#object2()} is free. Result 0: was
     * signalled, else its time was up; value: what acquiring the mutex returned.
     */
    COND_WAKE(35),
    /** The alternative is the woken thread, or {@link Event#NO_ALTERNATIVE} where nobody waits (a lost signal). */
    COND_SIGNAL(36),
    COND_BROADCAST(37),

    /** Blocking while another thread runs the initialiser; result 1: this thread now runs it, 0: it was done. */
    ONCE_BEGIN(48),
    /** {@code argument} 1: the initialiser was left before its end, so that the next ONCE_BEGIN runs it again. */
    ONCE_END(49),

    /** Atomic accesses: {@code object} is the address, {@code argument} the size in bytes. */
    ATOMIC_LOAD(64),
    ATOMIC_STORE(65),
    ATOMIC_RMW(66),
    /** Result 1: exchanged (a write), 0: failed (a read). {@code object2}: the expected value. */
    ATOMIC_CAS(67),
    /** Local under sequential consistency. */
    ATOMIC_FENCE(68),
    /** Plain accesses that are scheduling points: {@code object} is the address, {@code argument} the size in bytes. */
    READ(72),
    WRITE(73),
    /**
     * A load, or what comes before another atomic operation that reads, of a thread that spins: it would do the same again as before, so it blocks
     * until one of the memory locations that the loop reads holds something else than this thread last read there. The locations
     * are {@code object} and, unless its size is 0, {@code object2}; {@code argument}: the size of the first, plus 256 times that
     * of the second. {@link Event#value()} and {@link Event#result()} are what they held then. Where the loop reads more locations,
     * {@code object2} is where the range begins that has all the others, and {@code argument} is the size of the first, plus 256 times the
     * number of the thread's last events that make up the loop, plus 65536 times the size of the range; the result is 0.
     */
    AWAIT(80),

    /** {@code argument}: the value. Every event on a semaphore has the value that it had when first used as its value. */
    SEM_INIT(96),
    SEM_DESTROY(97),
    /**
     * Blocking until the semaphore is positive; or, with result {@link #INTERRUPTED}, until one of the bits of {@code object2} but
     * for {@link #SPINS} is set in the kernel's word, see {@link #IO_CHANGE}.
     */
    SEM_WAIT(98),
    /** Never blocks; result 0: decremented, else it was zero (a read). */
    SEM_TRYWAIT(99),
    SEM_POST(100),
    /** Result: the value. */
    SEM_GETVALUE(101),
    /** A named semaphore; {@code argument}: the initial value; result −1: made, 0: was there, else failed. */
    SEM_OPEN(102),
    SEM_CLOSE(103),
    SEM_UNLINK(104),

    RWLOCK_INIT(112),
    RWLOCK_DESTROY(113),
    /** Blocking until no writer holds the lock or has announced itself; may be interrupted, as {@link #MUTEX_LOCK}. */
    RWLOCK_RDLOCK(114),
    /** Never blocks; result 0: acquired, else failed (a read). */
    RWLOCK_TRYRDLOCK(115),
    /**
     * Blocking until nobody holds the lock; {@code object2} has {@link #ANNOUNCED} if the thread has announced itself. May be
     * interrupted, as {@link #MUTEX_LOCK}, and then stays announced.
     */
    RWLOCK_WRLOCK(116),
    /** Never blocks; result 0: acquired, else failed (a read). */
    RWLOCK_TRYWRLOCK(117),
    /** {@code argument} 1: by the writer, 0: by a reader, 2: by a thread that holds nothing. Result other than 0: nothing was given back. */
    RWLOCK_UNLOCK(118),
    /** From here to its RWLOCK_WRLOCK, a writer keeps new readers out. */
    RWLOCK_ANNOUNCE(119),

    /** {@code argument}, of all operations on barriers: how many threads the barrier waits for. */
    BARRIER_INIT(128),
    BARRIER_DESTROY(129),
    /** First half of a wait. Result: the generation. */
    BARRIER_ARRIVE(130),
    /** Second half of a wait: blocking until all of the generation have arrived. */
    BARRIER_LEAVE(131),

    SPIN_INIT(144),
    SPIN_DESTROY(145),
    /** Blocking acquire. */
    SPIN_LOCK(146),
    /** Never blocks; result 0: acquired, else failed (a read). */
    SPIN_TRYLOCK(147),
    SPIN_UNLOCK(148),

    /**
     * Operations on descriptors that can block (pipes, sockets, event counters, …) and on signals. {@code object} stands for all
     * that the kernel keeps for the process. Every descriptor, and every set of signals that a thread waits for, has bits in a
     * word: when one of the bits in {@link Operation#object2()} is set, or if that is 0, the operation is enabled. The word is
     * {@link #ALL_READY} at first; {@link Event#value()} is what it is after the event.
     *
     * <p>Never blocks: opens, closes, configures.
     */
    IO_CHANGE(160),
    /** Blocking until there is something to read: read, recv, accept. */
    IO_READ(161),
    /** Blocking until there is room: write, send, connect. */
    IO_WRITE(162),
    /** Blocking until one of several descriptors is ready: poll, select, epoll_wait; {@code argument}: a deadline. */
    IO_POLL(163),
    /**
     * Never blocks: sends a signal, cancels, or changes what happens to signals; {@code argument}: 1 plus the thread that it is sent to by
     * its handle, or 0.
     */
    SIGNAL_CHANGE(164),
    /** Blocking until a signal is pending: sigwait, sigsuspend, pause; {@code argument}: a deadline. */
    SIGNAL_WAIT(165);

    /** What the kernel's readiness word is before anything has happened. */
    public static final long ALL_READY = (1L << 62) - 1;

    /** {@code ENOTRECOVERABLE}. */
    public static final int NOT_RECOVERABLE = 131;

    /** The object of all operations on descriptors and signals. */
    public static final long KERNEL_OBJECT = 1;

    /** {@code EINTR}. */
    public static final int INTERRUPTED = 4;

    /** In {@code object2} of an operation that takes a lock or semaphore: the thread goes round a loop of tries. */
    public static final long SPINS = 2;

    /** In {@code object2} of RWLOCK_WRLOCK: an RWLOCK_ANNOUNCE came before it. */
    public static final long ANNOUNCED = 1;

    /** {@code ETIMEDOUT}. */
    public static final int TIMED_OUT = 110;

    /** As a deadline: the operation may time out at any moment. */
    public static final int DEADLINE_ANY = 1;

    private final int code;

    OperationKind(int code) {
        this.code = code;
    }

    /**
     * Whether {@code argument} can be a deadline: 0 for none, else virtual nanoseconds from which on the operation times out
     * when nothing else can happen. What may time out whenever it would block is of a try kind, with {@link #DEADLINE_ANY};
     * only COND_WAKE, which has no such kind, can have that deadline itself.
     */
    public boolean isTimed() {
        return switch (this) {
            case THREAD_JOIN,
                    MUTEX_LOCK,
                    COND_WAKE,
                    SEM_WAIT,
                    RWLOCK_RDLOCK,
                    RWLOCK_WRLOCK,
                    IO_POLL,
                    SIGNAL_WAIT -> true;
            default -> false;
        };
    }

    /** Whether it is an access of memory, plain or atomic. */
    public boolean isMemoryAccess() {
        return switch (this) {
            case READ, WRITE, ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, ATOMIC_CAS -> true;
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
        return this == YIELD || this == SLEEP;
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
