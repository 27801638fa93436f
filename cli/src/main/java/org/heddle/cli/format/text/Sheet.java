package org.heddle.cli.format.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What text is written on.
 *
 * @param width the longest line, in characters
 * @param paint its colours
 */
public record Sheet(int width, Paint paint) {
    /** The longest line anywhere: longer ones are hard to read. */
    public static final int WIDEST = 100;

    private static final int NARROWEST = 40;

    /** A file, or a page. */
    public static final Sheet PLAIN = new Sheet(WIDEST, Paint.NONE);

    /**
     * Standard output.
     *
     * @param environment variables that say something of colours
     * @param columns of the terminal, if it is one
     */
    public static Sheet of(Map<String, String> environment, OptionalInt columns) {
        int width = Math.max(NARROWEST, Math.min(WIDEST, columns.orElse(WIDEST)));
        return new Sheet(width, Paint.of(environment, columns.isPresent()));
    }

    /** Lines that begin with this indentation, all but the first with four blanks more; broken at blanks where possible. */
    public List<String> lines(String indentation, String text) {
        return lines(indentation, indentation + "    ", text);
    }

    /** The same, the first line begun by one text and the others by another. */
    public List<String> lines(String first, String others, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : text.strip().split("\\s+", -1)) {
            if (!empty && line.length() + 1 + word.length() > width) {
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

    /** The text, cut off if it is longer than a line. */
    String cut(String text) {
        return cut(text, width);
    }

    /** The text, cut off if it is longer than this. */
    public static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
    }

    /** The text with blanks up to this width. */
    static String padded(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }
}
