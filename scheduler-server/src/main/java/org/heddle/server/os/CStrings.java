package org.heddle.server.os;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Texts in native memory: NUL-terminated, and a NULL-terminated array of pointers to them. */
public final class CStrings {
    private final ByteBuffer memory;
    private final long address;

    /** These texts, as {@code execve} wants its arguments. */
    public CStrings(List<String> texts) {
        List<byte[]> encoded =
                texts.stream().map(t -> t.getBytes(StandardCharsets.UTF_8)).toList();
        int pointers = (texts.size() + 1) * Long.BYTES;
        int bytes = encoded.stream().mapToInt(e -> e.length + 1).sum();
        memory = ByteBuffer.allocateDirect(pointers + bytes).order(ByteOrder.nativeOrder());
        address = Native.address(memory);
        int at = pointers;
        for (byte[] text : encoded) {
            memory.putLong(address + at);
            memory.put(at, text);
            at += text.length + 1;
        }
    }

    /** Where the array begins; this object must stay reachable while it is used. */
    public long array() {
        return address;
    }

    /** Where the text with this index begins; this object must stay reachable while it is used. */
    public long text(int index) {
        return memory.getLong(index * Long.BYTES);
    }
}
