package org.heddle.cluster;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.heddle.cli.Main;
import org.heddle.cli.base.UserError;
import org.heddle.cluster.net.Address;
import org.heddle.cluster.net.Secret;
import org.heddle.cluster.net.WorkerNode;
import org.heddle.cluster.program.Apart;
import org.heddle.cluster.program.FileCache;
import org.heddle.cluster.session.Workshop;

/** Workers within this process, each with a Pekko system of its own, at ports that the system chooses. */
public final class TestCluster implements AutoCloseable {
    private final Path folder;
    private final Path secret;
    private final List<Running> workers = new ArrayList<>();
    private Address hub;

    private record Running(WorkerNode node, Thread thread, Workshop workshop) {}

    /** What a command has come to. */
    public record Run(int exitCode, String out, String err) {}

    /** A cluster of so many workers. */
    public TestCluster(Path folder, int count) throws Exception {
        this.folder = folder;
        secret = secret(folder.resolve("secret"), "a secret of 32 characters or more");
        for (int i = 0; i < count; i++) {
            add(1);
        }
    }

    /** A file with a secret. */
    public static Path secret(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }

    /** One worker more. */
    public void add(int slots) throws IOException, UserError, InterruptedException {
        Path cache = folder.resolve("cache" + workers.size());
        Apart apart = Apart.beside(Examples.shim());
        Optional<Path> launcher = apart.obstacle().isEmpty() ? Optional.of(apart.launcher()) : Optional.empty();
        Workshop workshop = new Workshop(Examples.shim(), new FileCache(cache, 1 << 26), launcher, slots);
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        WorkerNode node = new WorkerNode(
                Optional.of(new Address("127.0.0.1", 0)),
                Optional.ofNullable(hub),
                Secret.read(secret),
                workshop,
                said::add);
        Thread thread = new Thread(() -> run(node, said), "worker");
        thread.start();
        workers.add(new Running(node, thread, workshop));
        String first = said.take();
        if (hub == null) {
            hub = Address.of(first.replaceAll("worker at (\\S+),.*", "$1"), "the first worker's address");
        }
    }

    private static void run(WorkerNode node, BlockingQueue<String> said) {
        try {
            node.run();
        } catch (UserError | InterruptedException failed) {
            said.add(failed.getMessage());
        }
    }

    /** Lets a worker end in order, and waits for it. */
    public void end(int worker) throws InterruptedException {
        workers.get(worker).node().end();
        workers.get(worker).thread().join();
    }

    /** How many executions a worker has run. */
    public long executed(int worker) {
        return workers.get(worker).workshop().executed();
    }

    /** The options that ask for this cluster. */
    public List<String> options() {
        return List.of("--cluster", hub.toString(), "--secret", secret.toString());
    }

    /** The options that leave all executions of a check to this cluster. */
    public List<String> spreading() {
        return Stream.concat(options().stream(), Stream.of("--spread", "always"))
                .toList();
    }

    /** The address of the first worker. */
    public Address hub() {
        return hub;
    }

    /** Runs a command. */
    public static Run run(List<String> words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(words.toArray(new String[0]), new PrintWriter(out), new PrintWriter(err, true));
        return new Run(exitCode, out.toString(), err.toString());
    }

    @Override
    public void close() {
        try {
            for (int i = workers.size() - 1; i >= 0; i--) {
                end(i);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
