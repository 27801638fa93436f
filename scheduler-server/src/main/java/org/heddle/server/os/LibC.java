package org.heddle.server.os;

import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/**
 * The functions of the C library that the server calls, but for {@link SocketCalls}, as they are: addresses and C longs are
 * {@code long}, errors are told by −1 and {@link Native#errno()} unless said otherwise. See the manual pages for their meaning.
 */
public interface LibC {
    int fcntl(int descriptor, int command, long argument);

    int ioctl(int descriptor, long request, long argument);

    int close(int descriptor);

    int kill(int pid, int signal);

    /** Handlers are addresses, as are the values returned. */
    long signal(int number, long handler);

    int waitpid(int pid, @Out int[] status, int options);

    int waitid(int idType, int id, long info, int options);

    int personality(long persona);

    int sched_setaffinity(int thread, long size, @In long[] mask);

    int sched_getaffinity(int thread, long size, @Out long[] mask);

    int prlimit(int pid, int resource, @In long[] wanted, @Out long[] previous);

    long syscall(long number, long first, long second);

    /** Returns the error itself. */
    int posix_spawn(@Out int[] pid, long path, long actions, long attributes, long arguments, long environment);

    int posix_spawn_file_actions_init(long actions);

    int posix_spawn_file_actions_destroy(long actions);

    int posix_spawn_file_actions_addopen(long actions, int descriptor, long path, int flags, int mode);

    int posix_spawn_file_actions_adddup2(long actions, int from, int to);

    int posix_spawn_file_actions_addchdir_np(long actions, long path);

    int posix_spawn_file_actions_addclosefrom_np(long actions, int first);

    int posix_spawnattr_init(long attributes);

    int posix_spawnattr_destroy(long attributes);

    int posix_spawnattr_setflags(long attributes, short flags);

    int posix_spawnattr_setpgroup(long attributes, int group);

    int posix_spawnattr_setsigmask(long attributes, long signals);

    int posix_spawnattr_setsigdefault(long attributes, long signals);

    int sigemptyset(long signals);

    int sigfillset(long signals);
}
