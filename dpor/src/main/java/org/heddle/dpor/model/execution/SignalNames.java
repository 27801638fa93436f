package org.heddle.dpor.model.execution;

import java.util.List;

/** What {@code <signal.h>} of Linux on x86-64 calls signals. */
public final class SignalNames {
    private static final List<String> NAMES = List.of(
            "SIGHUP",
            "SIGINT",
            "SIGQUIT",
            "SIGILL",
            "SIGTRAP",
            "SIGABRT",
            "SIGBUS",
            "SIGFPE",
            "SIGKILL",
            "SIGUSR1",
            "SIGSEGV",
            "SIGUSR2",
            "SIGPIPE",
            "SIGALRM",
            "SIGTERM",
            "SIGSTKFLT",
            "SIGCHLD",
            "SIGCONT",
            "SIGSTOP",
            "SIGTSTP",
            "SIGTTIN",
            "SIGTTOU",
            "SIGURG",
            "SIGXCPU",
            "SIGXFSZ",
            "SIGVTALRM",
            "SIGPROF",
            "SIGWINCH",
            "SIGIO",
            "SIGPWR",
            "SIGSYS");

    private SignalNames() {}

    /** The name of a signal; {@code signal 34} where it has none. */
    public static String of(int number) {
        return number >= 1 && number <= NAMES.size() ? NAMES.get(number - 1) : "signal " + number;
    }
}
