package org.heddle.server.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.heddle.server.launch.FolderCopy;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.launch.Messages;
import org.heddle.server.launch.PrivateDirectory;
import org.heddle.server.launch.TargetCommand;
import org.heddle.server.os.CoreLimit;

/**
 * One worker's folder: its socket, its target's messages, its copy of the sandbox, the file for lines that ran; and the command that
 * starts a target there.
 *
 * <p>Of the sandbox there is a second copy, from which the target restores the first one before each execution.
 *
 * <p>Arguments and environment lie on the target's stack, so their length shifts the addresses that name objects there.
 * Paths that differ between workers, runs and users are therefore stretched to one length by leading slashes.
 */
public record WorkerHome(
        LaunchOptions options, PrivateDirectory directory, Path workingDirectory, Messages messages, int core) {
    private static final int SOCKET_LENGTH = 100;
    private static final int SHIM_LENGTH = 255;

    private static final String LINES = "lines"; // as zygote/files/lines.c has it; a variable would shift the stack

    /** Makes the folder of the worker with this number, within the parent's. */
    public static WorkerHome create(LaunchOptions options, PrivateDirectory parent, int index, int core)
            throws IOException {
        PrivateDirectory directory =
                parent.child("w" + Integer.toString(1000 + index).substring(1));
        Path running = options.workingDirectory().toAbsolutePath().normalize();
        if (options.sandbox().isPresent()) {
            Path original = options.sandbox().get().toAbsolutePath().normalize();
            Path copy = directory.path().resolve("sandbox");
            FolderCopy.copy(original, copy);
            FolderCopy.copy(copy, directory.path().resolve("original"));
            running = running.startsWith(original) ? copy.resolve(original.relativize(running)) : copy;
        }
        if (options.lines().isPresent()) {
            Path lines = options.lines().get().toAbsolutePath();
            Files.createSymbolicLink(directory.path().resolve(LINES), lines);
        }
        Messages messages = new Messages(directory.path().resolve("messages"));
        return new WorkerHome(options, directory, running, messages, core);
    }

    Path socket() {
        return directory.path().resolve("socket");
    }

    /**
     * How the program is started.
     *
     * @param steady what places it at addresses that are the same each time; a launcher starts that, and that the program
     */
    TargetCommand command(Optional<Path> steady) {
        Path program = options.program().toAbsolutePath();
        List<Path> chain = Stream.of(options.launcher(), steady, Optional.of(program))
                .flatMap(Optional::stream)
                .toList();
        List<String> arguments = new ArrayList<>();
        for (int k = 1; k < chain.size(); k++) {
            arguments.add(chain.get(k - 1).toString());
            arguments.add(chain.get(k).toString());
        }
        arguments.add(options.name().orElse(options.program().toString()));
        arguments.addAll(options.arguments());
        List<String> environment = new ArrayList<>();
        environment().forEach((name, value) -> environment.add(name + "=" + value));
        return new TargetCommand(
                chain.get(0),
                arguments,
                environment,
                workingDirectory,
                options.standardInput(),
                messages.file(),
                core,
                "HEDDLE_SOCKET=" + stretched(socket(), SOCKET_LENGTH));
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(options.environment());
        String shim = stretched(options.shim().toAbsolutePath().normalize(), SHIM_LENGTH);
        environment.merge("LD_PRELOAD", shim, (others, ours) -> ours + ":" + others);
        environment.put("LD_BIND_NOW", "1");
        // without restartable sequences the kernel leaves the thread-control block alone, whose page else is copied
        environment.put("GLIBC_TUNABLES", "glibc.pthread.rseq=0");
        environment.put("HEDDLE_SOCKET", stretched(socket(), SOCKET_LENGTH));
        environment.put("HEDDLE_CORE_LIMIT", "%016x".formatted(CoreLimit.own().soft()));
        if (options.sandbox().isPresent()) {
            environment.put("HEDDLE_SANDBOX", stretched(directory.path(), SOCKET_LENGTH));
        }
        if (!options.peers().isEmpty()) {
            environment.put("HEDDLE_PEERS", String.join("\n", options.peers()));
        }
        options.verifyCommand().ifPresent(command -> environment.put("HEDDLE_VERIFY", command));
        return environment;
    }

    private static String stretched(Path path, int length) {
        String text = path.toString();
        return "/".repeat(Math.max(0, length - text.length())) + text;
    }
}
