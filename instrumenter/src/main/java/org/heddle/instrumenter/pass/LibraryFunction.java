package org.heddle.instrumenter.pass;

import java.util.Map;

/**
 * A library function that touches memory, in the terms of {@code enum heddle_library} in {@code heddle_abi.h}.
 *
 * @param effect what it does; the number there
 * @param first which argument is the first pointer
 * @param second which argument is the second pointer, or -1
 * @param size which argument is the size, or -1
 * @param factor which argument the size is to be multiplied with, or -1
 */
record LibraryFunction(int effect, int first, int second, int size, int factor) {
    /** Reads a string. */
    static final int READ_STRING = 1;

    private static final int READ_STRINGS = 2;
    private static final int COPY_STRING = 3;
    private static final int COPY_AND_FILL = 4;
    private static final int APPEND_STRING = 5;
    private static final int READ_BYTES = 6;
    private static final int READ_BOTH = 7;
    private static final int CHANGE_BYTES = 8;
    private static final int SEARCH_STRING = 9;

    private static final Map<String, LibraryFunction> BY_NAME = Map.ofEntries(
            string("strlen", 0),
            Map.entry("strnlen", new LibraryFunction(READ_STRING, 0, -1, 1, -1)),
            string("strdup", 0),
            Map.entry("strndup", new LibraryFunction(READ_STRING, 0, -1, 1, -1)),
            string("strrchr", 0),
            string("atoi", 0),
            string("atol", 0),
            string("puts", 0),
            string("fputs", 0),
            two("strcmp", READ_STRINGS, -1),
            two("strncmp", READ_STRINGS, 2),
            two("strstr", SEARCH_STRING, -1),
            two("strcpy", COPY_STRING, -1),
            two("stpcpy", COPY_STRING, -1),
            two("strncpy", COPY_AND_FILL, 2),
            two("stpncpy", COPY_AND_FILL, 2),
            two("strcat", APPEND_STRING, -1),
            two("strncat", APPEND_STRING, 2),
            two("memcmp", READ_BOTH, 2),
            two("bcmp", READ_BOTH, 2),
            Map.entry("write", new LibraryFunction(READ_BYTES, 1, -1, 2, -1)),
            Map.entry("pwrite", new LibraryFunction(READ_BYTES, 1, -1, 2, -1)),
            Map.entry("send", new LibraryFunction(READ_BYTES, 1, -1, 2, -1)),
            Map.entry("fwrite", new LibraryFunction(READ_BYTES, 0, -1, 1, 2)),
            Map.entry("qsort", new LibraryFunction(CHANGE_BYTES, 0, -1, 1, 2)));

    private static Map.Entry<String, LibraryFunction> string(String name, int argument) {
        return Map.entry(name, new LibraryFunction(READ_STRING, argument, -1, -1, -1));
    }

    private static Map.Entry<String, LibraryFunction> two(String name, int effect, int size) {
        return Map.entry(name, new LibraryFunction(effect, 0, 1, size, -1));
    }

    /** The function of this name, or null if it is none of these. */
    static LibraryFunction of(String name) {
        return BY_NAME.get(name);
    }

    /** How many arguments a call must have. */
    int arguments() {
        return 1 + Math.max(Math.max(first, second), Math.max(size, factor));
    }
}
