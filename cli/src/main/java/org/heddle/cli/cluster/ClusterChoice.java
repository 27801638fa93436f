package org.heddle.cli.cluster;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The machines that a check is to use.
 *
 * @param address of the cluster's first worker, as {@code HOST:PORT}
 * @param secret the file with what all its members know
 * @param listen where the check itself is reached by the workers, as {@code HOST:PORT}; empty: as this machine is reached from there
 * @param jobs how many executions run at a time; empty: as many as the workers have room for when the check begins
 * @param spread whether this machine executes as well
 */
public record ClusterChoice(String address, Path secret, Optional<String> listen, OptionalInt jobs, Spread spread) {}
