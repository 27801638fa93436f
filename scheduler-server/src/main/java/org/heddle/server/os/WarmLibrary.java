package org.heddle.server.os;

import java.nio.file.Path;
import jnr.ffi.LibraryLoader;
import jnr.ffi.annotations.Out;

/** The functions of {@code libheddle-warm.so}, by which a JVM runs commands of clients; {@code take.c} says what they do. */
public interface WarmLibrary {
    /** The numbers that {@link #heddle_warm_take} returns: connection, file of words, arguments, variables. */
    int TAKEN = 4;

    /** Loads it from its folder. */
    static WarmLibrary load(Path nativeHome) {
        return LibraryLoader.create(WarmLibrary.class)
                .load(nativeHome.resolve("libheddle-warm.so").toString());
    }

    int heddle_warm_ready(int control);

    int heddle_warm_take(int control, @Out int[] taken);

    int heddle_warm_set_environment(int words, int arguments, int variables);

    int heddle_warm_begin(int connection);

    void heddle_warm_await_hang_up(int connection);

    int heddle_warm_finish(int connection, int code);

    void heddle_warm_sweep(long key);
}
