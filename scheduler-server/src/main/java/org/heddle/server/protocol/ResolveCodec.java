package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.heddle.server.protocol.message.ProtocolException;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.protocol.message.ResolvedKind;

/** RESOLVE and RESOLVED. */
public final class ResolveCodec {
    private ResolveCodec() {}

    /** Bytes of a whole RESOLVE frame for so many addresses. */
    public static int requestSize(int addresses) {
        return Frame.HEADER + addresses * Long.BYTES;
    }

    /** Writes a whole RESOLVE frame. */
    public static void encodeRequest(ByteBuffer out, long[] addresses) {
        Frame.putHeader(out, FrameType.RESOLVE, addresses.length * Long.BYTES);
        for (long address : addresses) {
            out.putLong(address);
        }
    }

    /**
     * Reads a RESOLVE frame's body.
     *
     * @throws ProtocolException if it is malformed
     */
    public static long[] decodeRequest(ByteBuffer body) throws ProtocolException {
        if (body.limit() % Long.BYTES != 0) {
            throw new ProtocolException("RESOLVE of " + body.limit() + " bytes");
        }
        long[] addresses = new long[body.limit() / Long.BYTES];
        body.asLongBuffer().get(0, addresses);
        return addresses;
    }

    /**
     * Reads a RESOLVED frame's body.
     *
     * @param asked the addresses that were asked for, in order
     * @throws ProtocolException if it is malformed or answers something else
     */
    public static List<Resolved> decode(ByteBuffer body, long[] asked) throws ProtocolException {
        List<Resolved> answers = new ArrayList<>(asked.length);
        int at = 0;
        for (long address : asked) {
            if (body.limit() - at < Wire.Resolved.SIZE) {
                throw new ProtocolException("RESOLVED ends after " + answers.size() + " of " + asked.length);
            }
            long end = at + Wire.Resolved.SIZE + textLength(body, at);
            if (end > body.limit()) {
                throw new ProtocolException("RESOLVED with texts longer than the frame");
            }
            if (body.getLong(at + Wire.Resolved.ADDRESS) != address) {
                throw new ProtocolException("RESOLVED names an address that is not the one asked for");
            }
            answers.add(one(body, at));
            at = (int) end;
        }
        if (at != body.limit()) {
            throw new ProtocolException("RESOLVED with " + (body.limit() - at) + " bytes too many");
        }
        return List.copyOf(answers);
    }

    private static long textLength(ByteBuffer body, int at) {
        long length = 0;
        for (int field = Wire.Resolved.FILE_LENGTH; field <= Wire.Resolved.TYPE_LENGTH; field += Integer.BYTES) {
            length += Integer.toUnsignedLong(body.getInt(at + field));
        }
        return length;
    }

    private static Resolved one(ByteBuffer body, int at) throws ProtocolException {
        String[] texts = new String[5];
        int text = at + Wire.Resolved.SIZE;
        for (int i = 0; i < texts.length; i++) {
            int length = body.getInt(at + Wire.Resolved.FILE_LENGTH + i * Integer.BYTES);
            texts[i] = TextCodec.decode(body, text, length);
            text += length;
        }
        return new Resolved(
                body.getLong(at + Wire.Resolved.ADDRESS),
                ResolvedKind.ofCode(body.getInt(at + Wire.Resolved.KIND)),
                body.getLong(at + Wire.Resolved.OFFSET),
                body.getInt(at + Wire.Resolved.LINE),
                body.getInt(at + Wire.Resolved.COLUMN),
                texts[0],
                texts[1],
                texts[2],
                texts[3],
                texts[4]);
    }

    /** Writes a whole RESOLVED frame. */
    public static void encode(ByteBuffer out, List<Resolved> answers) {
        int start = out.position();
        Frame.putHeader(out, FrameType.RESOLVED, 0);
        for (Resolved answer : answers) {
            byte[] file = answer.file().getBytes(StandardCharsets.UTF_8);
            byte[] function = answer.function().getBytes(StandardCharsets.UTF_8);
            byte[] name = answer.name().getBytes(StandardCharsets.UTF_8);
            byte[] module = answer.module().getBytes(StandardCharsets.UTF_8);
            byte[] type = answer.type().getBytes(StandardCharsets.UTF_8);
            out.putLong(answer.address()).putLong(answer.offset());
            out.putInt(answer.kind().code()).putInt(answer.line()).putInt(answer.column());
            out.putInt(file.length).putInt(function.length).putInt(name.length).putInt(module.length);
            out.putInt(type.length)
                    .put(file)
                    .put(function)
                    .put(name)
                    .put(module)
                    .put(type);
        }
        out.putInt(start + Wire.Frame.LENGTH, out.position() - start - Frame.HEADER);
    }
}
