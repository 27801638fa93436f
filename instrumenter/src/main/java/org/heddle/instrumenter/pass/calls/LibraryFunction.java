package org.heddle.instrumenter.pass.calls;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A library function that touches memory, in the terms of {@code enum heddle_library} in {@code heddle_abi.h}.
 *
 * @param effect what it does; the number there
 * @param first which argument is the first pointer
 * @param second which argument is the second pointer, or the byte that is looked for, or -1
 * @param size the size
 */
record LibraryFunction(int effect, int first, int second, Size size) {
    /** Reads a string. */
    static final int READ_STRING = 1;

    private static final int READ_STRINGS = 2;
    private static final int COPY_STRING = 3;
    private static final int COPY_AND_FILL = 4;
    private static final int APPEND_STRING = 5;
    private static final int READ_BYTES = 6;
    private static final int READ_BOTH = 7;
    private static final int CHANGE_BYTES = 8;
    private static final int READ_TWO = 9;
    private static final int SEARCH_STRING = 10;
    private static final int FIND_BYTE = 11;
    private static final int FIND_CHARACTER = 12;
    private static final int SPAN = 13;
    private static final int SPAN_UNTIL = 14;
    private static final int READ_STRINGS_FOLDED = 15;
    private static final int READ_INTEGER = 16;
    private static final int READ_REAL = 17;
    private static final int NEXT_TOKEN = 18;
    private static final int CUT_TOKEN = 19;
    private static final int WRITE_BYTES = 20;
    private static final int USE_FILE = 21;
    private static final int USE_STREAM = 22;
    private static final int OPEN = 23;
    private static final int OPEN_STREAM = 24;
    private static final int USE_NAME = 25;
    private static final int UNLOCKED = 26;
    private static final int READ_TEXTS = 27;
    private static final int FILL_TEMPLATE = 28;
    private static final int WRITE_COUNTED = 29;
    private static final int READ_TIME = 30;

    /** What is added to one of the above where it is of wide characters. */
    private static final int WIDE = 32;

    private static final int TIMESPEC = 16;
    private static final int TM = 56;
    private static final int STAT = 144;

    /** A stream or directory is used: whoever closes it ends its life. What libc keeps in it is not the program's to read. */
    private static final int HANDLE = 4;

    /**
     * A number of bytes.
     *
     * @param argument which argument it is, or -1
     * @param factor which argument it is to be multiplied with, or -1
     * @param constant the number if no argument is it, or what the argument is to be multiplied with; -1 for none
     */
    record Size(int argument, int factor, long constant) {
        static final Size NONE = new Size(-1, -1, -1);

        static Size of(int argument) {
            return argument < 0 ? NONE : new Size(argument, -1, -1);
        }

        static Size always(long bytes) {
            return new Size(-1, -1, bytes);
        }
    }

