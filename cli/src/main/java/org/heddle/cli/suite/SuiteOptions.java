package org.heddle.cli.suite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.heddle.cli.base.OutputFolder;

/**
 * How to run a manifest.
 *
 * @param jobs how many checks at a time
 * @param budget wall time for all of them together
 * @param baseline what is known
 * @param cache folder of earlier results; empty to check everything anew
 * @param output folder for schedules
 */
public record SuiteOptions(
        int jobs, Optional<Duration> budget, Baseline baseline, Optional<Path> cache, OutputFolder output) {}
