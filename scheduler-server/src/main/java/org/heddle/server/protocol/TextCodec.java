package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Texts inside frames: UTF-8, with what is not UTF-8 replaced. */
public final class TextCodec {
    private static final int LONGEST_ERROR = 4096;

    private TextCodec() {}

    /** The text of an ERROR frame, cut where it is unreasonably long. */
    public static String decode(ByteBuffer body) {
        return decode(body, 0, Math.min(body.limit(), LONGEST_ERROR));
    }

    /** Writes a whole ERROR frame. */
    public static void encode(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Frame.putHeader(out, FrameType.ERROR, bytes.length);
        out.put(bytes);
    }

    static String decode(ByteBuffer body, int at, int length) {
        if (length == 0) {
            return "";
        }
        return new String(bytes(body, at, length), StandardCharsets.UTF_8);
    }

    /** A NUL-terminated text in a field of this size. */
    static String decodeField(ByteBuffer body, int at, int size) {
        int length = 0;
        while (length < size && body.get(at + length) != 0) {
            length++;
        }
        return decode(body, at, length);
    }

    static void putField(ByteBuffer out, String text, int size) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, size - 1);
        out.put(bytes, 0, length);
        for (int i = length; i < size; i++) {
            out.put((byte) 0);
        }
    }

    static byte[] bytes(ByteBuffer body, int at, int length) {
        byte[] bytes = new byte[length];
        body.get(at, bytes);
        return bytes;
    }
}
