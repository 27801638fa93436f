package org.heddle.dpor.model.execution;

import java.util.Arrays;
import org.heddle.dpor.model.Coded;
import org.heddle.dpor.model.ObjectFamily;

/**
 * What is wrong with the use of an object, as the runtime saw it.
 *
 * @param fault what is wrong
 * @param family what sort of object it is; {@link ObjectFamily#NONE} where there is none
 */
public record Misuse(Fault fault, ObjectFamily family) {
    /** Nothing is wrong. */
    public static final Misuse NONE = new Misuse(Fault.NONE, ObjectFamily.NONE);

    /** What is wrong; the codes are those of {@code enum heddle_fault} in {@code wire_enums.h}. */
    public enum Fault implements Coded {
        NONE(0, ""),
        DESTROYED(1, "the %s was destroyed"),
        NEVER_INITIALISED(2, "the %s was never initialised"),
        INITIALISED_ALREADY(3, "the %s is initialised already"),
        LOCKED(4, "the %s is locked"),
        NOT_LOCKED(5, "the %s is not locked"),
        NOT_HELD(6, "the calling thread does not hold the %s"),
        HELD_BY_ANOTHER(7, "the %s is held by another thread"),
        LOCKED_MORE_THAN_ONCE(8, "the recursive %s is locked more than once"),
        /** By a thread, where none may wait. */
        WAITED_FOR(9, ""),
        WITH_ANOTHER_MUTEX(10, "another thread waits on the %s with another mutex"),
        NO_SUCH_THREAD(11, "no such %s"),
        DETACHED(12, "the %s is detached"),
        DETACHED_ALREADY(13, "the %s is detached already"),
        DETACHED_AND_ENDED(14, "the %s was detached and has ended"),
        JOINED_ALREADY(15, "the %s is joined already"),
        JOINS_ITSELF(16, "a %s joins itself"),
        DELETED(17, "the %s was deleted"),
        NEVER_CREATED(18, "the %s was never created"),
        NOT_OPEN(19, "no open named %s"),
        /** There is no initialiser, though what lies there is the value of one. */
        USED_UNINITIALISED(20, "a %s that was never initialised is used"),
        /** The same on the heap; the note's place is the allocation. */
        ALLOCATED_UNINITIALISED(21, "memory allocated here has a %s that was never initialised, and is used"),
        NEVER_DESTROYED(22, "the %s is never destroyed"),
        NOT_DESTROYED_BEFORE_FREE(23, "the %s was not destroyed before its memory was freed"),
        MAIN_RETURNED(24, "main returned while other threads had not ended"),
        CANCELLED_WITHIN(
                25,
                "asynchronous cancellation ends the thread within it, which may leave what it changes locked or broken"),
        /** Of a signal that somebody else sends. */
        UNSAFE_IN_HANDLER(26, "neither is async-signal-safe"),
        /** Between processes, of which two use it. */
        NOT_SHARED(27, "two processes use the %s, which was not initialised to be shared between them");

        private final int code;
        private final String words;

        Fault(int code, String words) {
            this.code = code;
            this.words = words;
        }

        @Override
        public int code() {
            return code;
        }

        /**
         * The fault with this code.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Fault ofCode(int code) {
            return Coded.of(values(), code, "fault");
        }
    }

    /** The misuse that a cause tells of, which ends with its {@link #words()}; {@link #NONE} where it tells of none. */
    public static Misuse in(String cause) {
        return Arrays.stream(Fault.values())
                .filter(fault -> fault != Fault.NONE)
                .flatMap(fault -> Arrays.stream(ObjectFamily.values()).map(family -> new Misuse(fault, family)))
                .filter(misuse -> cause.endsWith(misuse.words()))
                .findFirst()
                .orElse(NONE);
    }

    /** A sentence without its end: {@code the mutex is locked}. */
    public String words() {
        return fault == Fault.WAITED_FOR ? waits() + noun() : String.format(fault.words, noun());
    }

    private String waits() {
        return switch (family) {
            case BARRIER -> "threads wait at the ";
            case CONDITION -> "a thread waits on the ";
            default -> "a thread waits for the ";
        };
    }

    private String noun() {
        return switch (family) {
            case MUTEX -> "mutex";
            case CONDITION -> "condition variable";
            case SEMAPHORE -> "semaphore";
            case RWLOCK -> "rwlock";
            case BARRIER -> "barrier";
            case SPINLOCK -> "spinlock";
            case THREAD -> "thread";
            case KEY -> "key";
            case NONE, ONCE, KERNEL, CHANNEL, MEMORY, HISTORY, CLAIMS -> "object";
        };
    }
}
