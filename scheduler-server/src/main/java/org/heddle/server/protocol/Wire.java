package org.heddle.server.protocol;

/**
 * Constants and struct layouts of {@code wire.h}: a nested class for each struct, a constant for each member's offset,
 * {@code SIZE} for the whole. A test compares them with the header.
 */
final class Wire {
    static final int VERSION = 1;
    static final int MAX_FRAME = 256 << 20;
    static final int HELLO_INSTRUMENTED = 1;
    static final int HELLO_OTHER_VERSION = 2;
    static final int PLAN_KEEP_OUTPUT = 1;
    static final int PLAN_DEBUG = 8;
    static final int PLAN_IN_PROCESS = 256;
    static final int IN_PROCESS_AGAIN = 2;
    static final int PLAN_CYCLES = 128;
    static final int PLAN_LATE_EXIT = 512;
    static final int PLAN_SERIAL = 1048576;
    static final int PLAN_DRAWS_LATE = 4194304;
    static final int PLAN_SOURCES = 16777216;
    static final int PLAN_OLDER = 2097152;
    static final int RACE_REPORTED = 1;
    static final int RACE_INVISIBLE = 2;
    static final int RACE_FIRST_WRITES = 4;
    static final int RACE_SECOND_WRITES = 8;
    static final int RACE_FIRST_ATOMIC = 16;
    static final int RACE_SECOND_ATOMIC = 32;
    static final int RACE_FIRST_ENDS = 64;
    static final int RACE_SECOND_ENDS = 128;
    static final int PLAN_CAUTIOUS = 2;
    static final int PLAN_IN_TURN = 2048;
    static final int PLAN_COUNTING = 4096;
    static final int PLAN_MARKING = 16384;
    static final int PLAN_ALIKE = 268435456;
    static final int PLAN_DESCRIBE = 4;
    static final int PLAN_WHOLE_SECTIONS = 8192;
    static final int EVENT_WHOLE = 1;
    static final int EVENT_EVERYTHING = 2;
    static final int TOUCH_READ = 0;
    static final int TOUCH_WRITE = 1;
    static final int TOUCH_SECTION = 2;
    static final int TOUCH_EVERYTHING = 3;
    static final int TOUCH_ORDINARY = 4;
    static final int STACK_HAS_VALUE = 1;
    static final int STACK_DEPTH = 32;
    static final int NO_ALTERNATIVE = -1;

    private Wire() {}

    static final class Frame {
        static final int LENGTH = 0;
        static final int TYPE = 4;
        static final int VERSION = 6;
        static final int SIZE = 8;

        private Frame() {}
    }

    static final class Hello {
        static final int PID = 0;
        static final int FLAGS = 4;
        static final int SIZE = 8;

        private Hello() {}
    }

    static final class Debuggee {
        static final int PID = 0;
        static final int RESERVED = 4;
        static final int SIZE = 8;

        private Debuggee() {}
    }

    static final class Broken {
        static final int EVENT_COUNT = 0;
        static final int TEXT_LENGTH = 4;
        static final int SIZE = 8;

        private Broken() {}
    }

    static final class Event {
        static final int THREAD = 0;
        static final int ALTERNATIVE = 4;
        static final int KIND = 8;
        static final int ORDER = 10;
        static final int FLAGS = 12;
        static final int OBJECT = 16;
        static final int OBJECT2 = 24;
        static final int ARGUMENT = 32;
        static final int RESULT = 40;
        static final int VALUE = 48;
        static final int SITE = 56;
        static final int SIZE = 64;

        private Event() {}
    }

    static final class Step {
        static final int THREAD = 0;
        static final int ALTERNATIVE = 4;
        static final int KIND = 8;
        static final int FLAGS = 10;
        static final int RESERVED = 12;
        static final int OBJECT = 16;
        static final int SIZE = 24;

        private Step() {}
    }

    static final class Weight {
        static final int NAME = 0;
        static final int WEIGHT = 8;
        static final int SIZE = 16;

        private Weight() {}
    }

    static final class Requirement {
        static final int OBJECT = 0;
        static final int SITE = 8;
        static final int FROM = 16;
        static final int WANTED = 24;
        static final int RESERVED = 28;
        static final int SIZE = 32;

        private Requirement() {}
    }

    static final class Plan {
        static final int SEED = 0;
        static final int PLAN = 8;
        static final int FLAGS = 12;
        static final int POINTS = 16;
        static final int POLICY = 20;
        static final int MAX_EVENTS = 24;
        static final int PROGRESS_MILLIS = 28;
        static final int STEP_COUNT = 32;
        static final int SLEEP_COUNT = 36;
        static final int TIMEOUTS = 40;
        static final int SPURIOUS = 44;
        static final int POLICY_SEED = 48;
        static final int DEPTH = 56;
        static final int LENGTH = 60;
        static final int OBJECT_COUNT = 64;
        static final int WEIGHT_COUNT = 68;
        static final int VISIBLE_COUNT = 72;
        static final int DESCRIBED_COUNT = 76;
        static final int STOP_AT = 80;
        static final int OPERATIONS = 84;
        static final int SEND_SIGNAL = 88;
        static final int SEND_AFTER = 92;
        static final int FREE_LIMIT = 96;
        static final int EXPIRIES = 104;
        static final int KNOWN_COUNT = 108;
        static final int KNOWN_DIGEST = 112;
        static final int TOUCH_COUNT = 120;
        static final int ALLOWED = 124;
        static final int FAILURES = 128;
        static final int REQUIREMENT_COUNT = 136;
        static final int RESERVED = 140;
        static final int SIZE = 144;

