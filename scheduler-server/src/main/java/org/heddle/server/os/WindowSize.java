package org.heddle.server.os;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalInt;

/** How large a terminal's window is. */
public final class WindowSize {
    private static final long TIOCGWINSZ = 0x5413;
    private static final int SIZE = 8; // struct winsize: rows, columns, and both in pixels, 16 bits each
    private static final int COLUMNS = 2;

    private WindowSize() {}

    /** How many characters a line of it has; empty if the descriptor is no terminal, or does not tell. */
    public static OptionalInt columns(int descriptor) {
        ByteBuffer size = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());
        int failed = Native.C.ioctl(descriptor, TIOCGWINSZ, Native.address(size));
        int columns = failed == 0 ? Short.toUnsignedInt(size.getShort(COLUMNS)) : 0;
        return columns == 0 ? OptionalInt.empty() : OptionalInt.of(columns);
    }
}
