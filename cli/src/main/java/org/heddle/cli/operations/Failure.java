package org.heddle.cli.operations;

import java.nio.file.Path;
import org.heddle.cli.report.Report;

/**
 * A client that fails, as a file of its own.
 *
 * @param client that was checked
 * @param title what was found
 * @param file its source
 * @param isConfirmed whether the check of that file found the same
 * @param report of that check; of the client, where there was no time for another
 */
record Failure(Client client, String title, Path file, boolean isConfirmed, Report report) {}
