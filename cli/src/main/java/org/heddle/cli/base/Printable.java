package org.heddle.cli.base;

/** Text of the checked program, made harmless for a terminal. */
public final class Printable {
    /** No reader takes in more of a name, and a report has each many times. */
    private static final int LONGEST_NAME = 300;

    private Printable() {}

    /** The text with control characters replaced. */
    public static String of(String text) {
        if (text.chars().noneMatch(Printable::isReplaced)) {
            return text;
        }
        return text.codePoints()
                .map(point -> isReplaced(point) ? 0xFFFD : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** The same of a name, of which the middle is left out where it is very long. */
    public static String name(String text) {
        int half = LONGEST_NAME / 2;
        return text.length() <= LONGEST_NAME
                ? of(text)
                : of(text.substring(0, half) + "…" + text.substring(text.length() - half));
    }

    private static boolean isReplaced(int point) {
        return Character.isISOControl(point) && point != '\t';
    }
}
