package org.heddle.cli.format.text;

import java.io.PrintWriter;
import java.util.regex.Pattern;

/**
 * Prints lines, of which names of files and threads, texts of the checked program and of schedules are part. What would move the cursor, or
 * change the terminal otherwise than by a colour, is replaced.
 */
public final class TerminalWriter extends PrintWriter {
    private static final Pattern COMMAND =
            Pattern.compile("(\\x1b\\[[0-9;]*m)|[\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069&&[^\\n\\t]]");

    /** Prints to {@code out}. */
    public TerminalWriter(PrintWriter out) {
        super(out, false);
    }

    /** The text with what a terminal would obey replaced, other than colours. */
    public static String harmless(String text) {
        return COMMAND.matcher(text).replaceAll(found -> found.group(1) == null ? "\uFFFD" : found.group(1));
    }

    @Override
    public void println(String line) {
        super.println(harmless(String.valueOf(line)));
        flush();
    }

    @Override
    public void println(Object line) {
        println(String.valueOf(line));
    }
}
