package org.heddle.cluster.program;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Texts and lists in a stream of bytes, of bounded size. */
public final class Fields {
    private static final int LONGEST_TEXT = 1 << 24;
    private static final int LONGEST_LIST = 1 << 20;

    private Fields() {}

    /** Writes or reads one thing of a list. */
    @FunctionalInterface
    interface Writing<T> {
        /** Writes it. */
        void write(DataOutputStream out, T thing) throws IOException;
    }

    /** Reads one thing of a list. */
    @FunctionalInterface
    interface Reading<T> {
        /** Reads it. */
        T read(DataInputStream in) throws IOException;
    }

    /** Writes bytes with their length. */
    static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads bytes with their length. */
    static byte[] readBytes(DataInputStream in) throws IOException {
        int length = bounded(in.readInt(), LONGEST_TEXT);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("shorter than it should be");
        }
        return bytes;
    }

    /** Writes a text. */
    public static void writeText(DataOutputStream out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a text. */
    public static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    /** Writes a list. */
    static <T> void writeList(DataOutputStream out, List<T> list, Writing<T> writing) throws IOException {
        out.writeInt(list.size());
        for (T thing : list) {
            writing.write(out, thing);
        }
    }

    /** Reads a list. */
    static <T> List<T> readList(DataInputStream in, Reading<T> reading) throws IOException {
        int size = bounded(in.readInt(), LONGEST_LIST);
        List<T> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(reading.read(in));
        }
        return List.copyOf(list);
    }

    /** Writes a map, in the order of its keys. */
    static void writeMap(DataOutputStream out, Map<String, String> map) throws IOException {
        writeList(out, List.copyOf(new TreeMap<>(map).entrySet()), (to, entry) -> {
            writeText(to, entry.getKey());
            writeText(to, entry.getValue());
        });
    }

    /** Reads a map. */
    static Map<String, String> readMap(DataInputStream in) throws IOException {
        Map<String, String> map = new TreeMap<>();
        readList(in, from -> map.put(readText(from), readText(from)) == null);
        return Map.copyOf(map);
    }

    private static int bounded(int length, int most) throws IOException {
        if (length < 0 || length > most) {
            throw new IOException("a length of " + length);
        }
        return length;
    }
}
