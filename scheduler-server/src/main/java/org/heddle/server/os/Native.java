package org.heddle.server.os;

import java.nio.ByteBuffer;
import jnr.constants.platform.Errno;
import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/** The loaded C library. */
public final class Native {
    private static final String MAKES_CODE = "jnr.ffi.asm.enabled";

    static {
        // Code for each function of a library takes longer to make than calls that go by reflection take, as rare as
        // they are here.
        if (System.getProperty(MAKES_CODE) == null) {
            System.setProperty(MAKES_CODE, "false");
        }
    }

    /** The C library. To load it, the bindings unpack a library of their own into a temporary file, which they remove. */
    public static final LibC C =
            WholeOrNotAtAll.run(() -> LibraryLoader.create(LibC.class).load("c"));

    private static final Runtime RUNTIME = Runtime.getRuntime(C);

    private Native() {}

    /** The error of this thread's last call. */
    public static Errno errno() {
        return Errno.valueOf(LastError.getLastError(RUNTIME));
    }

    /** Where a direct buffer's memory begins, whatever its position; the caller keeps the buffer reachable. */
    public static long address(ByteBuffer direct) {
        return Pointer.wrap(RUNTIME, direct.duplicate().clear()).address(); // a pointer begins at the position
    }

    /** What an error is, for people: its text and its name. */
    public static String describe(Errno error) {
        return error.description() + " (" + error.name() + ")";
    }
}
