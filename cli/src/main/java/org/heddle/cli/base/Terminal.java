package org.heddle.cli.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.heddle.server.os.WindowSize;

/** Whether this process's streams are a terminal; Java's own console only tells of two at once. */
public final class Terminal {
    private static final int USUAL = 80; // columns of one that does not tell

    private Terminal() {}

    /** Whether standard error is. */
    public static boolean isStandardError() {
        return isTerminal(2);
    }

    /** How many characters a line of standard output has, if it is a terminal. */
    public static OptionalInt columnsOfStandardOutput() {
        return isTerminal(1) ? OptionalInt.of(columns(1)) : OptionalInt.empty();
    }

    /** How many characters a line of standard error has. */
    public static int columnsOfStandardError() {
        return columns(2);
    }

    private static int columns(int descriptor) {
        return WindowSize.columns(descriptor).orElse(USUAL);
    }

    /** Whether standard input is a file, a pipe or a socket: no device. */
    public static boolean isStandardInputAFileOrPipe() {
        String target = target(0);
        return !target.isEmpty() && !target.startsWith("/dev/");
    }

    private static boolean isTerminal(int descriptor) {
        String target = target(descriptor);
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    }

    /** What the kernel calls the descriptor's file; empty if it cannot be told, or is closed. */
    private static String target(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
        } catch (IOException | UnsupportedOperationException unknown) {
            return "";
        }
    }
}
