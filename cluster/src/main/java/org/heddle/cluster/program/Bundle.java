package org.heddle.cluster.program;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.PlanCodec;

/** A check's program with all that has to travel with it. */
public final class Bundle implements AutoCloseable {
    private final Home home;
    private final Job job;
    private final LaunchOptions launch;
    private final PlanCodec.Numbered first;
    private final String name;
    private final Map<String, Path> files;

    private Bundle(
            Home home, Job job, LaunchOptions launch, PlanCodec.Numbered first, String name, Map<String, Path> files) {
        this.home = home;
        this.job = job;
        this.launch = launch;
        this.first = first;
        this.name = name;
        this.files = Map.copyOf(files);
    }

    /**
     * The program of these options.
     *
     * @param first what the first execution does, by which workers are tried
     * @throws IOException if a file cannot be read or copied
     * @throws InterruptedException if the thread is interrupted
     */
    public static Bundle of(LaunchOptions options, Plan first) throws IOException, InterruptedException {
        Home home = Home.create();
        boolean made = false;
        try {
            Bundle bundle = make(home, options, first);
            made = true;
            return bundle;
        } finally {
            if (!made) {
                home.close();
            }
        }
    }

    private static Bundle make(Home home, LaunchOptions options, Plan first) throws IOException, InterruptedException {
        Map<String, Path> files = new HashMap<>();
        Libraries libraries = Libraries.of(options.program(), options.environment());
        Files.copy(options.program(), home.program());
        Map<String, String> own = new TreeMap<>();
        for (Map.Entry<String, Path> library : libraries.own().entrySet()) {
            Files.copy(library.getValue(), home.library(library.getKey()));
            own.put(library.getKey(), keep(library.getValue(), files));
        }
        Path running = options.workingDirectory().toAbsolutePath().normalize();
        List<TreeEntry> sandbox = List.of();
        boolean isInSandbox = false;
        if (options.sandbox().isPresent()) {
            Path original = options.sandbox().get().toAbsolutePath().normalize();
            sandbox = TreeEntry.of(original, files);
            isInSandbox = true;
            running = running.startsWith(original) ? original.relativize(running) : Path.of("");
        }
        Optional<String> input = options.standardInput().equals(LaunchOptions.NO_INPUT)
                ? Optional.empty()
                : Optional.of(keep(options.standardInput(), files));
        Job job = new Job(
                Machine.here(options.shim()),
                options.program().toString(),
                keep(home.program(), files),
                own,
                libraries.system(),
                options.arguments(),
                options.environment(),
                running.toString(),
                isInSandbox,
                sandbox,
                options.sandbox().isPresent(),
                input,
                options.verifyCommand(),
                options.peers(),
                options.restart(),
                planFrame(first, options));
        LaunchOptions launch = home.launch(options.withName(options.program().toString()), !own.isEmpty());
        return new Bundle(
                home,
                job,
                launch,
                new PlanCodec.Numbered(envelope(options), first),
                options.program().getFileName().toString(),
                files);
    }

    private static String keep(Path file, Map<String, Path> files) throws IOException {
        String hash = ContentHash.of(file);
        files.put(hash, file);
        return hash;
    }

    private static byte[] planFrame(Plan plan, LaunchOptions options) {
        ByteBuffer frame = ByteBuffer.allocate(PlanCodec.frameSize(plan)).order(ByteOrder.LITTLE_ENDIAN);
        PlanCodec.encode(frame, plan, envelope(options));
        return frame.array();
    }

    private static PlanCodec.Envelope envelope(LaunchOptions options) {
        return new PlanCodec.Envelope(0, options.seed(), options.run(), false, Optional.empty());
    }

    /** What the first execution does, by which workers are tried. */
    public PlanCodec.Numbered first() {
        return first;
    }

    /** The program's name, for people. */
    public String name() {
        return name;
    }

    /** What workers are told. */
    public Job job() {
        return job;
    }

    /** How the program is launched on this machine, so that its executions are those of the workers. */
    public LaunchOptions launch() {
        return launch;
    }

    /** Where the file with this hash is; null if it is none of this program's. */
    public Path file(String hash) {
        return files.get(hash);
    }

    @Override
    public void close() {
        home.close();
    }
}
