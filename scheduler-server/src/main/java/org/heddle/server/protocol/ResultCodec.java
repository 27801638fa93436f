package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Misuse;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.ReadyWords;
import org.heddle.server.protocol.message.DivergenceReason;
import org.heddle.server.protocol.message.ProtocolException;

/** RESULT. Keeps what executions of one program have in common; for one thread at a time. */
public final class ResultCodec {
    private static final byte[] NOTHING = {};

    private final EventCodec events = new EventCodec();
    private final ThreadTable threadTable = new ThreadTable();

    /** A codec that remembers nothing yet. */
    public ResultCodec() {}

    /**
     * Reads a RESULT frame's body.
     *
     * @param plan the plan that is answered
     * @param number the number that the plan was sent with
     * @throws ProtocolException if it is malformed or answers another plan
     */
    public Execution decode(ByteBuffer body, Plan plan, int number) throws ProtocolException {
        Sections sections = Sections.of(body);
        int answered = body.getInt(Wire.Result.PLAN);
        if (answered != number) {
            throw new ProtocolException("RESULT of plan " + Integer.toUnsignedString(answered) + " where plan "
                    + Integer.toUnsignedString(number) + " was due");
        }
        Execution.End end = end(body, plan);
        return new Execution(
                course(body, sections, plan), end, seen(body, sections), output(body, sections), plan.visible());
    }

    private Execution.Course course(ByteBuffer body, Sections sections, Plan plan) throws ProtocolException {
        boolean isCut = CutResult.isCut(body);
        return new Execution.Course(
                isCut ? List.of() : events(body, sections, plan.known()),
                pending(body, sections),
                threadTable.decode(body, sections.threads, sections.threadCount),
                isCut,
                words(body, sections));
    }

    private static Execution.End end(ByteBuffer body, Plan plan) throws ProtocolException {
        Outcome outcome = outcome(body.getInt(Wire.Result.OUTCOME));
        return new Execution.End(
                outcome,
                body.getInt(Wire.Result.STATUS),
                body.getInt(Wire.Result.TERMINATOR),
                outcome == Outcome.DIVERGED ? divergence(body, plan) : null);
    }

    private static Execution.Seen seen(ByteBuffer body, Sections sections) throws ProtocolException {
        return new Execution.Seen(
                notes(body, sections),
                RaceCodec.decode(body, sections.races, sections.raceCount),
                StackCodec.decode(body, sections.stacks, sections.stackCount),
                new Execution.Counters(
                        body.getLong(Wire.Result.PLAIN_READS),
                        body.getLong(Wire.Result.PLAIN_WRITES),
                        body.getLong(Wire.Result.ATOMICS),
                        body.getLong(Wire.Result.WEAK_ATOMICS),
                        body.getInt(Wire.Result.FOREIGN_ATOMICS) != 0));
    }

    private static Execution.Output output(ByteBuffer body, Sections sections) {
        return new Execution.Output(
                output(body, sections.stdout, sections.stderr - sections.stdout),
                output(body, sections.stderr, body.limit() - sections.stderr));
    }

    /** The number of the plan that is answered. */
    public static int number(ByteBuffer body) {
        return body.getInt(Wire.Result.PLAN);
    }

    /** How many events the execution has, as far as the body says. */
    public static int events(ByteBuffer body, Plan plan) {
        return body.getInt(Wire.Result.EVENT_COUNT)
                + (CutResult.isCut(body) ? plan.known().size() : body.getInt(Wire.Result.OMITTED));
    }

    /** Whether the execution did not follow its plan. */
    public static boolean hasDiverged(ByteBuffer body) {
        return body.getInt(Wire.Result.OUTCOME) == Outcome.DIVERGED.code();
    }

    private static Outcome outcome(int code) throws ProtocolException {
        try {
            Outcome outcome = Outcome.ofCode(code);
            if (outcome != Outcome.LOST) {
                return outcome;
            }
        } catch (IllegalArgumentException unknown) {
            // said below
        }
        throw new ProtocolException("RESULT with the unknown outcome " + Integer.toUnsignedString(code));
    }

    /** The events, the first of which the plan knows, where the target says that it does. */
    private List<Event> events(ByteBuffer body, Sections sections, List<Event> known) throws ProtocolException {
        int omitted = body.getInt(Wire.Result.OMITTED);
        if (omitted != 0 && omitted != known.size()) {
            throw new ProtocolException("RESULT without " + Integer.toUnsignedString(omitted) + " events of which "
                    + known.size() + " are known");
        }
        Event[] decoded = new Event[omitted + sections.eventCount];
        for (int i = 0; i < omitted; i++) {
            decoded[i] = known.get(i);
        }
        for (int i = omitted, at = sections.events; i < decoded.length; i++, at += Wire.Event.SIZE) {
            decoded[i] = events.decode(body, at);
        }
        if (sections.touchCount > 0) {
            TouchCodec.decode(body, sections.touches, sections.touchCount, decoded, omitted);
        }
        return List.of(decoded);
    }

