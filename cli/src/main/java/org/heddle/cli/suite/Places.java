package org.heddle.cli.suite;

import java.io.PrintWriter;
import java.util.Optional;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.cluster.ClusterChoice;
import org.heddle.cli.cluster.ClusterEngine;
import org.heddle.cli.cluster.SharedSuite;

/**
 * Where a suite's checks are made: here; on other machines as a whole; or here with executions on other machines, where the suite has
 * fewer checks than these have slots.
 *
 * @param place makes the checks
 * @param atATime how many are made at a time
 * @param suite the other machines, if they make whole checks
 */
public record Places(Place place, int atATime, Optional<SharedSuite> suite) implements AutoCloseable {
    /**
     * The place for so many checks.
     *
     * @param err takes lines for the user
     * @param interruption of checks that are made here
     * @throws UserError if other machines are asked for that cannot be used
     * @throws InterruptedException if the thread is interrupted
     */
    public static Places open(
            Optional<ClusterChoice> shared,
            int checks,
            Installation installation,
            PrintWriter err,
            Interruption interruption)
            throws UserError, InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        Place here = Place.here(installation, err, interruption);
        if (shared.isEmpty()) {
            return new Places(here, cores, Optional.empty());
        }
        SharedSuite others = ClusterEngine.find().share(shared.get(), line -> {
            err.println("heddle: " + line);
            err.flush();
        });
        if (checks < others.slots()) {
            others.close();
            Place spread = (program, options) -> here.check(program, options.with(shared.get()));
            return new Places(spread, cores, Optional.empty());
        }
        return new Places(new OtherMachines(others, installation, err), others.slots(), Optional.of(others));
    }

    @Override
    public void close() {
        suite.ifPresent(SharedSuite::close);
    }
}
