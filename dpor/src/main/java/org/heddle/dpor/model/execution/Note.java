package org.heddle.dpor.model.execution;

import org.heddle.dpor.model.Coded;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.Relation;

/**
 * Something the runtime saw that is not a visible operation: misuse of the API, an unmodelled call, a failed assertion's
 * text, an uncontrolled source of nondeterminism.
 *
 * @param kind what it is; the codes are those of {@code enum heddle_note_kind} in {@code wire_enums.h}
 * @param thread who did it
 * @param step the number of events executed before it
 * @param object the object concerned, or 0
 * @param site where, as in {@link Operation#site()}
 * @param allocatedAt where the heap block that the object lies in was allocated, if that block has been freed; else 0
 * @param freedAt likewise, where it was freed
 * @param memory of a note on memory: what is done to it, and what lies there
 * @param misuse of a note on misuse: what is wrong
 * @param text the function that was misused, an assertion's text: to be shown as it is
 */
public record Note(
        Kind kind,
        int thread,
        int step,
        long object,
        long site,
        long allocatedAt,
        long freedAt,
        Memory memory,
        Misuse misuse,
        String text) {
    /** A note that is neither on memory nor on misuse. */
    public Note(Kind kind, int thread, int step, long object, long site, long allocatedAt, long freedAt, String text) {
        this(kind, thread, step, object, site, allocatedAt, freedAt, Memory.NONE, Misuse.NONE, text);
    }

    /** What was misused and why that is wrong: {@code pthread_mutex_destroy: the mutex is locked}. */
    public String misused() {
        if (misuse.equals(Misuse.NONE)) {
            return text;
        }
        return text.isEmpty() ? misuse.words() : text + ": " + misuse.words();
    }

    /**
     * What is done to memory, and what lies there.
     *
     * @param access how the thread uses it
     * @param bytes of the access; of a leak: how many are lost
     * @param offset of the object in its heap block; where the object is a variable, of the access from its start
     * @param block the size of that block or variable; of a leak: how many blocks are lost
     * @param other the thread that freed the block, or whose stack it is
     */
    public record Memory(Access access, long bytes, long offset, long block, int other) {
        /** Nothing. */
        public static final Memory NONE = new Memory(Access.NONE, 0, 0, 0, 0);
    }

    /** How a note's thread uses memory. */
    public enum Access implements Coded {
        NONE(0),
        READS(1),
        WRITES(2),
        /** As a synchronisation object. */
        USES(3);

        private final int code;

        Access(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }

        /**
         * The access with this code.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Access ofCode(int code) {
            return Coded.of(values(), code, "access of a note");
        }
    }

    /** What a note is about. */
    public enum Kind implements Coded {
        /** A call of a function that the runtime does not model. */
        UNMODELLED_CALL(1),
        /** A failed assertion; the text is its expression. */
        ASSERTION(2),
        /** Misuse of the pthread API for which POSIX defines an error; the text is the function. */
        MISUSE(3),
        /** {@code free} of a block that is free already. */
        DOUBLE_FREE(4),
        /** {@code free} of what no allocation returned. */
        INVALID_FREE(5),
        /** Something Heddle does not control (fork, a blocking system call, real time). */
        UNCONTROLLED(6),
        /** A resource of the runtime ran out. */
        RESOURCES(7),
        /** An access to a freed block. */
        USE_AFTER_FREE(8),
        /** The user's verify command failed after the execution. */
        VERIFY(9),
        /** An access outside a heap block, but near it. */
        HEAP_OVERFLOW(10),
        /** An access that is not within the variable, the object, that its address was computed from. */
        OUTSIDE_VARIABLE(18),
        /** An access to the stack of a thread that has ended. */
        STACK_OF_ENDED_THREAD(11),
        /** As {@link #MISUSE}, of the sort whose behaviour POSIX leaves undefined. */
        UNDEFINED(12),
        /** The process ended by {@code exit}, or by return from main, while other threads had not ended: a remark. */
        THREADS_LEFT(13),
        /** A heap block that nothing points to when the process ends. */
        LEAK(14),
        /** What AddressSanitizer reports before it ends the process; the text is its word for it. */
        ADDRESS_SANITIZER(15),
        /** An access to the stack of a thread that has left the function whose variable it was. */
        STACK_OF_LEFT_FUNCTION(16),
        /** An access to a thread-local variable of a thread that has ended. */
        THREAD_LOCAL_OF_ENDED_THREAD(17),
        /** An access to memory that has been unmapped. */
        UNMAPPED(30),
        /** A use of a stream that has been closed. */
        CLOSED_STREAM(31),
        /** Another process was made, which nobody controls; the text says how. */
        NEW_PROCESS(32),
        /** What the execution did, or waits for in the end, depends on what another process that it made does. */
        SHARED_WITH_PROCESS(33),
        /** A round that threads can repeat for ever: the last events before it, {@code object} of them. */
        CYCLE(34),
        /** A wait with a time limit went on while another thread slept, or polled a clock, for longer: {@code object} nanoseconds. */
        TIME_LIMIT(35),
        /** A handler, whose code is at the site, of a signal from elsewhere made plain accesses that are no visible operations. */
        HANDLER(36),
        /** A timer, armed at the site, has expired so often that it does so only when nothing else can happen. */
        LATE_EXPIRIES(37),
        /** Two accesses may be ordered by nothing but additions that were taken to commute: see {@link Relation#counting}. */
        ADDITIONS_ORDER(38),
        /** It matters at the site that not every outcome of the function, which is the text, was explored. */
        UNVARIED(39),
        /** A timer, armed at the site, expires at any moment at first: its handler takes locks. The object is what is visible for it. */
        EARLY_EXPIRIES(40),
        /** The program's {@code malloc} is another one than libc's: used, or replaced, as the text says. */
        ALLOCATOR(41),
        /** Something tells threads apart that were taken to be alike: see {@link Relation#alike}. */
        THREADS_DIFFER(42),
        /** An object that was initialised and is never destroyed; {@code step} and {@code thread} are of its initialisation. */
        UNDESTROYED(20),
        /** A call that would have changed the machine failed; the text is the function, {@code object} the code of what it changes. */
        REFUSED(49),
        /** A call whose result nobody controls; the text is the function, {@code object} the result, or a digest of it. */
        SOURCE(50),
        /** What the begin or the end of a call says; {@code object}: the hash that its event has as its argument. */
        SAID(60),
        /** The object, whose operations are marked, has a specification, which was named at the site. */
        SPECIFIED(61),
        /**
         * The object's specification allows no order of its calls; the text has the round, and the places of those of a longest order, in the
         * list of the object's calls of that round, with spaces between.
         */
        UNEXPLAINED(62),
        /** A call waits for good in the end: one that says that it may, or in one go any; {@code object}: its thread. */
        CALL_WAITS(63),
        /** Its object's specification allows no order of the calls that have ended in which it would wait; {@code object}: its thread. */
        UNEXPLAINED_WAIT(64),
        /**
         * Which calls happen before one that begins with the event {@code object}; the text has the last event of the last such call of each
         * thread. Only where loads may find older values, or stores reach memory late.
         */
        CALLS_BEFORE(65),
        /** Calls from the event {@code object} on are judged by themselves. */
        HISTORY_RESET(67),
        /** Some stores of a call have not reached memory when it ends, with the event {@code object}. */
        ENDS_LATE(66),
        /** A call of what is not instrumented and not known; the text is the function, and behind an @ the library that it is in. */
        UNSEEN(48);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** Whether such notes tell of their execution alone: each may bring others. */
        public boolean isOfExecution() {
            return switch (this) {
                case SAID,
                        UNEXPLAINED,
                        CALL_WAITS,
                        UNEXPLAINED_WAIT,
                        CALLS_BEFORE,
                        ENDS_LATE,
                        HISTORY_RESET,
                        SOURCE -> true;
                default -> false;
            };
        }

        /** Whether such notes tell of what an execution does that was not seen, or not in all its outcomes. */
        public boolean isOfLimits() {
            return switch (this) {
                case UNMODELLED_CALL,
                        UNCONTROLLED,
                        RESOURCES,
                        NEW_PROCESS,
                        SHARED_WITH_PROCESS,
                        HANDLER,
                        LATE_EXPIRIES,
                        UNVARIED,
                        REFUSED,
                        UNSEEN -> true;
                default -> false;
            };
        }

        @Override
        public int code() {
            return code;
        }

        /**
         * The kind with this code.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Kind ofCode(int code) {
            return Coded.of(values(), code, "note kind");
        }
    }
}