    private static final Map<String, List<LibraryFunction>> BY_NAME = Stream.of(
                    strings(
                            0, "strlen", "strdup", "strrchr", "puts", "fputs", "perror", "getenv", "fopen", "open",
                            "unlink"),
                    strings(0, "remove", "mkdir", "rmdir", "access", "opendir", "chdir"),
                    each(READ_STRING, 0, -1, Size.of(1), "strnlen", "strndup"),
                    each(READ_STRINGS, 0, 1, Size.NONE, "strcmp"),
                    each(READ_STRINGS, 0, 1, Size.of(2), "strncmp"),
                    each(READ_STRINGS_FOLDED, 0, 1, Size.NONE, "strcasecmp"),
                    each(READ_STRINGS_FOLDED, 0, 1, Size.of(2), "strncasecmp"),
                    each(READ_TWO, 0, 1, Size.NONE, "strcoll", "rename"),
                    each(SEARCH_STRING, 0, 1, Size.NONE, "strstr"),
                    each(COPY_STRING, 0, 1, Size.NONE, "strcpy", "stpcpy", "__strcpy_chk", "__stpcpy_chk"),
                    each(COPY_AND_FILL, 0, 1, Size.of(2), "strncpy", "stpncpy", "__strncpy_chk", "__stpncpy_chk"),
                    each(APPEND_STRING, 0, 1, Size.NONE, "strcat", "__strcat_chk"),
                    each(APPEND_STRING, 0, 1, Size.of(2), "strncat", "__strncat_chk"),
                    each(READ_BOTH, 0, 1, Size.of(2), "memcmp", "bcmp"),
                    each(FIND_BYTE, 0, 1, Size.of(2), "memchr"),
                    each(FIND_CHARACTER, 0, 1, Size.NONE, "strchr", "strchrnul", "index"),
                    each(SPAN, 0, 1, Size.NONE, "strspn"),
                    each(SPAN_UNTIL, 0, 1, Size.NONE, "strcspn", "strpbrk"),
                    each(READ_INTEGER, 0, -1, Size.always(10), "atoi", "atol", "atoll"),
                    integers("strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "strtoq", "strtouq"),
                    each(READ_REAL, 0, -1, Size.NONE, "atof"),
                    each(READ_REAL, 0, 1, Size.NONE, "strtod", "strtof", "strtold"),
                    each(NEXT_TOKEN, 0, 2, Size.of(1), "strtok_r", "__strtok_r"),
                    each(CUT_TOKEN, 0, 1, Size.NONE, "strsep"),
                    each(CUT_TOKEN, 0, -1, Size.NONE, "getsubopt"),
                    wide(READ_STRING, 0, -1, Size.NONE, "wcslen", "wcsdup", "wcsrchr"),
                    wide(READ_STRING, 0, -1, Size.of(1), "wcsnlen"),
                    wide(READ_STRINGS, 0, 1, Size.NONE, "wcscmp"),
                    wide(READ_STRINGS, 0, 1, Size.of(2), "wcsncmp"),
                    wide(READ_STRINGS_FOLDED, 0, 1, Size.NONE, "wcscasecmp"),
                    wide(READ_STRINGS_FOLDED, 0, 1, Size.of(2), "wcsncasecmp"),
                    wide(READ_TWO, 0, 1, Size.NONE, "wcscoll"),
                    wide(READ_BOTH, 0, 1, Size.of(2), "wmemcmp"),
                    wide(SEARCH_STRING, 0, 1, Size.NONE, "wcsstr"),
                    wide(COPY_STRING, 0, 1, Size.NONE, "wcscpy", "wcpcpy", "__wcscpy_chk", "__wcpcpy_chk"),
                    wide(COPY_AND_FILL, 0, 1, Size.of(2), "wcsncpy", "wcpncpy", "__wcsncpy_chk", "__wcpncpy_chk"),
                    wide(APPEND_STRING, 0, 1, Size.NONE, "wcscat", "__wcscat_chk"),
                    wide(APPEND_STRING, 0, 1, Size.of(2), "wcsncat", "__wcsncat_chk"),
                    wide(FIND_BYTE, 0, 1, Size.of(2), "wmemchr"),
                    wide(FIND_CHARACTER, 0, 1, Size.NONE, "wcschr", "wcschrnul"),
                    wide(SPAN, 0, 1, Size.NONE, "wcsspn"),
                    wide(SPAN_UNTIL, 0, 1, Size.NONE, "wcscspn", "wcspbrk"),
                    wide(
                            READ_INTEGER,
                            0,
                            1,
                            Size.of(2),
                            "wcstol",
                            "wcstoul",
                            "wcstoll",
                            "wcstoull",
                            "wcstoimax",
                            "wcstoumax"),
                    wide(READ_REAL, 0, 1, Size.NONE, "wcstod", "wcstof", "wcstold"),
                    wide(NEXT_TOKEN, 0, 2, Size.of(1), "wcstok"),
                    each(READ_BYTES, 1, -1, Size.of(2), "write", "pwrite", "pwrite64", "send", "sendto"),
                    each(READ_BYTES, 0, -1, new Size(1, 2, -1), "fwrite", "fwrite_unlocked"),
                    each(CHANGE_BYTES, 0, -1, new Size(1, 2, -1), "qsort", "qsort_r"),
                    each(CHANGE_BYTES, 0, -1, Size.always(4), "rand_r"),
                    each(CHANGE_BYTES, 0, -1, Size.always(TM), "mktime", "timegm"),
                    each(READ_BYTES, 3, -1, Size.always(TM), "strftime"),
                    handles(0, "fflush", "fgetc", "getc", "feof", "ferror", "clearerr", "fileno", "rewind"),
                    handles(
                            0, "fseek", "fseeko", "ftell", "ftello", "setvbuf", "setbuf", "fgetpos", "fsetpos",
                            "fgetwc"),
                    handles(0, "fprintf", "__fprintf_chk", "vfprintf", "__vfprintf_chk", "fscanf", "vfscanf"),
                    handles(0, "__isoc99_fscanf", "__isoc23_fscanf", "flockfile", "ftrylockfile", "funlockfile"),
                    handles(0, "rewinddir", "telldir", "seekdir", "dirfd"),
                    each(CHANGE_BYTES, 0, -1, Size.always(HANDLE), "readdir", "readdir64"),
                    handles(1, "fputs", "fputc", "putc", "ungetc", "fputwc"),
                    handles(2, "fgets", "getline", "freopen"),
                    handles(3, "fread", "fwrite", "getdelim", "__fgets_chk"),
                    handles(4, "__fread_chk"),
                    each(WRITE_BYTES, 0, -1, Size.of(1), "bzero", "explicit_bzero"),
                    each(WRITE_BYTES, 0, -1, Size.always(8), "time"),
                    each(WRITE_BYTES, 0, -1, Size.always(TIMESPEC), "gettimeofday"),
                    each(WRITE_BYTES, 1, -1, Size.always(TIMESPEC), "clock_gettime"),
                    each(WRITE_BYTES, 1, -1, Size.always(STAT), "stat", "fstat", "lstat"),
                    each(READ_BYTES, 0, -1, Size.always(8), "localtime_r", "gmtime_r"),
                    each(WRITE_BYTES, 1, -1, Size.always(TM), "localtime_r", "gmtime_r"))
            .flatMap(stream -> stream)
            .collect(Collectors.groupingBy(
                    Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toUnmodifiableList())));

