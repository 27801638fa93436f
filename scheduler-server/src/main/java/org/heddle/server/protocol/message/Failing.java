package org.heddle.server.protocol.message;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
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
    MMAP(3),
    /** {@code open}, {@code fopen}, {@code socket}, {@code accept}, {@code pipe} and what else makes a descriptor: there is no number for it. */
    OPEN(4),
    /** {@code read} and its like: an error, an interruption by a signal, or less than there is. */
    READ(5),
    /** {@code write} and its like: a full disk, an error, an interruption, or less than was to be written. */
    WRITE(6),
    /** {@code sem_wait}, {@code poll}, {@code nanosleep} and what else waits: a signal interrupts it. */
    WAIT(7),
    /** {@code fork}: there are too many processes. */
    FORK(8);

    private final int code;

    Failing(int code) {
        this.code = code;
    }

    @Override
    public int code() {
        return code;
    }

    /** All of them, as the command line has them. */
    public static String words() {
        return Arrays.stream(values()).map(Failing::word).collect(Collectors.joining(", "));
    }

    /** As the command line has it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
