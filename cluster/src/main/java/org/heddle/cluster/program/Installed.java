package org.heddle.cluster.program;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.Frame;
import org.heddle.server.protocol.PlanCodec;
import org.heddle.server.protocol.message.ProtocolException;

/** A job's program on a worker, ready to be launched. */
public final class Installed implements AutoCloseable {
    private final Home home;
    private final LaunchOptions launch;
    private final PlanCodec.Numbered first;

    private Installed(Home home, LaunchOptions launch, PlanCodec.Numbered first) {
        this.home = home;
        this.launch = launch;
        this.first = first;
    }

    /**
     * Why a worker cannot execute this job as the check's machine does; empty if it can.
     *
     * @throws IOException if this machine cannot be looked at
     */
    public static Optional<String> obstacle(Job job, Path shim) throws IOException {
        Optional<String> machine = Machine.here(shim).differences(job.machine());
        if (machine.isPresent()) {
            return machine;
        }
        for (Map.Entry<String, String> library : new TreeMap<>(job.systemLibraries()).entrySet()) {
            Path path = Path.of(library.getKey());
            if (!Files.isReadable(path)) {
                return Optional.of("the library " + path + " is missing here");
            }
            if (!ContentHash.of(path).equals(library.getValue())) {
                return Optional.of("the library " + path + " is another one here");
            }
        }
        return Optional.empty();
    }

    /**
     * Puts the job's files where they are executed.
     *
     * @throws IOException if that is not possible, or the job is malformed
     * @throws InterruptedException if the thread is interrupted
     */
    public static Installed of(Job job, FileCache cache, Path shim) throws IOException, InterruptedException {
        Home home = Home.create();
        boolean made = false;
        try {
            Installed installed = make(home, job, cache, shim);
            made = true;
            return installed;
        } finally {
            if (!made) {
                home.close();
            }
        }
    }

    private static Installed make(Home home, Job job, FileCache cache, Path shim) throws IOException {
        cache.copy(job.program(), home.program());
        home.program().toFile().setExecutable(true, true);
        for (Map.Entry<String, String> library : job.libraries().entrySet()) {
            cache.copy(library.getValue(), home.library(library.getKey()));
        }
        PlanCodec.Numbered first = plan(job.firstPlan());
        LaunchOptions launch = home.launch(
                        LaunchOptions.of(home.program(), shim)
                                .withName(job.name())
                                .withArguments(job.arguments())
                                .withEnvironment(job.environment())
                                .withPeers(job.peers())
                                .withRun(first.envelope().run())
                                .withSeed(first.envelope().seed())
                                .withRestart(job.restart()),
                        !job.libraries().isEmpty())
                .withWorkingDirectory(directory(home, job));
        if (job.hasSandbox()) {
            launch = launch.withSandbox(sandbox(home, job, cache));
        }
        if (job.input().isPresent()) {
            Path input = home.folder().resolve("stdin");
            cache.copy(job.input().get(), input);
            launch = launch.withStandardInput(input);
        }
        if (job.verify().isPresent()) {
            launch = launch.withVerifyCommand(job.verify().get());
        }
        return new Installed(home, launch, first);
    }

    /** The check's own where this machine has it as well, else an empty one. */
    private static Path directory(Home home, Job job) throws IOException {
        Path sandbox = home.folder().resolve("sandbox");
        Path wanted = job.isInSandbox() ? sandbox.resolve(job.directory()).normalize() : Path.of(job.directory());
        if (job.isInSandbox() && !wanted.startsWith(sandbox)) {
            throw new IOException("a path that leaves the sandbox: " + job.directory());
        }
        return job.isInSandbox() || Files.isDirectory(wanted)
                ? wanted
                : Files.createDirectory(home.folder().resolve("empty"));
    }

    private static Path sandbox(Home home, Job job, FileCache cache) throws IOException {
        Path sandbox = Files.createDirectory(home.folder().resolve("sandbox"));
        for (TreeEntry entry : job.sandbox()) {
            entry.make(sandbox, cache);
        }
        for (int i = job.sandbox().size() - 1; i >= 0; i--) { // a folder after what is in it
            job.sandbox().get(i).finish(sandbox);
        }
        return sandbox;
    }

    private static PlanCodec.Numbered plan(byte[] frame) throws ProtocolException {
        ByteBuffer bytes = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() < Frame.HEADER) {
            throw new ProtocolException("a plan of " + bytes.remaining() + " bytes");
        }
        return PlanCodec.decode(Frame.at(bytes, 0, Frame.bodyLength(bytes, 0)).body());
    }

    /** How it is launched. */
    public LaunchOptions launch() {
        return launch;
    }

    /** A folder for what is made of it. */
    public Path scratch() throws IOException {
        return Files.createDirectories(home.folder().resolve("scratch"));
    }

    /** What the first execution does. */
    public PlanCodec.Numbered first() {
        return first;
    }

    @Override
    public void close() {
        home.close();
    }
}
