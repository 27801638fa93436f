package org.heddle.cli.warm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.Main;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.server.os.WarmLibrary;

/**
 * The process of a JVM that waits for commands. It runs one at a time, with the client's streams, folder, environment and mask of file
 * modes as its own. It takes another one only if the last has left nothing behind.
 */
public final class Spare {
    private static final int CONTROL = 3; // the socket to the server

    private static final Path FOLDER = Path.of("/proc/self/cwd");
    private static final int MOST_COMMANDS = 100;

    private final WarmLibrary library;
    private final long server;

    private Spare(WarmLibrary library, long server) {
        this.library = library;
        this.server = server;
    }

    /** The only argument is the server's number. */
    public static void main(String[] arguments) throws IOException, InterruptedException, UserError {
        WarmLibrary library = WarmLibrary.load(Installation.ofThisProcess().nativeHome());
        new Spare(library, Long.parseUnsignedLong(arguments[0])).serve();
        System.exit(0);
    }

    private void serve() throws IOException, InterruptedException {
        if (!Surroundings.set(List.of(), Path.of("/"))) {
            throw new IOException("this Java does not let its folder and environment be set");
        }
        Practice.run();
        library.heddle_warm_ready(CONTROL); // loads the library
        Leftovers leftovers = new Leftovers();
        for (int command = 0; command < MOST_COMMANDS && takeOne(); command++) {
            Optional<String> left = leftovers.found();
            if (left.isPresent()) {
                System.err.println("ends, since a command has left " + left.get());
                return;
            }
            library.heddle_warm_ready(CONTROL);
        }
    }

    /** Waits for a command and runs it; returns whether there may be more. */
    private boolean takeOne() throws IOException, InterruptedException {
        int[] taken = new int[WarmLibrary.TAKEN];
        int result = library.heddle_warm_take(CONTROL, taken);
        if (result < 0) {
            library.heddle_warm_sweep(server);
        } else if (result > 0) {
            run(Request.read(taken), taken);
        }
        return result >= 0;
    }

    /** Runs a command, if its client still wants that. */
    private void run(Request request, int[] taken) throws IOException, InterruptedException {
        Path folder = Files.readSymbolicLink(FOLDER);
        if (!Files.isDirectory(folder) // it has been removed
                || library.heddle_warm_set_environment(taken[1], taken[2], taken[3]) != 0
                || !Surroundings.set(request.variables(), folder)) {
            throw new IOException("a command's folder or environment cannot be set");
        }
        Client client = new Client(library, request.connection());
        int code = 0;
        if (library.heddle_warm_begin(request.connection()) == 1) {
            Surroundings.renewStreams();
            client.watch();
            code = Main.runAsProcess(request.arguments().toArray(String[]::new));
            System.out.flush();
            System.err.flush();
        }
        client.finish(code);
    }
}
