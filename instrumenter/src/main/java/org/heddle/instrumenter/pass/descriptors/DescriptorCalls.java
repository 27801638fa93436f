package org.heddle.instrumenter.pass.descriptors;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where calls of the C library and of system calls have numbers of descriptors.
 *
 * @param isResult whether they return one
 * @param arguments which arguments are some
 * @param behind which arguments point to some
 */
record DescriptorCalls(boolean isResult, List<Integer> arguments, List<Integer> behind) {
    private static final DescriptorCalls NONE = new DescriptorCalls(false, List.of(), List.of());
    private static final Map<String, DescriptorCalls> BY_NAME = new HashMap<>();

    static {
        returns(
                List.of(),
                "open",
                "openat",
                "__open_2",
                "__openat_2",
                "creat",
                "memfd_create",
                "shm_open",
                "mkstemp",
                "mkostemp");
        returns(
                List.of(),
                "mkstemps",
                "mkostemps",
                "posix_openpt",
                "getpt",
                "socket",
                "eventfd",
                "epoll_create",
                "epoll_create1");
        returns(
                List.of(),
                "inotify_init",
                "inotify_init1",
                "signalfd",
                "timerfd_create",
                "fileno",
                "fileno_unlocked",
                "dirfd");
        returns(List.of(0), "dup", "fcntl", "accept", "accept4", "dup2", "dup3");
        takes(
                List.of(0),
                "close",
                "read",
                "write",
                "pread",
                "pwrite",
                "readv",
                "writev",
                "lseek",
                "ftruncate",
                "fsync",
                "fdatasync");
        takes(List.of(0), "preadv", "pwritev", "preadv2", "pwritev2", "preadv64v2", "pwritev64v2");
        takes(List.of(0), "dprintf", "vdprintf", "__dprintf_chk", "__vdprintf_chk");
        takes(
                List.of(0),
                "fstat",
                "ioctl",
                "flock",
                "lockf",
                "fdopen",
                "isatty",
                "fchmod",
                "fchown",
                "connect",
                "bind",
                "listen");
        takes(
                List.of(0),
                "shutdown",
                "send",
                "recv",
                "sendto",
                "recvfrom",
                "sendmsg",
                "recvmsg",
                "getsockopt",
                "setsockopt");
        takes(
                List.of(0),
                "getsockname",
                "getpeername",
                "eventfd_read",
                "eventfd_write",
                "epoll_wait",
                "epoll_pwait",
                "epoll_pwait2");
        takes(List.of(0), "inotify_add_watch", "inotify_rm_watch", "timerfd_settime", "timerfd_gettime", "fdopendir");
        takes(List.of(4), "mmap");
        takes(List.of(0, 1), "sendfile", "dup2", "dup3", "tee");
        takes(List.of(0, 2), "epoll_ctl", "splice", "copy_file_range");
        BY_NAME.put("pipe", new DescriptorCalls(false, List.of(), List.of(0)));
        BY_NAME.put("pipe2", new DescriptorCalls(false, List.of(), List.of(0)));
        BY_NAME.put("socketpair", new DescriptorCalls(false, List.of(), List.of(3)));
    }

    /** Where a call of the function of this name has some. */
    static DescriptorCalls of(String name) {
        return BY_NAME.getOrDefault(plain(name), NONE);
    }

    /** Whether a call of the function of this name has one. */
    static boolean isOne(String name) {
        return BY_NAME.containsKey(plain(name));
    }

    private static String plain(String name) {
        return name.replaceFirst("64$", "");
    }

    private static void returns(List<Integer> arguments, String... names) {
        for (String name : names) {
            BY_NAME.put(name, new DescriptorCalls(true, arguments, List.of()));
        }
    }

    private static void takes(List<Integer> arguments, String... names) {
        for (String name : names) {
            boolean isResult = BY_NAME.getOrDefault(name, NONE).isResult();
            BY_NAME.put(name, new DescriptorCalls(isResult, arguments, List.of()));
        }
    }
}
