package org.heddle.cli.check.verdict;

import java.util.List;
import org.heddle.dpor.explore.Verdict.Gap;
import org.heddle.dpor.model.execution.Note;

/** What the reader of a report can do where it says that something was not explored, not seen, or not controlled: a line each. */
final class Advice {
    /** What a note of the runtime begins with, where an option is to blame. */
    private static final String DEFERRED = "asynchronous cancellation";

    private static final String TIMER = "a timer";
    private static final String ALLOWED = "(--allow)";
    private static final String CLOCK = "waits for a time of this clock";
    private static final String COMMAND = "the command is not controlled";
    private static final String BLOCKED = "a call blocked all threads";
    private static final String THERE_BEFORE = "that was there before";
    private static final String OF_ANOTHER = "the CPU time of another process";
    private static final String REPLACED = "takes the place of this one";
    private static final String PROCESSOR = "what the processor tells";

    private Advice() {}

    /** On why not everything was explored; the notes tell more of it. */
    static String on(Gap gap, List<Note> notes) {
        return switch (gap) {
            case EXECUTION_LIMIT -> "a larger one goes on, and with --save-frontier it can be resumed";
            case DEADLINE -> "a larger one goes on, and with --save-frontier it can be resumed";
            case INTERRUPTED -> "with --save-frontier it can be resumed";
            case MEMORY -> "a larger one goes on; fewer threads or rounds in the test need less";
            case STOPPED_AT_FINDING -> "--keep-going goes on";
            case DIVERGED -> "keep what it depends on equal in every execution: --sandbox for files, fixed seeds and input";
            case TOO_LONG -> "a larger limit, or fewer rounds in the test, let them end";
            case HUNG -> notes.stream().anyMatch(Advice::isOfBlockingCall)
                    ? "a call that is not modelled blocked all threads: leave it out of the test"
                    : "a larger limit lets a long computation end; a loop that never ends is a bug";
            case OUTPUT_FLOOD -> "let the test print less";
            case RESOURCES -> "let the test use fewer threads, objects or less memory; why is told below";
            case LOST -> "run it again; if it happens again, watch that worker's memory and log";
            case UNPREDICTED -> "--reduction=classic needs no prediction";
            case PROCESSES -> notes.stream().anyMatch(Advice::isOfFork)
                    ? "let a thread of the test play the other process"
                    : "leave the command out of the test";
            case UNMODELLED -> "leave that call out of the test; where it is made is told below";
        };
    }

    /** On what the runtime noted; empty where a gap or the note itself says it, or where there is nothing to do. */
    static String on(Note note) {
        return note.kind() == Note.Kind.UNCONTROLLED ? onUncontrolled(note.text()) : "";
    }

    /** Whether the program has made the process to go on with its own code, or it is a peer. */
    private static boolean isOfFork(Note note) {
        return note.kind() == Note.Kind.NEW_PROCESS && !note.text().contains(COMMAND);
    }

    /** Whether an execution was killed in a call; the gap has what to do. */
    static boolean isOfBlockingCall(Note note) {
        return note.kind() == Note.Kind.UNCONTROLLED && note.text().equals(BLOCKED);
    }

    private static String onUncontrolled(String what) {
        if (what.endsWith(THERE_BEFORE)) {
            return "remove it before the check, or let the test use another name or key";
        }
        if (what.startsWith(OF_ANOTHER)) {
            return "let the test ask for its own";
        }
        if (what.startsWith(DEFERRED)) {
            return "leave out --defer-cancellation";
        }
        if (what.startsWith(TIMER)) {
            return "--timeouts=any lets it expire at any moment";
        }
        if (what.endsWith(ALLOWED)) {
            return "without that it is refused";
        }
        if (what.endsWith(COMMAND)) {
            return "leave the command out of the test";
        }
        if (what.endsWith(REPLACED)) {
            return "what it does is not looked at: check it by itself";
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

    /** Whether the program has executed a command that ran to its end at once. */
    static boolean isOfCommand(Note note) {
        return note.kind() == Note.Kind.UNCONTROLLED && note.text().endsWith(COMMAND);
    }

    /** Whether the program has executed another one. */
    static boolean isOfReplacement(Note note) {
        return note.kind() == Note.Kind.UNCONTROLLED && note.text().endsWith(REPLACED);
    }

    /** A remark with what to do about it. */
    static String after(String remark, String advice) {
        return advice.isEmpty() ? remark : remark + "; " + advice;
    }
}
