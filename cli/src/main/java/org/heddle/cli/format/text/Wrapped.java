package org.heddle.cli.format.text;

import java.util.ArrayList;
import java.util.List;

/** Text broken into lines of at most {@value Columns#WIDTH} characters. */
final class Wrapped {
    private Wrapped() {}

    /** Lines that begin with this indentation, all but the first with four blanks more; broken at blanks where possible. */
    static List<String> lines(String indentation, String text) {
        return lines(indentation, indentation + "    ", text);
    }

    /** The same, the first line begun by one text and the others by another. */
    static List<String> lines(String first, String others, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : text.strip().split("\\s+", -1)) {
            if (!empty && line.length() + 1 + word.length() > Columns.WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(others);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString());
        return lines;
    }

    /** The text, cut off if it is longer than this. */
    static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
    }

    /** The text with blanks up to this width. */
    static String padded(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }
}
