package org.heddle.cluster.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.UserError;
import org.heddle.cli.command.ExtraCommand;
import org.heddle.cluster.net.Address;
import org.heddle.cluster.net.ClusterView;
import org.heddle.cluster.net.Secret;
import org.heddle.cluster.net.WorkerState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code heddle cluster}. */
@Command(
        name = "cluster",
        description = "Says which workers are there, and what they do.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        footer = {"", "Example:", "  heddle cluster --cluster build-head:7450 --secret FILE"})
public final class ClusterCommand implements ExtraCommand {
    @Spec
    private CommandSpec spec;

    @Option(names = "--cluster", required = true, paramLabel = "HOST:PORT", description = "The cluster's first worker.")
    private String cluster;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where the workers reach this command (default: at an address of this machine, at any port).")
    private String listen;

    @Option(
            names = "--secret",
            required = true,
            paramLabel = "FILE",
            description = "What all members of the cluster know.")
    private Path secret;

    /** For {@link java.util.ServiceLoader}. */
    public ClusterCommand() {}

    @Override
    public String name() {
        return "cluster";
    }

    @Override
    public Integer call() throws UserError, InterruptedException {
        List<WorkerState> workers = ClusterView.of(Address.of(cluster, "--cluster"), listen, Secret.read(secret));
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%-36s %5s %12s %10s %6s  %s%n", "worker", "slots", "executions", "per second", "lost", "works for");
        for (WorkerState worker : workers) {
            out.printf(
                    Locale.ROOT,
                    "%-36s %5d %12d %10.0f %6d  %s%n",
                    worker.name(),
                    worker.slots(),
                    worker.executed(),
                    worker.perSecond(),
                    worker.lost(),
                    worker.running().isEmpty() ? "-" : worker.running());
        }
        int slots = workers.stream().mapToInt(WorkerState::slots).sum();
        out.println(workers.size()
                + (workers.size() == 1 ? " worker, " : " workers, ")
                + slots
                + (slots == 1 ? " slot" : " slots"));
        out.flush();
        return ExitCodes.CLEAN;
    }
}
