package org.heddle.cli.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.UserError;
import org.heddle.cli.check.OutputFolder;
import org.heddle.cli.format.ReportFormat;
import org.heddle.cli.format.Reports;
import org.heddle.cli.report.Report;

/**
 * The files that a check is to write.
 *
 * @param folder for schedules; gets a report in every form as well if the user named it
 * @param files further reports, each in the form that its name asks for
 */
public record Outputs(OutputFolder folder, Map<Path, ReportFormat> files) {
    /**
     * What the user named: at most one folder, and files whose names end as a format's do.
     *
     * @throws UserError if there is no such place, or it cannot be written to
     */
    public static Outputs of(List<Path> named) throws UserError {
        Map<Path, ReportFormat> files = new LinkedHashMap<>();
        List<Path> folders = new ArrayList<>();
        for (Path path : named) {
            Optional<ReportFormat> format = path.getFileName() == null || Files.isDirectory(path)
                    ? Optional.empty()
                    : ReportFormat.ofFile(path.getFileName().toString());
            if (format.isPresent()) {
                requireFolderOf(path);
                files.put(path, format.get());
            } else {
                folders.add(path);
            }
        }
        if (folders.size() > 1) {
            throw new UserError("-o names two folders, " + folders.get(0) + " and " + folders.get(1)
                    + ": name one, and files by their endings (.html, .json, .sarif, .xml, .md, .txt, .trace.json)");
        }
        return new Outputs(OutputFolder.of(folders.stream().findFirst()), files);
    }

    private static void requireFolderOf(Path file) throws UserError {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new UserError("cannot write the report to " + file + " given with -o (there is no folder " + folder
                    + "): make it, or name another file");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new UserError(
                    "cannot write the report to " + file + " given with -o (permission denied): name another file");
        }
    }

    /**
     * Writes all of them.
     *
     * @throws UserError with this exit code if one cannot be written
     */
    public void write(Report report, Reports reports, int exitCode) throws UserError {
        Map<Path, ReportFormat> all = new LinkedHashMap<>(files);
        if (folder.wanted()) {
            for (ReportFormat format : ReportFormat.values()) {
                all.put(folder.file(format.fileName()), format);
            }
        }
        for (Map.Entry<Path, ReportFormat> file : all.entrySet()) {
            try {
                Files.writeString(file.getKey(), reports.write(report, file.getValue()), StandardCharsets.UTF_8);
            } catch (IOException failed) {
                throw new UserError(
                        "cannot write the report to " + file.getKey() + " (" + OutputFolder.why(failed)
                                + "): make room or name another folder with -o",
                        exitCode);
            }
        }
    }
}
