package org.heddle.cli.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.heddle.cli.cluster.ClusterChoice;
import org.heddle.cli.cluster.Spread;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say which other machines execute. */
final class ClusterFlags {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--cluster",
            paramLabel = "HOST:PORT",
            description = "Execute on the workers of this cluster, which is named by its first one (heddle worker).")
    private String cluster;

    @Option(
            names = "--secret",
            paramLabel = "FILE",
            description = "With --cluster: what all its members know, in a file that only its owner may read.")
    private Path secret;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "With --cluster: where the workers reach this check (default: at an address of this machine, at any"
                            + " port).")
    private String listen;

    @Option(
            names = "--spread",
            paramLabel = "NAME",
            description =
                    "With --cluster: which executions go to workers. auto (the default): those that are quicker there"
                            + " than on this machine, which some executions in both places tell; always: all.")
    private Spread spread;

    /**
     * The machines that are asked for, if any.
     *
     * @param jobs how many executions are to run at a time, if the command line says so
     * @throws ParameterException if something is missing
     */
    Optional<ClusterChoice> choice(OptionalInt jobs) {
        if (cluster == null && (secret != null || listen != null || spread != null)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--secret, --listen and --spread belong to --cluster HOST:PORT: give it as well");
        }
        if (cluster != null && secret == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "--cluster needs --secret FILE, the file that its workers were started with");
        }
        return Optional.ofNullable(cluster)
                .map(address -> new ClusterChoice(
                        address, secret, Optional.ofNullable(listen), jobs, spread == null ? Spread.AUTO : spread));
    }
}
