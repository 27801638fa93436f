package org.heddle.server.launch;

import java.io.File;
import java.nio.ByteBuffer;
import java.util.List;
import jnr.constants.platform.Fcntl;
import jnr.constants.platform.OpenFlags;
import org.heddle.server.os.CStrings;
import org.heddle.server.os.CoreLimit;
import org.heddle.server.os.LibC;
import org.heddle.server.os.Native;

/**
 * One call of {@code posix_spawn}: own process group, every signal at its default and unblocked, standard input from
 * the command's file, standard output and error to the messages file, no other descriptor, no core dumps.
 */
final class SpawnCall implements AutoCloseable {
    private static final short SETPGROUP = 0x02;
    private static final short SETSIGDEF = 0x04;
    private static final short SETSIGMASK = 0x08;
    private static final int OPAQUE = 1024; // more than posix_spawn_file_actions_t, posix_spawnattr_t or sigset_t
    private static final int FD_CLOEXEC = 1;

    private final LibC c = Native.C;
    private final ByteBuffer memory = ByteBuffer.allocateDirect(4 * OPAQUE);
    private final long actions = Native.address(memory);
    private final long attributes = actions + OPAQUE;
    private final long noSignals = attributes + OPAQUE;
    private final long allSignals = noSignals + OPAQUE;
    private final CStrings arguments;
    private final CStrings environment;
    private final CStrings paths;

    SpawnCall(TargetCommand command) {
        arguments = new CStrings(command.arguments());
        environment = new CStrings(command.environment());
        paths = new CStrings(List.of(
                command.program().toString(),
                command.workingDirectory().toString(),
                command.messages().toString(),
                command.standardInput().toString()));
        c.posix_spawn_file_actions_init(actions);
        c.posix_spawnattr_init(attributes);
    }

    SpawnOutcome run() {
        prepareDescriptors();
        prepareAttributes();
        int[] pid = new int[1];
        int error = c.posix_spawn(pid, paths.text(0), actions, attributes, arguments.array(), environment.array());
        if (error == 0) {
            new CoreLimit(0, CoreLimit.own().hard()).setOf(pid[0]);
        }
        return new SpawnOutcome(pid[0], error);
    }

    private void prepareDescriptors() {
        int append = OpenFlags.O_WRONLY.intValue() | OpenFlags.O_CREAT.intValue() | OpenFlags.O_APPEND.intValue();
        c.posix_spawn_file_actions_addopen(actions, 0, paths.text(3), OpenFlags.O_RDONLY.intValue(), 0);
        c.posix_spawn_file_actions_addopen(actions, 1, paths.text(2), append, 0600);
        c.posix_spawn_file_actions_adddup2(actions, 1, 2);
        c.posix_spawn_file_actions_addchdir_np(actions, paths.text(1));
        try {
            c.posix_spawn_file_actions_addclosefrom_np(actions, 3);
        } catch (UnsatisfiedLinkError olderThanGlibc234) {
            closeOnExec();
        }
    }

    private void closeOnExec() {
        String[] open = new File("/proc/self/fd").list();
        for (String descriptor : open == null ? new String[0] : open) {
            int number = Integer.parseInt(descriptor);
            if (number > 2) {
                c.fcntl(number, Fcntl.F_SETFD.intValue(), FD_CLOEXEC);
            }
        }
    }

    private void prepareAttributes() {
        c.sigemptyset(noSignals);
        c.sigfillset(allSignals);
        c.posix_spawnattr_setflags(attributes, (short) (SETPGROUP | SETSIGDEF | SETSIGMASK));
        c.posix_spawnattr_setpgroup(attributes, 0);
        c.posix_spawnattr_setsigmask(attributes, noSignals);
        c.posix_spawnattr_setsigdefault(attributes, allSignals);
    }

    @Override
    public void close() {
        c.posix_spawn_file_actions_destroy(actions);
        c.posix_spawnattr_destroy(attributes);
    }
}
