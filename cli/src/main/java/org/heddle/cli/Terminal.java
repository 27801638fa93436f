package org.heddle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this process's streams are a terminal; Java's own console only tells of two at once. */
final class Terminal {
    private Terminal() {}

    /** Whether standard error is. */
    static boolean isStandardError() {
        return isTerminal(2);
    }

    /** Whether standard output is. */
    static boolean isStandardOutput() {
        return isTerminal(1);
    }

    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }
}