    private static Stream<Map.Entry<String, LibraryFunction>> each(
            int effect, int first, int second, Size size, String... names) {
        LibraryFunction function = new LibraryFunction(effect, first, second, size);
        return Stream.of(names).map(name -> Map.entry(name, function));
    }

    private static Stream<Map.Entry<String, LibraryFunction>> wide(
            int effect, int first, int second, Size size, String... names) {
        return each(effect + WIDE, first, second, size, names);
    }

    private static Stream<Map.Entry<String, LibraryFunction>> handles(int argument, String... names) {
        return each(READ_BYTES, argument, -1, Size.always(HANDLE), names);
    }

    private static Stream<Map.Entry<String, LibraryFunction>> strings(int argument, String... names) {
        return each(READ_STRING, argument, -1, Size.NONE, names);
    }

    /** In C23 programs libc's headers give these another name. */
    private static Stream<Map.Entry<String, LibraryFunction>> integers(String... names) {
        String[] all = Stream.of(names)
                .flatMap(name -> Stream.of(name, "__isoc23_" + name))
                .toArray(String[]::new);
        return each(READ_INTEGER, 0, 1, Size.of(2), all);
    }

    /** What the function of this name does, in order; empty if it is none of these. */
    static List<LibraryFunction> of(String name) {
        return BY_NAME.getOrDefault(name, List.of());
    }

    /** A string that is read. */
    static LibraryFunction string(int argument) {
        return new LibraryFunction(READ_STRING, argument, -1, Size.NONE);
    }

    /** Bytes that are read. */
    static LibraryFunction reads(int argument, Size size) {
        return new LibraryFunction(READ_BYTES, argument, -1, size);
    }

    /** A time that is read, which decides how long the call waits. */
    static LibraryFunction time(int argument, Size size) {
        return new LibraryFunction(READ_TIME, argument, -1, size);
    }

    /** Bytes that are written. */
    static LibraryFunction writes(int argument, Size size) {
        return new LibraryFunction(WRITE_BYTES, argument, -1, size);
    }

    /** Bytes that are read and written. */
    static LibraryFunction changes(int argument, Size size) {
        return new LibraryFunction(CHANGE_BYTES, argument, -1, size);
    }

    /** An array of strings that is read. */
    static LibraryFunction texts(int argument, Size count) {
        return new LibraryFunction(READ_TEXTS, argument, -1, count);
    }

