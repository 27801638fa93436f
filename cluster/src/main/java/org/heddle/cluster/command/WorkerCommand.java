package org.heddle.cluster.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.heddle.cli.base.EndSignals;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Sizes;
import org.heddle.cli.base.UserError;
import org.heddle.cli.command.ExtraCommand;
import org.heddle.cluster.net.Address;
import org.heddle.cluster.net.Secret;
import org.heddle.cluster.net.WorkerNode;
import org.heddle.cluster.program.Apart;
import org.heddle.cluster.program.FileCache;
import org.heddle.cluster.session.Workshop;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code heddle worker}. */
@Command(
        name = "worker",
        description =
                "Executes for checks on other machines, with this user's rights, until it is ended; SIGTERM lets it end"
                        + " what it has begun.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        footer = {
            "",
            "Examples:",
            "  heddle worker --listen build-head:7450 --slots 8 --secret FILE  the first one",
            "  heddle worker --join build-head:7450 --slots 8 --secret FILE    the others"
        })
public final class WorkerCommand implements ExtraCommand {
    private static final long USUAL_CACHE = 2L << 30;

    enum Isolation {
        AUTO,
        YES,
        NO;

        /** As it is written on a command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "Where the others reach this worker. The first worker needs it; another one listens at an address of"
                            + " its own, at any port.")
    private String listen;

    @Option(names = "--join", paramLabel = "HOST:PORT", description = "The first worker, which this one joins.")
    private String join;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Run N executions at a time (default: one for each core).")
    private int slots = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--secret",
            required = true,
            paramLabel = "FILE",
            description =
                    "What all members of the cluster know: at least 32 characters that cannot be guessed, in a file that"
                            + " only its owner may read.")
    private Path secret;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "Keep programs there (default: heddle/programs in $XDG_CACHE_HOME or ~/.cache).")
    private Path cache;

    @Option(
            names = "--cache-limit",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description = "Keep no more than this: bytes, or with k, m, g (default: 2g).")
    private long cacheLimit = USUAL_CACHE;

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            description = "Show figures there, at /metrics, in Prometheus' text format.")
    private String metrics;

    @Option(
            names = "--isolate",
            paramLabel = "NAME",
            description =
                    "Run programs in a user namespace without a network: where the kernel allows it (auto, the default),"
                            + " or not at all otherwise (yes), or never (no).")
    private Isolation isolate = Isolation.AUTO;

    /** For {@link java.util.ServiceLoader}. */
    public WorkerCommand() {}

    @Override
    public String name() {
        return "worker";
    }

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        if (slots < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--slots must be at least 1, not " + slots + ": leave it out for the default");
        }
        if (listen == null && join == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the first worker needs --listen HOST:PORT, any other --join HOST:PORT: give one");
        }
        PrintWriter err = spec.commandLine().getErr();
        Consumer<String> say = line -> {
            err.println("heddle: " + line);
            err.flush();
        };
        Path shim = Installation.ofThisProcess().shim();
        Workshop workshop = new Workshop(
                shim, new FileCache(cache == null ? usualCache() : cache, cacheLimit), launcher(shim, say), slots);
        WorkerNode node = new WorkerNode(
                listen == null ? Optional.empty() : Optional.of(Address.of(listen, "--listen")),
                join == null ? Optional.empty() : Optional.of(Address.of(join, "--join")),
                Secret.read(secret),
                workshop,
                say);
        Metrics shown = Metrics.at(metrics, workshop);
        EndSignals signals = EndSignals.on(List.of("TERM"), term -> node.end());
        try {
            node.run();
        } finally {
            signals.close();
            shown.close();
        }
        return ExitCodes.CLEAN;
    }

    private Optional<Path> launcher(Path shim, Consumer<String> say) throws UserError, InterruptedException {
        if (isolate == Isolation.NO) {
            return Optional.empty();
        }
        Apart apart = Apart.beside(shim);
        String obstacle = apart.obstacle();
        if (obstacle.isEmpty()) {
            return Optional.of(apart.launcher());
        }
        if (isolate == Isolation.YES) {
            throw new UserError(
                    "programs cannot be run in a user namespace here (" + obstacle
                            + "): allow it (user.max_user_namespaces, in a container its seccomp profile), or give --isolate no");
        }
        say.accept("programs run with this user's network: the kernel gives them no user namespace (" + obstacle + ")");
        return Optional.empty();
    }

    private static Path usualCache() {
        String own = System.getenv("XDG_CACHE_HOME");
        Path base = own == null || own.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(own);
        return base.resolve("heddle").resolve("programs");
    }
}
