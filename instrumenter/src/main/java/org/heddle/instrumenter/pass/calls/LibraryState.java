package org.heddle.instrumenter.pass.calls;

/** What library functions keep between calls; the codes are those of {@code enum heddle_state} in {@code heddle_abi.h}. */
enum LibraryState {
    NONE,
    RANDOM,
    DRAND48,
    ENVIRONMENT,
    LOCALE,
    PASSWD,
    GROUP,
    SHADOW,
    HOSTS,
    NETWORKS,
    PROTOCOLS,
    SERVICES,
    ALIASES,
    NETGROUP,
    LOGIN,
    TTYNAME,
    PTSNAME,
    TMPNAM,
    CRYPT,
    DIGITS,
    HASH_TABLE,
    OPTIONS,
    L64A,
    SIGNGAM,
    MULTIBYTE,
    MOUNTS,
    FILE_SYSTEMS,
    TERMINALS,
    SHELLS,
    UTMP,
    ETHERNET,
    GETDATE,
    PATTERN,
    BREAK,
    DISPOSITIONS,
    THREAD_NAMES,
    MESSAGES,
    SYSLOG,
    PRINTF_EXTENSIONS,
    LIMITS,
    IDENTITY,
    RPC,
    HOST_NAME,
    PRIORITY,
    CONVENTIONS,
    NAMES,
    SCHEDULING,
    PROCESS,
    TIME_ZONE;

    /** The number that the hook is given. */
    @SuppressWarnings("EnumOrdinal") // the header lists them in the same order, and a test compares the two
    int code() {
        return ordinal();
    }
}
