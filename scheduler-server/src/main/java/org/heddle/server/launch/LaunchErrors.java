package org.heddle.server.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import jnr.constants.platform.Errno;
import org.heddle.server.launch.LaunchException.Reason;
import org.heddle.server.os.Native;

/** Words for what {@code posix_spawn} refuses. */
final class LaunchErrors {
    private LaunchErrors() {}

    static LaunchException of(TargetCommand command, int error) {
        Path program = command.program();
        Path directory = command.workingDirectory();
        Errno errno = Errno.valueOf(error);
        String what = "cannot start " + program + ": ";
        if (!Files.isDirectory(directory)) {
            return new LaunchException(
                    Reason.NOT_FOUND,
                    what + "the working directory " + directory + " does not exist. Create it or name another one.");
        }
        return switch (errno) {
            case ENOENT, ENOTDIR -> new LaunchException(Reason.NOT_FOUND, what + notFound(program));
            case EACCES, EPERM -> new LaunchException(
                    Reason.NOT_PERMITTED, what + Native.describe(errno) + ". " + notPermitted(program));
            case ENOEXEC, ELIBBAD -> new LaunchException(
                    Reason.NOT_EXECUTABLE,
                    what + "it is not a program that this machine can run (" + errno.name()
                            + "). "
                            + obstacle(program)
                                    .orElse("Give a dynamically linked executable of this machine, or C sources."));
            case E2BIG -> new LaunchException(
                    Reason.RESOURCES, what + "its arguments and environment are too long (E2BIG). Shorten them.");
            default -> new LaunchException(
                    Reason.RESOURCES,
                    what + Native.describe(errno) + ". Free memory, processes or descriptors, or use fewer jobs.");
        };
    }

    private static Optional<String> obstacle(Path program) {
        return new TargetFile(program).obstacle();
    }

    private static String notFound(Path program) {
        if (Files.exists(program)) {
            return "its loader, which its ELF header or #! line names, does not exist (ENOENT). "
                    + obstacle(program).orElse("Install the C library it was linked for, or link it here.");
        }
        return "there is no such file (ENOENT). Check the path, or build the program first.";
    }

    private static String notPermitted(Path program) {
        if (Files.isDirectory(program)) {
            return "It is a directory; name the executable in it.";
        }
        if (!Files.isExecutable(program)) {
            return "Make it executable: chmod +x " + program;
        }
        return "Check that its file system is not mounted noexec and that its folders can be entered.";
    }
}
