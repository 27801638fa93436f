package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.server.protocol.message.ProtocolException;

/**
 * {@code struct heddle_event}. The executions of one program repeat each other's events, so decoded events are kept in a
 * direct-mapped cache: an event with the same 64 bytes is most often the same object, which spares the exploration memory
 * for what it remembers. For one thread at a time.
 */
final class EventCodec {
    private static final int SLOTS = 1 << 12;
    private static final int WORDS = Wire.Event.SIZE / Long.BYTES;
    private static final MemoryOrder[] ORDERS = MemoryOrder.values();

    private final long[] words = new long[SLOTS * WORDS];
    private final Event[] events = new Event[SLOTS];

    /** The event at this place; the caller has checked that 64 bytes are there. */
    Event decode(ByteBuffer in, int at) throws ProtocolException {
        long who = in.getLong(at + Wire.Event.THREAD);
        long what = in.getLong(at + Wire.Event.KIND);
        long object = in.getLong(at + Wire.Event.OBJECT);
        long object2 = in.getLong(at + Wire.Event.OBJECT2);
        long argument = in.getLong(at + Wire.Event.ARGUMENT);
        long result = in.getLong(at + Wire.Event.RESULT);
        long value = in.getLong(at + Wire.Event.VALUE);
        long site = in.getLong(at + Wire.Event.SITE);
        int slot = slot(who * 31 + what, object ^ Long.rotateLeft(argument, 32), result * 31 + value, site);
        int w = slot * WORDS;
        Event known = events[slot];
        if (known != null
                && words[w] == who
                && words[w + 1] == what
                && words[w + 2] == object
                && words[w + 3] == object2
                && words[w + 4] == argument
                && words[w + 5] == result
                && words[w + 6] == value
                && words[w + 7] == site) {
            return known;
        }
        Operation operation = operation(in, at);
        Event event = new Event((int) who, operation, (int) (who >>> 32), result, value);
        for (int i = 0; i < WORDS; i++) {
            words[w + i] = in.getLong(at + i * Long.BYTES);
        }
        events[slot] = event;
        return event;
    }

    private static int slot(long a, long b, long c, long d) {
        long hash = (a * 0x9E3779B97F4A7C15L) ^ (b * 0xC2B2AE3D27D4EB4FL) ^ (c * 0x165667B19E3779F9L) ^ d;
        hash *= 0xD6E8FEB86659FD93L;
        return (int) (hash >>> 52);
    }

    static PendingOperation decodePending(ByteBuffer in, int at) throws ProtocolException {
        return new PendingOperation(
                in.getInt(at + Wire.Event.THREAD), operation(in, at), in.getLong(at + Wire.Event.VALUE));
    }

    static Operation operation(ByteBuffer in, int at) throws ProtocolException {
        int orders = Short.toUnsignedInt(in.getShort(at + Wire.Event.ORDER));
        int order = orders & 0xff;
        int other = (orders & ~Operation.CLAIMED) >> 8;
        int failure = other == 0 ? order : other - 1;
        if (order >= ORDERS.length || failure >= ORDERS.length) {
            throw new ProtocolException("an event with the unknown memory order " + orders);
        }
        return new Operation(
                kind(in, at + Wire.Event.KIND),
                in.getLong(at + Wire.Event.OBJECT),
                in.getLong(at + Wire.Event.OBJECT2),
                in.getLong(at + Wire.Event.ARGUMENT),
                ORDERS[order],
                ORDERS[failure],
                (orders & Operation.CLAIMED) != 0,
                in.getLong(at + Wire.Event.SITE));
    }

    static OperationKind kind(ByteBuffer in, int at) throws ProtocolException {
        int code = Short.toUnsignedInt(in.getShort(at));
        try {
            return OperationKind.ofCode(code);
        } catch (IllegalArgumentException unknown) {
            throw new ProtocolException("an operation of the unknown kind " + code);
        }
    }

    static void encode(ByteBuffer out, Event event) {
        encode(out, event.thread(), event.operation(), event.alternative(), event.result(), event.value());
    }

    static void encode(ByteBuffer out, PendingOperation pending) {
        encode(out, pending.thread(), pending.operation(), Wire.NO_ALTERNATIVE, 0, pending.value());
    }

    static void encode(ByteBuffer out, int thread, Operation operation, int alternative, long result, long value) {
        out.putInt(thread).putInt(alternative);
        out.putShort((short) operation.kind().code()).putShort((short) operation.orders());
        out.putInt(0).putLong(operation.object()).putLong(operation.object2()).putLong(operation.argument());
        out.putLong(result).putLong(value).putLong(operation.site());
    }
}
