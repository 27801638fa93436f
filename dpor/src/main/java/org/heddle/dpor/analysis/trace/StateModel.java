package org.heddle.dpor.analysis.trace;

import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.OperationTrait;
import org.heddle.dpor.model.execution.ReadyWords;

/**
 * What an object's state tells about the operations on it: one number for each object, a rule how events change it, and when
 * an operation is enabled.
 */
public enum StateModel {
    /** The owner's thread id plus one, 0 for a free mutex, −1 for one that nobody can have any more. Spinlocks, too. */
    MUTEX {
        @Override
        public long after(long state, Event event, ReadyWords words) {
            if (event.takes()) {
                return event.thread() + 1L;
            }
            if (event.frees()) {
                return event.result() == OperationKind.NOT_RECOVERABLE ? -1 : 0;
            }
            return event.operation().kind().has(OperationTrait.MAKES) ? 0 : state;
        }

        @Override
        public boolean enables(long state, OperationKind kind) {
            return state <= 0;
        }

        @Override
        public long result(long state, OperationKind kind) {
            return state == 0 ? 0 : BUSY;
        }
    },
    /** The value. */
    SEMAPHORE {
        @Override
        public long initial(Event first) {
            return first.value();
        }

        @Override
        public long after(long state, Event event, ReadyWords words) {
            return switch (event.operation().kind()) {
                case SEM_INIT -> event.operation().initialValue();
                case SEM_OPEN -> event.result() < 0 ? event.operation().initialValue() : state;
                case SEM_WAIT, SEM_TRYWAIT -> event.result() == 0 ? state - 1 : state;
                case SEM_POST -> event.result() == 0 ? state + 1 : state;
                default -> state;
            };
        }

        @Override
        public boolean enables(long state, OperationKind kind) {
            return state > 0;
        }
    },
    /** The number of readers, whether there is a writer, and the number of writers that have announced themselves. */
    RWLOCK {
        private static final long WRITER = 1L << 32;
        private static final long ANNOUNCED = 1L << 33;

        @Override
        public long after(long state, Event event, ReadyWords words) {
            boolean withdraws = event.operation().isAnnounced() && event.result() != OperationKind.INTERRUPTED;
            long lessAnnounced = withdraws ? state - ANNOUNCED : state;
            boolean done = event.result() == 0;
            return switch (event.operation().kind()) {
                case RWLOCK_RDLOCK, RWLOCK_TRYRDLOCK -> done ? state + 1 : state;
                case RWLOCK_WRLOCK -> done ? lessAnnounced | WRITER : lessAnnounced;
                case RWLOCK_TRYWRLOCK -> done ? state | WRITER : state;
                case RWLOCK_UNLOCK -> !event.operation().isReaderRelease() ? state & ~WRITER : done ? state - 1 : state;
                case RWLOCK_ANNOUNCE -> state + ANNOUNCED;
                case RWLOCK_INIT -> 0;
                default -> state;
            };
        }

        @Override
        public boolean enables(long state, OperationKind kind) {
            return kind == OperationKind.RWLOCK_RDLOCK ? state < WRITER : (state & (ANNOUNCED - 1)) == 0;
        }
    },
    /** Whether the thread has exited, and whether it has been joined or detached, by others than who created it. */
    THREAD {
        @Override
        public long after(long state, Event event, ReadyWords words) {
            boolean done = event.result() == 0;
            return switch (event.operation().kind()) {
                case THREAD_EXIT -> state | EXITED;
                case THREAD_JOIN, THREAD_TRYJOIN, THREAD_DETACH -> done ? state | DISPOSED_OF : state;
                default -> state;
            };
        }

        @Override
        public boolean enables(long state, OperationKind kind) {
            return state != 0;
        }

        @Override
        public long result(long state, OperationKind kind) {
            if ((state & DISPOSED_OF) != 0) {
                return INVALID;
            }
            return state > 0 || kind == OperationKind.THREAD_DETACH ? 0 : super.result(state, kind);
        }
    },
    /** 0 before the initialiser, 1 while it runs, 2 afterwards, 0 again if it was left before its end. */
    ONCE {
        @Override
        public long after(long state, Event event, ReadyWords words) {
            if (event.operation().kind() == OperationKind.ONCE_END) {
                return event.operation().isAbandoned() ? 0 : 2;
            }
            return event.result() == 1 ? 1 : state;
        }

        @Override
        public boolean enables(long state, OperationKind kind) {
            return state != 1;
        }

        @Override
        public long result(long state, OperationKind kind) {
            return state == 0 ? 1 : state == 1 ? OperationKind.INTERRUPTED : 0;
        }
    },
    /** The readiness word, see {@link OperationKind#IO_CHANGE}; operations on channels change bits of it. */
    KERNEL {
        @Override
        public long initial(Event first) {
            return OperationKind.ALL_READY;
        }

        @Override
        public long after(long state, Event event, ReadyWords words) {
            return switch (event.operation().kind().family()) {
                case KERNEL -> event.value();
                case CHANNEL -> words.changed(state, event.value());
                default -> state;
            };
        }
    },
    /** The value as far as the trace tells, else {@link #UNKNOWN}. */
    MEMORY {
        @Override
        public long initial(Event first) {
            return UNKNOWN;
        }

        @Override
        public long after(long state, Event event, ReadyWords words) {
            Operation operation = event.operation();
            if (operation.size() > 8) {
                return UNKNOWN;
            }
            if (event.overlooked() > 0) {
                return state;
            }
            if (operation.isAddition()) { // what it found and left may be another number in another order
                return state == UNKNOWN ? UNKNOWN : state + event.result() - event.value();
            }
            return event.written();
        }
    },
    /** Nothing that fits a number. */
    OPAQUE {
        @Override
        public long after(long state, Event event, ReadyWords words) {
            return 0;
        }
    };

    private static final long EXITED = 1;
    private static final long DISPOSED_OF = 2;
    private static final long BUSY = 16;
    private static final long INVALID = 22;

    /** A value that is taken for "not known". */
    public static final long UNKNOWN = 0x7FA5_C3E1_9B2D_4687L;

    /** The state of an object before the first event on it. */
    long initial(Event first) {
        return 0;
    }

    /**
     * The state after the event.
     *
     * @param words what names stand for in the execution's words of readiness
     */
    public abstract long after(long state, Event event, ReadyWords words);

    /** Whether the object lets an operation of this kind, which can block, run. */
    public boolean enables(long state, OperationKind kind) {
        return true;
    }

    /** What an operation of this kind returns, as far as dependence needs it, where it is executed in this state. */
    public long result(long state, OperationKind kind) {
        if (enables(state, kind.blockingForm())) {
            return 0;
        }
        return kind.canBlock() ? OperationKind.INTERRUPTED : BUSY;
    }

    /** The model of a family's objects. */
    static StateModel of(ObjectFamily family) {
        return switch (family) {
            case MUTEX, SPINLOCK -> MUTEX;
            case SEMAPHORE -> SEMAPHORE;
            case RWLOCK -> RWLOCK;
            case THREAD -> THREAD;
            case ONCE -> ONCE;
            case KERNEL -> KERNEL;
            case MEMORY -> MEMORY;
            case CONDITION, BARRIER, KEY, HISTORY, CLAIMS, CHANNEL, NONE -> OPAQUE;
        };
    }
}
