package org.heddle.cli.format.parts;

/** Text of the checked program, made harmless for a terminal. */
public final class Printable {
    private Printable() {}

    /** The text with control characters replaced. */
    public static String of(String text) {
        return text.codePoints()
                .map(point -> Character.isISOControl(point) && point != '\t' ? 0xFFFD : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
