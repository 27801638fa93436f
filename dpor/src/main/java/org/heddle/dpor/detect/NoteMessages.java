package org.heddle.dpor.detect;

import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;
import org.heddle.dpor.model.execution.Note;

/** What a finding says that comes from a note of the runtime. */
final class NoteMessages {
    private NoteMessages() {}

    static Message of(Note note, Kind kind) {
        String what = kind.ruleId().replace('-', ' ');
        Message.NamedThread thread = Message.thread(note.thread());
        return switch (note.kind()) {
            case MISUSE -> misuse(note, what);
            case UNDEFINED -> Message.of("%s; undefined by POSIX", misuse(note, what));
            case USE_AFTER_FREE -> Message.of(
                    "%s: %s and freed by %s at %s",
                    what, block(note), Message.thread(note.memory().other()), Message.place(note.freedAt()));
            case HEAP_OVERFLOW -> Message.of("%s: %s", what, block(note));
            case OUTSIDE_VARIABLE -> outside(note, what);
            case STACK_OF_ENDED_THREAD -> Message.of("%s: %s, which has ended", what, of(note, "on the stack"));
            case STACK_OF_LEFT_FUNCTION -> Message.of(
                    "%s: %s, which has left the function that they belonged to", what, of(note, "on the stack"));
            case THREAD_LOCAL_OF_ENDED_THREAD -> Message.of(
                    "%s: %s, which has ended", what, of(note, "in thread-local variables"));
            case DOUBLE_FREE -> Message.of(
                    "%s: %s frees %s at %s, which was allocated at %s and freed at %s already",
                    what,
                    thread,
                    Message.object(note.object()),
                    Message.place(note.site()),
                    Message.place(note.allocatedAt()),
                    Message.place(note.freedAt()));
            case UNMAPPED -> Message.of(
                    "%s: %s %s %s bytes at %s at %s, which %s has unmapped at %s",
                    what,
                    thread,
                    verb(note),
                    note.memory().bytes(),
                    Message.object(note.object()),
                    Message.place(note.site()),
                    Message.thread(note.memory().other()),
                    Message.place(note.freedAt()));
            case CLOSED_STREAM -> Message.of(
                    "%s: %s uses %s at %s, which was opened at %s and closed by %s at %s",
                    what,
                    thread,
                    Message.object(note.object()),
                    Message.place(note.site()),
                    Message.place(note.allocatedAt()),
                    Message.thread(note.memory().other()),
                    Message.place(note.freedAt()));
            case INVALID_FREE -> Message.of(
                    "%s: %s frees %s at %s, although no allocated block begins at that address",
                    what, thread, Message.object(note.object()), Message.place(note.site()));
            case LEAK -> leak(note, what);
            case UNDESTROYED -> Message.of(
                    "%s: %s, which %s has initialised at %s: %s",
                    what, Message.object(note.object()), thread, Message.place(note.site()), note.misused());
            default -> Message.of("%s: %s by %s", what, note.text(), thread);
        };
    }

    private static Message misuse(Note note, String what) {
        Message.NamedThread thread = Message.thread(note.thread());
        return note.object() == 0
                ? Message.of("%s by %s: %s", what, thread, note.misused())
                : Message.of("%s of %s by %s: %s", what, Message.object(note.object()), thread, note.misused());
    }

    private static Message block(Note note) {
        return Message.of(
                "%s %s %s at %s, byte %s of a block of %s allocated at %s",
                Message.thread(note.thread()),
                verb(note),
                Message.object(note.object()),
                Message.place(note.site()),
                note.memory().offset(),
                note.memory().block(),
                Message.place(note.allocatedAt()));
    }

    private static Message outside(Note note, String what) {
        return Message.of(
                "%s: %s %s %s from byte %s on of %s, which has %s, at %s",
                what,
                Message.thread(note.thread()),
                verb(note),
                bytes(note.memory().bytes()),
                note.memory().offset(),
                Message.object(note.object()),
                bytes(note.memory().block()),
                Message.place(note.site()));
    }

    private static Message of(Note note, String where) {
        return Message.of(
                "%s %s %s bytes at %s at %s, %s of %s",
                Message.thread(note.thread()),
                verb(note),
                note.memory().bytes(),
                Message.object(note.object()),
                Message.place(note.site()),
                where,
                Message.thread(note.memory().other()));
    }

    private static Message leak(Note note, String what) {
        boolean isOne = note.memory().block() == 1;
        return Message.of(
                "%s: %s allocated %s bytes in %s at %s, and nothing points to %s when the process ends",
                what,
                Message.thread(note.thread()),
                note.memory().bytes(),
                isOne ? "1 block" : note.memory().block() + " blocks",
                Message.place(note.site()),
                isOne ? "it" : "them");
    }

    private static String bytes(long count) {
        return count == 1 ? "1 byte" : count + " bytes";
    }

    private static String verb(Note note) {
        return switch (note.memory().access()) {
            case READS -> "reads";
            case WRITES -> "writes";
            case USES, NONE -> "uses";
        };
    }
}
