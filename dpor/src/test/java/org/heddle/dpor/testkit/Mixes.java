package org.heddle.dpor.testkit;

import java.util.stream.Stream;

/** What random programs are made of: the kinds of statements that {@link ProgramGenerator} knows, of which each program draws one row. */
final class Mixes {
    static final String[][] USUAL = {
        {"mem", "mem", "if"},
        {"mem", "lock", "if"},
        {"mem", "lock", "try"},
        {"lock", "cond", "mem", "if"},
        {"cond", "cond", "lock"},
        {"mem", "if", "crash", "end"},
        {"bytes", "mem"},
        {"once", "mem", "lock"},
        {"choose", "mem", "if"},
        {"mem", "cas", "cas", "if"},
        {"sem", "sem", "mem", "if"},
        {"sem", "sem", "sem", "lock"},
        {"rw", "rw", "mem"},
        {"rw", "rw", "rw", "if"},
        {"barrier", "mem", "if"},
        {"barrier", "barrier", "sem"},
        {"spin", "mem", "lock"},
        {"io", "io", "mem", "if"},
        {"io", "io", "ioPoll", "sem"},
        {"io", "io", "ioPoll", "ioPoll"},
        {"io", "interruptible", "sem"},
        {"io", "interruptible", "sem", "mem", "if"},
        {"timed", "lock", "mem"},
        {"timed", "timed", "cond", "sem", "rw"},
        {"cond", "timedCond", "mem"},
        {"timedCond", "timedCond", "cond", "if"},
        {
            "io",
            "ioPoll",
            "interruptible",
            "sem",
            "rw",
            "barrier",
            "spin",
            "timed",
            "timedCond",
            "cond",
            "lock",
            "mem",
            "if",
            "once",
            "end"
        },
        {"mem", "lock", "try", "cond", "if", "once", "choose", "crash", "end", "bytes", "cas", "stray"},
    };

    static final String[][] SEMAPHORES = {
        {"sem", "sem", "mem"},
        {"sem", "sem", "sem", "lock"},
        {"sem", "sem", "cond", "mem"},
        {"sem", "sem", "timed", "mem"},
        {"sem", "sem", "rw", "barrier", "mem"},
        {"sem", "sem", "interruptible", "io", "mem"},
        {"sem", "sem", "section", "mem"},
        {"sem", "sem", "crash", "end", "mem", "if"},
    };

    static final String[][] COUNTERS = {
        {"count", "count", "mem", "if"},
        {"count", "count", "cas", "cas"},
        {"count", "count", "lock", "mem"},
        {"count", "count", "await", "mem"},
        {"count", "count", "awaitEither", "cas", "if"},
        {"count", "count", "bytes", "cas"},
        {"count", "count", "crash", "end", "mem", "if"},
        {"count", "count", "section", "mem"},
        {"count", "count", "sem", "cond", "mem"},
    };

    static final String[][] MARKS = {
        {"mark", "mark", "mem", "if"},
        {"mark", "mark", "cas", "cas"},
        {"mark", "mark", "lock", "mem"},
        {"mark", "mark", "await", "mem"},
        {"mark", "mark", "awaitEither", "cas", "if"},
        {"mark", "mark", "bytes", "cas"},
        {"mark", "mark", "crash", "end", "mem", "if"},
        {"mark", "mark", "section", "mem"},
        {"mark", "mark", "sem", "cond", "mem"},
    };

    static final String[][] MARKS_THAT_DIFFER = {
        {"mark", "mark", "marks", "mem", "if"},
        {"mark", "mark", "mark", "count", "cas"},
        {"mark", "marks", "await", "mem"},
        {"mark", "marks", "count", "count", "bytes"},
        {"mark", "marks", "crash", "end", "mem", "if"},
    };

