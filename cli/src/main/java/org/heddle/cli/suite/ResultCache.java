package org.heddle.cli.suite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.check.finding.BenignMarks;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.program.Digest;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.Report.Conclusion;

/**
 * Reports of earlier runs, so that an executable that has not changed is not checked again in the same way. Only what does not depend
 * on time is kept: proofs, and findings. What the program reads from files or its environment is not looked at. A file begins with the
 * digest of the rest, so that none is believed that was damaged.
 *
 * @param folder where they are
 */
record ResultCache(Path folder) {
    /** The name under which a check is kept; empty if it must be made anew, for what it runs besides the program. */
    Optional<String> key(Program program, CheckOptions options) throws IOException {
        if (options.executing().around().verify().isPresent()
                || options.executing().around().sandbox().isPresent()) {
            return Optional.empty();
        }
        String text = String.join(
                "\n",
                HeddleVersion.number(),
                program.sha256(),
                program.recipe().shown(),
                program.recipe().arguments().toString(),
                program.recipe().input().digest(),
                program.recipe().peers().toString(),
                program.recipe().directory().toString(),
                options.search().toString(),
                options.strategy().toString(),
                options.executing().run().toString(),
                options.telling().suppressions().text(),
                Long.toString(options.limits().maxExecutions()),
                Boolean.toString(options.limits().keepGoing()),
                Boolean.toString(options.telling().coverage()),
                options.telling().model().toString(),
                Integer.toString(options.limits().maxEvents()));
        return Optional.of(digest(text));
    }

    /** The report that is kept under this name; what cannot be read is not there, nor what marks in the sources leave out by now. */
    Optional<Report> find(String key, BenignMarks marks) {
        try {
            String[] parts = Files.readString(file(key), StandardCharsets.UTF_8).split("\n", 2);
            if (parts.length < 2 || !parts[0].equals(digest(parts[1]))) {
                return Optional.empty();
            }
            Report report = Records.mapper().readValue(parts[1], Report.class);
            boolean schedulesAreThere = report.findings().stream()
                    .allMatch(finding -> Files.exists(Path.of(finding.schedule().file())));
            return schedulesAreThere && !marks.coverAnyOf(report) ? Optional.of(report) : Optional.empty();
        } catch (IOException missing) {
            return Optional.empty();
        }
    }

    /** Keeps a report if it would be the same at any time; where that is not possible, nothing happens. */
    void keep(String key, Report report, CheckOptions options) {
        boolean isLasting = report.complete()
                || (report.conclusion() == Conclusion.BUG && !options.limits().keepGoing());
        if (!isLasting || report.diverged() > 0 || BenignMarks.wereUsed(report)) {
            return;
        }
        try {
            Files.createDirectories(folder);
            Path unfinished = Files.createTempFile(folder, ".", ".part");
            String text = Records.mapper().writeValueAsString(report);
            Files.writeString(unfinished, digest(text) + "\n" + text, StandardCharsets.UTF_8);
            Files.move(unfinished, file(key), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException unwritable) {
            // it is checked again next time
        }
    }

    private static String digest(String text) {
        return Digest.sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    private Path file(String key) {
        return folder.resolve(key + ".json");
    }
}
