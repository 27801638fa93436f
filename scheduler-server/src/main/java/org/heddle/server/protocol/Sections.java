package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import org.heddle.server.protocol.message.ProtocolException;

/** Where the parts of a RESULT begin; they fill its body exactly. */
final class Sections {
    final int eventCount;
    final int pendingCount;
    final int threadCount;
    final int noteCount;
    final int raceCount;
    final int stackCount;
    final int touchCount;
    final int readyCount;
    final int events;
    final int pending;
    final int threads;
    final int notes;
    final int races;
    final int stacks;
    final int touches;
    final int ready;
    final int stdout;
    final int stderr;

    private Sections(ByteBuffer body) {
        eventCount = body.getInt(Wire.Result.EVENT_COUNT);
        pendingCount = body.getInt(Wire.Result.PENDING_COUNT);
        threadCount = body.getInt(Wire.Result.THREAD_COUNT);
        noteCount = body.getInt(Wire.Result.NOTE_COUNT);
        raceCount = body.getInt(Wire.Result.RACE_COUNT);
        stackCount = body.getInt(Wire.Result.STACK_COUNT);
        touchCount = body.getInt(Wire.Result.TOUCH_COUNT);
        readyCount = body.getInt(Wire.Result.READY_COUNT);
        events = Wire.Result.SIZE;
        pending = events + eventCount * Wire.Event.SIZE;
        threads = pending + pendingCount * Wire.Event.SIZE;
        notes = threads + threadCount * Wire.ThreadInfo.SIZE;
        races = notes + noteCount * Wire.Note.SIZE;
        stacks = races + raceCount * Wire.Race.SIZE;
        touches = stacks + stackCount * Wire.Stack.SIZE;
        ready = touches + touchCount * Wire.Touch.SIZE;
        stdout = ready + readyCount * Long.BYTES;
        stderr = stdout + body.getInt(Wire.Result.STDOUT_LENGTH);
    }

    static Sections of(ByteBuffer body) throws ProtocolException {
        if (body.limit() < Wire.Result.SIZE) {
            throw new ProtocolException(
                    "RESULT of " + body.limit() + " bytes, at least " + Wire.Result.SIZE + " were expected");
        }
        long length = Wire.Result.SIZE
                + unsigned(body, Wire.Result.EVENT_COUNT) * Wire.Event.SIZE
                + unsigned(body, Wire.Result.PENDING_COUNT) * Wire.Event.SIZE
                + unsigned(body, Wire.Result.THREAD_COUNT) * Wire.ThreadInfo.SIZE
                + unsigned(body, Wire.Result.NOTE_COUNT) * Wire.Note.SIZE
                + unsigned(body, Wire.Result.RACE_COUNT) * Wire.Race.SIZE
                + unsigned(body, Wire.Result.STACK_COUNT) * Wire.Stack.SIZE
                + unsigned(body, Wire.Result.TOUCH_COUNT) * Wire.Touch.SIZE
                + unsigned(body, Wire.Result.READY_COUNT) * Long.BYTES
                + unsigned(body, Wire.Result.STDOUT_LENGTH)
                + unsigned(body, Wire.Result.STDERR_LENGTH);
        if (length != body.limit()) {
            throw new ProtocolException(
                    "RESULT of " + body.limit() + " bytes whose counts add up to " + length + " bytes");
        }
        return new Sections(body);
    }

    private static long unsigned(ByteBuffer body, int at) {
        return Integer.toUnsignedLong(body.getInt(at));
    }
}
