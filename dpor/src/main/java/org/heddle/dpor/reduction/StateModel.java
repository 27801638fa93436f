package org.heddle.dpor.reduction;

import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;

/**
 * What an object's state tells about the operations on it: one number for each object, a rule how events change it, and when
 * an operation is enabled.
 */
enum StateModel {
    /** The owner's thread id plus one, 0 for a free mutex. */
    MUTEX {
        @Override
        long after(long state, Event event) {
            return switch (event.operation().kind()) {
                case MUTEX_LOCK, COND_WAKE -> event.thread() + 1L;
                case MUTEX_TRYLOCK -> event.result() == 0 ? event.thread() + 1L : state;
                case MUTEX_UNLOCK, COND_WAIT, MUTEX_INIT -> 0;
                default -> state;
            };
        }

        @Override
        boolean enables(long state, OperationKind kind) {
            return state == 0 || !(kind == OperationKind.MUTEX_LOCK || kind == OperationKind.COND_WAKE);
        }
    },
    /** 0 before the initialiser, 1 while it runs, 2 afterwards. */
    ONCE {
        @Override
        long after(long state, Event event) {
            if (event.operation().kind() == OperationKind.ONCE_END) {
                return 2;
            }
            return event.result() == 1 ? 1 : state;
        }

        @Override
        boolean enables(long state, OperationKind kind) {
            return state != 1 || kind != OperationKind.ONCE_BEGIN;
        }
    },
    /** The value as far as the trace tells, else {@link #UNKNOWN}. */
    MEMORY {
        @Override
        long initial() {
            return UNKNOWN;
        }

        @Override
        long after(long state, Event event) {
            Operation operation = event.operation();
            if (operation.size() > 8) {
                return UNKNOWN;
            }
            return operation.kind() == OperationKind.ATOMIC_RMW ? event.result() : event.value();
        }
    },
    /** Nothing that fits a number. */
    OPAQUE {
        @Override
        long after(long state, Event event) {
            return 0;
        }
    };

    /** A value that is taken for "not known". */
    static final long UNKNOWN = 0x7FA5_C3E1_9B2D_4687L;

    /** The state of a fresh object. */
    long initial() {
        return 0;
    }

    /** The state after the event. */
    abstract long after(long state, Event event);

    /** Whether the object lets an operation of this kind run. */
    boolean enables(long state, OperationKind kind) {
        return true;
    }

    /** The model of a family's objects. */
    static StateModel of(ObjectFamily family) {
        return switch (family) {
            case MUTEX -> MUTEX;
            case ONCE -> ONCE;
            case MEMORY -> MEMORY;
            case CONDITION, NONE -> OPAQUE;
        };
    }
}
