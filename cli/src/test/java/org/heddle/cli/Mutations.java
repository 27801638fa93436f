package org.heddle.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages a file: bytes, lines, and the words of which it is made. The same seed makes the same damage. */
final class Mutations {
    private static final List<String> WORDS = List.of(
            "null",
            "{}",
            "[]",
            "\"\"",
            "-1",
            "0",
            "99999999999999999999",
            "\"\\u0000\"",
            "true",
            "\u001b[2J",
            "\"",
            "\\",
            " ",
            "\n",
            "NaN",
            "0x",
            "..",
            "/",
            "%s",
            "#",
            "=",
            "[[",
            "T9",
            "\ufeff",
            "é");

    private Mutations() {}

    static byte[] of(byte[] whole, long seed) {
        Random random = new Random(seed);
        byte[] bytes = whole;
        for (int n = random.nextInt(3); n >= 0; n--) {
            bytes = once(bytes, random);
        }
        return bytes;
    }

    private static byte[] once(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length + 1);
        int end = Math.min(bytes.length, at + random.nextInt(12));
        return switch (random.nextInt(6)) {
            case 0 -> joined(Arrays.copyOf(bytes, at), new byte[] {(byte) random.nextInt(256)}, tail(bytes, at + 1));
            case 1 -> joined(Arrays.copyOf(bytes, at), new byte[0], tail(bytes, end));
            case 2 -> joined(Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, at, end), tail(bytes, end));
            case 3 -> joined(Arrays.copyOf(bytes, at), word(random), tail(bytes, at));
            case 4 -> random.nextInt(4) == 0 ? Arrays.copyOf(bytes, at) : value(bytes, random);
            default -> line(bytes, random);
        };
    }

    /** Puts a word in the place of what stands after a blank, a colon or an equals sign. */
    private static byte[] value(byte[] bytes, Random random) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int at = random.nextInt(text.length() + 1);
        while (at < text.length() && " :=".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        int start = Math.min(text.length(), at + 1);
        int end = start;
        while (end < text.length() && " ,\n}]".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return joined(Arrays.copyOf(bytes, start), word(random), tail(bytes, end));
    }

    /** Moves or doubles a line. */
    private static byte[] line(byte[] bytes, Random random) {
        List<String> lines = new ArrayList<>(List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1)));
        String line = lines.get(random.nextInt(lines.size()));
        if (random.nextBoolean()) {
            lines.remove(line);
        }
        lines.add(random.nextInt(lines.size() + 1), line);
        return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] word(Random random) {
        return WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] tail(byte[] bytes, int from) {
        return from >= bytes.length ? new byte[0] : Arrays.copyOfRange(bytes, from, bytes.length);
    }

    private static byte[] joined(byte[] a, byte[] b, byte[] c) {
        byte[] all = Arrays.copyOf(a, a.length + b.length + c.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        System.arraycopy(c, 0, all, a.length + b.length, c.length);
        return all;
    }
}
