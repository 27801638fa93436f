package org.heddle.cli.check.verdict;

import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.model.execution.Note;

/** What the reader of a report can do where it says that something was not explored, not seen, or not controlled: a line each. */
final class Advice {
    /** What a note of the runtime begins with, where an option is to blame. */
    private static final String DEFERRED = "asynchronous cancellation";

    private static final String TIMER = "a timer";
    private static final String ALLOWED = "(--allow)";
    private static final String CLOCK = "waits for a time of this clock";
    private static final String PROCESSOR = "what the processor tells";

    private Advice() {}

    /** On why not everything was explored. */
    static String on(Gap gap) {
        return switch (gap) {
            case EXECUTION_LIMIT -> "a larger one goes on, and with --save-frontier it can be resumed";
            case DEADLINE -> "a larger one goes on, and with --save-frontier it can be resumed";
            case INTERRUPTED -> "with --save-frontier it can be resumed";
            case MEMORY -> "a larger one goes on; fewer threads or rounds in the test need less";
            case STOPPED_AT_FINDING -> "--keep-going goes on";
            case DIVERGED -> "keep what it depends on equal in every execution: --sandbox for files, fixed seeds and input";
            case TOO_LONG -> "a larger limit, or fewer rounds in the test, let them end";
            case HUNG -> "a larger limit lets long computations end; leave calls that block all threads out of the test";
            case OUTPUT_FLOOD -> "let the test print less";
            case RESOURCES -> "let the test use fewer threads, objects or less memory; why is told below";
            case LOST -> "run it again; if it happens again, watch that worker's memory and log";
            case UNPREDICTED -> "--reduction=classic needs no prediction";
            case PROCESSES -> "let a thread of the test play the other process";
            case UNMODELLED -> "leave that call out of the test; where it is made is told below";
        };
    }

    /** On what the runtime noted; empty where a gap or the note itself says it, or where there is nothing to do. */
    static String on(Note note) {
        return note.kind() == Note.Kind.UNCONTROLLED ? onUncontrolled(note.text()) : "";
    }

    private static String onUncontrolled(String what) {
        if (what.startsWith(DEFERRED)) {
            return "leave out --defer-cancellation";
        }
        if (what.startsWith(TIMER)) {
            return "--timeouts=any lets it expire at any moment";
        }
        if (what.endsWith(ALLOWED)) {
            return "without that it is refused";
        }
        if (isOfClock(what)) {
            return "let the test set its clock before threads wait";
        }
        if (what.startsWith(PROCESSOR)) {
            return "let the test use fixed numbers instead";
        }
        return "let a thread of the test do what others do there";
    }

    /** Whether the runtime says that a clock is set while its times are waited for. */
    static boolean isOfClock(String uncontrolled) {
        return uncontrolled.contains(CLOCK);
    }

    /** A remark with what to do about it. */
    static String after(String remark, String advice) {
        return advice.isEmpty() ? remark : remark + "; " + advice;
    }
}