    /** A string of which six characters are changed, before its last ones. */
    static LibraryFunction template(int argument, Size last) {
        return new LibraryFunction(FILL_TEMPLATE, argument, -1, last);
    }

    /** Numbers that are written, as many as the one behind another argument says. */
    static LibraryFunction counted(int argument, int count) {
        return new LibraryFunction(WRITE_COUNTED, argument, count, Size.NONE);
    }

    /** A stream or directory that is used. */
    static LibraryFunction handle(int argument) {
        return reads(argument, Size.always(HANDLE));
    }

    /** How a call uses a file; the codes are those of {@code enum heddle_file_use}. */
    enum FileUse {
        LOOK,
        CHANGE,
        CUT,
        WRITE,
        READ,
        PUT
    }

    /** A stream that is used without its lock. */
    static LibraryFunction unlocked(int argument) {
        return new LibraryFunction(UNLOCKED, argument, -1, Size.NONE);
    }

    /** The same of standard input, descriptor 0, or standard output, descriptor 1. */
    static LibraryFunction unlockedStandard(int descriptor) {
        return new LibraryFunction(UNLOCKED, -1, -1, Size.always(descriptor));
    }

    /** The file of a descriptor that is used. */
    @SuppressWarnings("EnumOrdinal") // the header has the same order
    static LibraryFunction file(int descriptor, FileUse use) {
        return new LibraryFunction(USE_FILE, -1, descriptor, Size.always(use.ordinal()));
    }

    /** The file of a name that is used; {@code folder}: the argument with the descriptor that it is relative to, or −1. */
    @SuppressWarnings("EnumOrdinal") // as above
    static LibraryFunction named(int path, int folder, FileUse use) {
        return new LibraryFunction(USE_NAME, path, folder, Size.always(use.ordinal()));
    }

    /** How a call uses a stream; the codes are those of {@code enum heddle_stream_use}. */
    enum StreamUse {
        WRITES,
        USES
    }

    /** A stream that is used. */
    @SuppressWarnings("EnumOrdinal") // as above
    static LibraryFunction stream(int argument, StreamUse use) {
        return new LibraryFunction(USE_STREAM, argument, -1, Size.always(use.ordinal()));
    }

    /** Standard input that is used. */
    static LibraryFunction standardInput() {
        return file(-1, FileUse.CHANGE);
    }

    /** A file that is opened; {@code folder} as in {@link #named}. */
    static LibraryFunction opens(int path, int folder, Size flags) {
        return new LibraryFunction(OPEN, path, folder, flags);
    }

    /** A file that is opened as a stream. */
    static LibraryFunction opensStream(int path, int mode) {
        return new LibraryFunction(OPEN_STREAM, path, mode, Size.always(0));
    }

    /** Whether it is about a file rather than about memory that may be the thread's own. */
    boolean isOfFile() {
        return effect >= USE_FILE && effect <= UNLOCKED;
    }

    /** Whether it knows nothing but characters behind its pointers, which belong together; else it is given a number of bytes. */
    boolean isOfText() {
        return switch (effect & ~WIDE) {
            case READ_BYTES,
                    READ_BOTH,
                    CHANGE_BYTES,
                    WRITE_BYTES,
                    FIND_BYTE,
                    WRITE_COUNTED,
                    READ_TEXTS,
                    READ_TIME -> false;
            default -> true;
        };
    }

    /** The most bytes that it touches; negative: that is not known before the program runs. */
    long mostBytes() {
        return !isOfText() && size.argument() < 0 ? size.constant() : -1;
    }

    /** Whether what this argument points to is written. */
    boolean writes(int argument) {
        return switch (effect & ~WIDE) {
            case COPY_STRING, COPY_AND_FILL, APPEND_STRING, CHANGE_BYTES, CUT_TOKEN, WRITE_BYTES -> argument == first;
            case FILL_TEMPLATE, WRITE_COUNTED -> argument == first;
            case READ_INTEGER, READ_REAL -> argument == second;
            case NEXT_TOKEN -> argument == first || argument == second;
            default -> false;
        };
    }

    /** How many arguments a call must have. */
    int arguments() {
        return 1 + Math.max(Math.max(first, second), Math.max(size.argument(), size.factor()));
    }
}