    static final String[][] EXITING = {
        {"mem", "mem", "if"},
        {"mem", "lock", "end"},
        {"mem", "crash", "end", "end"},
        {"lock", "cond", "mem"},
        {"sem", "sem", "end"},
        {"timed", "timedCond", "cond", "lock"},
        {"rw", "barrier", "mem", "end"},
        {"io", "interruptible", "sem", "end"},
    };

    static final String[][] INTERRUPTING = {
        {"io", "interruptibleLock", "lock", "mem"},
        {"io", "interruptibleLock", "rw", "mem", "if"},
        {"io", "interruptibleLock", "interruptible", "sem", "lock", "rw", "timed", "cond", "mem", "if"},
    };

    static final String[][] WITH_TIMERS = {
        {"arm", "expire", "mem", "if"},
        {"arm", "expire", "sem", "mem"},
        {"arm", "arm", "expire", "expire", "mem"},
        {"arm", "expire", "timed", "timedCond", "cond"},
        {"arm", "expire", "io", "ioPoll", "mem"},
        {"send", "mem", "if"},
        {"send", "mem", "cas", "lock"},
        {"send", "sem", "cond", "mem"},
        {"arm", "expire", "send", "mem"},
        {"arm", "expire", "send", "interruptible", "sem", "timed"},
        {"arm", "expire", "mem", "end", "try"},
    };

    static final String[][] LOOPING_WITH_TIMERS = {
        {"forever", "arm", "expire", "mem"},
        {"loop", "arm", "expire", "sem"},
        {"loop", "send", "mem"},
        {"forever", "arm", "expire", "send", "lock"},
        {"retry", "loop", "arm", "expire", "timedCond", "mem"},
    };

    static final String[][] SPINNING = {
        {"mem", "await", "if"},
        {"mem", "mem", "await"},
        {"mem", "awaitEither"},
        {"casLock", "mem"},
        {"mem", "await", "awaitEither", "cas", "if", "bytes", "crash"},
        {"mem", "lock", "await", "try"},
        {"more", "more", "awaitAny"},
        {"more", "awaitAny", "await", "cas"},
        {"mem", "await", "cond", "lock"},
    };

    static final String[][] LOOPING = {
        {"loop", "mem", "if"},
        {"loop", "lock", "mem"},
        {"forever", "lock", "mem"},
        {"retry", "lock", "try"},
        {"loop", "forever", "retry", "sem", "mem"},
        {"loop", "cond", "lock", "mem"},
        {"forever", "timed", "timedCond", "mem"},
        {"loop", "retry", "rw", "barrier", "end"},
        {"loop", "forever", "crash", "choose", "cas", "if", "once", "spin"},
        {"forever", "io", "ioPoll", "interruptible"},
    };

    static final String[][] SECTIONS = {
        {"section", "mem", "if"},
        {"section", "section", "mem"},
        {"section", "lock", "mem"},
        {"section", "await", "mem"},
        {"section", "casLock", "mem"},
        {"section", "choose", "cas", "if"},
        {"section", "lock", "cond", "mem"},
        {"section", "timed", "try", "mem"},
        {"section", "sem", "rw", "mem", "if"},
        {"section", "io", "interruptible", "mem"},
        {"section", "once", "spin", "barrier", "mem"},
    };

    /** What an atomic section may contain: nothing that waits. */
    static final String[] IN_SECTION = {"mem", "mem", "cas", "choose", "if", "try", "post", "signal"};

    static final String[] ENDING = {"mem", "choose", "end", "end"};
    static final String[] CRASHING = {"mem", "choose", "crash"};

    static final String[][] ENDING_SECTIONS = {
        {"endingSection", "mem", "if"},
        {"endingSection", "section", "lock"},
        {"endingSection", "section", "stray", "io", "await"},
        {"endingSection", "choose", "stray", "mem"},
    };

    static final String[][] SPINNING_ON_WORDS = Stream.of(SPINNING)
            .map(mix -> Stream.of(mix).filter(kind -> !kind.equals("bytes")).toArray(String[]::new))
            .toArray(String[][]::new);

    private Mixes() {}
}
