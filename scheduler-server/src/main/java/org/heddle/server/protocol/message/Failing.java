package org.heddle.server.protocol.message;

import java.util.Locale;
import org.heddle.dpor.model.Coded;

/** Calls that POSIX lets fail although nothing is wrong; the codes are those of {@code enum heddle_failing} in {@code wire_enums.h}. */
public enum Failing implements Coded {
    /** {@code malloc} and its like: there is no memory. */
    MALLOC(0),
    /** {@code pthread_create} and {@code thrd_create}: there are too many threads. */
    THREAD(1),
    /** The initialisation of mutexes, condition variables, read-write locks, barriers and semaphores. */
    INIT(2),
    /** {@code mmap}: there is no memory. */
    MMAP(3);

    private final int code;

    Failing(int code) {
        this.code = code;
    }

    @Override
    public int code() {
        return code;
    }

    /** As the command line has it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
