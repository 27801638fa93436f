package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.ThreadInfo;
import org.heddle.server.protocol.message.DivergenceReason;

/** Writes RESULT frames: what a target written in Java, such as a test's, answers with. */
public final class ResultEncoder {
    private ResultEncoder() {}

    /** Writes a whole RESULT frame that answers the plan with this number. */
    public static void encode(ByteBuffer out, Execution execution, int number) {
        int start = out.position();
        Frame.putHeader(out, FrameType.RESULT, 0);
        putFixed(out, execution, number);
        for (Event event : execution.events()) {
            EventCodec.encode(out, event);
        }
        for (PendingOperation pending : execution.pending()) {
            EventCodec.encode(out, pending);
        }
        for (ThreadInfo thread : execution.threads()) {
            out.putInt(thread.id())
                    .putInt(thread.parent())
                    .putInt(thread.ordinal())
                    .putInt(0);
            out.putLong(thread.startRoutine());
            TextCodec.putField(out, thread.name(), Wire.ThreadInfo.SIZE - Wire.ThreadInfo.NAME);
        }
        for (Note note : execution.notes()) {
            out.putInt(note.kind().code())
                    .putInt(note.thread())
                    .putInt(note.step())
                    .putInt(note.memory().access().code());
            out.putLong(note.object())
                    .putLong(note.site())
                    .putLong(note.allocatedAt())
                    .putLong(note.freedAt())
                    .putLong(note.memory().bytes())
                    .putLong(note.memory().offset())
                    .putLong(note.memory().block());
            out.putInt(note.memory().other());
            out.putShort((short) note.misuse().fault().code())
                    .putShort((short) note.misuse().family().code());
            TextCodec.putField(out, note.text(), Wire.Note.SIZE - Wire.Note.TEXT);
        }
        execution.races().forEach(race -> RaceCodec.encode(out, race));
        execution.stacks().forEach(stack -> StackCodec.encode(out, stack));
        TouchCodec.encode(out, execution.events());
        Arrays.stream(execution.words().words()).forEach(out::putLong);
        out.put(execution.stdout()).put(execution.stderr());
        out.putInt(start + Wire.Frame.LENGTH, out.position() - start - Frame.HEADER);
    }

    private static void putFixed(ByteBuffer out, Execution execution, int number) {
        Divergence divergence = execution.divergence();
        out.putInt(number).putInt(execution.outcome().code());
        out.putInt(execution.status()).putInt(execution.terminator());
        out.putInt(execution.events().size()).putInt(execution.pending().size());
        out.putInt(execution.threads().size()).putInt(execution.notes().size());
        out.putInt(execution.stdout().length).putInt(execution.stderr().length);
        out.putInt(divergence == null ? 0 : divergence.step());
        out.putInt(
                divergence == null
                        ? 0
                        : DivergenceReason.ofWords(divergence.reason()).code());
        out.putLong(execution.counters().plainReads());
        out.putLong(execution.counters().plainWrites());
        out.putLong(execution.counters().atomics());
        out.putLong(execution.counters().weakAtomics());
        out.putInt(execution.races().size()).putInt(execution.stacks().size());
        out.putLong(0).putInt(0).putInt(execution.isCut() ? CutResult.MARK : 0); // in a fork
        out.putInt((int) TouchCodec.count(execution.events())).putInt(0);
        out.putInt(execution.words().words().length).putInt(execution.counters().foreign() ? 1 : 0);
        out.putLong(0).putLong(0).putLong(0); // it took no time
        if (divergence == null || divergence.actual() == null) {
            out.put(new byte[Wire.Event.SIZE]);
        } else {
            EventCodec.encode(out, divergence.expected().thread(), divergence.actual(), Wire.NO_ALTERNATIVE, 0, 0);
        }
    }
}
