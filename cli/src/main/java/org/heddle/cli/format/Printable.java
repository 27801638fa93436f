package org.heddle.cli.format;

/** Text of the checked program, made harmless for a terminal. */
final class Printable {
    private Printable() {}

    /** The text with control characters replaced. */
    static String of(String text) {
        return text.codePoints()
                .map(point -> Character.isISOControl(point) && point != '\t' ? 0xFFFD : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