    private static ReadyWords words(ByteBuffer body, Sections sections) throws ProtocolException {
        if (sections.readyCount == 0) {
            return ReadyWords.NONE;
        }
        long[] words = new long[sections.readyCount];
        for (int i = 0; i < words.length; i++) {
            words[i] = body.getLong(sections.ready + i * Long.BYTES);
        }
        try {
            return new ReadyWords(words);
        } catch (IllegalArgumentException malformed) {
            throw new ProtocolException("RESULT with " + malformed.getMessage());
        }
    }

    private static List<PendingOperation> pending(ByteBuffer body, Sections sections) throws ProtocolException {
        if (sections.pendingCount == 0) {
            return List.of();
        }
        PendingOperation[] decoded = new PendingOperation[sections.pendingCount];
        for (int i = 0, at = sections.pending; i < decoded.length; i++, at += Wire.Event.SIZE) {
            decoded[i] = EventCodec.decodePending(body, at);
        }
        return List.of(decoded);
    }

    private static List<Note> notes(ByteBuffer body, Sections sections) throws ProtocolException {
        if (sections.noteCount == 0) {
            return List.of();
        }
        List<Note> decoded = new ArrayList<>(sections.noteCount);
        for (int i = 0, at = sections.notes; i < sections.noteCount; i++, at += Wire.Note.SIZE) {
            decoded.add(new Note(
                    noteKind(body.getInt(at + Wire.Note.KIND)),
                    body.getInt(at + Wire.Note.THREAD),
                    body.getInt(at + Wire.Note.STEP),
                    body.getLong(at + Wire.Note.OBJECT),
                    body.getLong(at + Wire.Note.SITE),
                    body.getLong(at + Wire.Note.ALLOCATED_AT),
                    body.getLong(at + Wire.Note.FREED_AT),
                    new Note.Memory(
                            noteAccess(body.getInt(at + Wire.Note.ACCESS)),
                            body.getLong(at + Wire.Note.BYTES),
                            body.getLong(at + Wire.Note.OFFSET),
                            body.getLong(at + Wire.Note.BLOCK),
                            body.getInt(at + Wire.Note.OTHER)),
                    misuse(body.getShort(at + Wire.Note.FAULT), body.getShort(at + Wire.Note.FAMILY)),
                    TextCodec.decodeField(body, at + Wire.Note.TEXT, Wire.Note.SIZE - Wire.Note.TEXT)));
        }
        return List.copyOf(decoded);
    }

    private static Note.Kind noteKind(int code) throws ProtocolException {
        try {
            return Note.Kind.ofCode(code);
        } catch (IllegalArgumentException unknown) {
            throw new ProtocolException("RESULT with a note of the unknown kind " + Integer.toUnsignedString(code));
        }
    }

    private static Misuse misuse(int fault, int family) throws ProtocolException {
        try {
            return fault == 0 ? Misuse.NONE : new Misuse(Misuse.Fault.ofCode(fault), ObjectFamily.ofCode(family));
        } catch (IllegalArgumentException unknown) {
            throw new ProtocolException("RESULT with a note of an unknown misuse: " + unknown.getMessage());
        }
    }

    private static Note.Access noteAccess(int code) throws ProtocolException {
        try {
            return Note.Access.ofCode(code);
        } catch (IllegalArgumentException unknown) {
            throw new ProtocolException("RESULT with a note of the unknown access " + Integer.toUnsignedString(code));
        }
    }

    private static Divergence divergence(ByteBuffer body, Plan plan) throws ProtocolException {
        int step = body.getInt(Wire.Result.DIVERGED_STEP);
        if (step < 0 || step >= plan.prefix().size()) {
            throw new ProtocolException("RESULT that diverged at step " + Integer.toUnsignedString(step)
                    + " of a plan of " + plan.prefix().size() + " steps");
        }
        Step expected = plan.prefix().get(step);
        int kind = Short.toUnsignedInt(body.getShort(Wire.Result.DIVERGED_ACTUAL + Wire.Event.KIND));
        Operation actual = kind == 0 ? null : EventCodec.operation(body, Wire.Result.DIVERGED_ACTUAL);
        DivergenceReason reason = DivergenceReason.ofCode(body.getInt(Wire.Result.DIVERGED_REASON));
        return new Divergence(step, expected, actual, reason.words());
    }

    private static byte[] output(ByteBuffer body, int at, int length) {
        return length == 0 ? NOTHING : TextCodec.bytes(body, at, length);
    }
}