        private Plan() {}
    }

    static final class ThreadInfo {
        static final int ID = 0;
        static final int PARENT = 4;
        static final int ORDINAL = 8;
        static final int RESERVED = 12;
        static final int START_ROUTINE = 16;
        static final int NAME = 24;
        static final int SIZE = 40;

        private ThreadInfo() {}
    }

    static final class Note {
        static final int KIND = 0;
        static final int THREAD = 4;
        static final int STEP = 8;
        static final int ACCESS = 12;
        static final int OBJECT = 16;
        static final int SITE = 24;
        static final int ALLOCATED_AT = 32;
        static final int FREED_AT = 40;
        static final int BYTES = 48;
        static final int OFFSET = 56;
        static final int BLOCK = 64;
        static final int OTHER = 72;
        static final int FAULT = 76;
        static final int FAMILY = 78;
        static final int TEXT = 80;
        static final int SIZE = 304;

        private Note() {}
    }

    static final class Touch {
        static final int EVENT = 0;
        static final int KIND = 4;
        static final int ADDRESS = 8;
        static final int LENGTH = 16;
        static final int SIZE = 24;

        private Touch() {}
    }

    static final class Range {
        static final int ADDRESS = 0;
        static final int LENGTH = 8;
        static final int SIZE = 16;

        private Range() {}
    }

    static final class Race {
        static final int FLAGS = 0;
        static final int STEP = 4;
        static final int FIRST_THREAD = 8;
        static final int SECOND_THREAD = 12;
        static final int FIRST_CLOCK = 16;
        static final int SECOND_CLOCK = 20;
        static final int FIRST_SITE = 24;
        static final int SECOND_SITE = 32;
        static final int ADDRESS = 40;
        static final int LENGTH = 48;
        static final int SHARED_ADDRESS = 56;
        static final int SHARED_LENGTH = 64;
        static final int FIRST_ADDRESS = 72;
        static final int FIRST_LENGTH = 80;
        static final int VALUE = 88;
        static final int SIZE = 96;

        private Race() {}
    }

    static final class Stack {
        static final int KIND = 0;
        static final int THREAD = 4;
        static final int NUMBER = 8;
        static final int DEPTH = 12;
        static final int FLAGS = 16;
        static final int RESERVED = 20;
        static final int ADDRESS = 24;
        static final int LENGTH = 32;
        static final int SITE = 40;
        static final int VALUE = 48;
        static final int FRAMES = 56;
        static final int SIZE = 312;

        private Stack() {}
    }

    static final class Result {
        static final int PLAN = 0;
        static final int OUTCOME = 4;
        static final int STATUS = 8;
        static final int TERMINATOR = 12;
        static final int EVENT_COUNT = 16;
        static final int PENDING_COUNT = 20;
        static final int THREAD_COUNT = 24;
        static final int NOTE_COUNT = 28;
        static final int STDOUT_LENGTH = 32;
        static final int STDERR_LENGTH = 36;
        static final int DIVERGED_STEP = 40;
        static final int DIVERGED_REASON = 44;
        static final int PLAIN_READS = 48;
        static final int PLAIN_WRITES = 56;
        static final int ATOMICS = 64;
        static final int WEAK_ATOMICS = 72;
        static final int RACE_COUNT = 80;
        static final int STACK_COUNT = 84;
        static final int IN_PROCESS = 88;
        static final int FALLBACK = 92;
        static final int FALLBACK_CALL = 96;
        static final int OMITTED = 100;
        static final int TOUCH_COUNT = 104;
        static final int FROM_CHECKPOINT = 108;
        static final int READY_COUNT = 112;
        static final int FOREIGN_ATOMICS = 116;
        static final int PROGRAM_NANOS = 120;
        static final int ALONE_NANOS = 128;
        static final int AROUND_NANOS = 136;
        static final int DIVERGED_ACTUAL = 144;
        static final int SIZE = 208;

        private Result() {}
    }

    static final class Resolved {
        static final int ADDRESS = 0;
        static final int OFFSET = 8;
        static final int KIND = 16;
        static final int LINE = 20;
        static final int COLUMN = 24;
        static final int FILE_LENGTH = 28;
        static final int FUNCTION_LENGTH = 32;
        static final int NAME_LENGTH = 36;
        static final int MODULE_LENGTH = 40;
        static final int TYPE_LENGTH = 44;
        static final int SIZE = 48;

        private Resolved() {}
    }
}
