package org.heddle.cli.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
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
    private static final Pattern ENDING = Pattern.compile(".+(\\.[A-Za-z][A-Za-z0-9]{0,4})");

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
                requireFolderName(path);
                folders.add(path);
            }
        }
        if (folders.size() > 1) {
            throw new UserError("-o names two folders, " + folders.get(0) + " and " + folders.get(1)
                    + ": name one, and files by their endings (" + endings() + ")");
        }
        return new Outputs(OutputFolder.of(folders.stream().findFirst()), files);
    }

    /** A name that ends as those of files do is one by mistake, unless the folder is there. */
    private static void requireFolderName(Path path) throws UserError {
        if (path.getFileName() == null || Files.isDirectory(path)) {
            return;
        }
        Matcher ending = ENDING.matcher(path.getFileName().toString());
        if (ending.matches()) {
            throw new UserError("-o " + path + ": no form of the report ends in " + ending.group(1) + ": give one of "
                    + endings() + "; or a folder, which is to be made first if its name ends so");
        }
    }

    private static String endings() {
        return Arrays.stream(ReportFormat.values())
                .map(format -> format.endings().get(0))
                .collect(Collectors.joining(", "));
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
     * Writes all of them, however late it is: who waits for a form would else take an earlier check's for this one's. What cannot be
     * written keeps none of the others from being written.
     *
     * @param exitCode of the check
     * @param begins is told what is written next, in words: it may take long
     * @throws UserError if one cannot be written; with the exit code of {@link ExitCodes#ofUnwritten}
     */
    public void write(Report report, Reports reports, int exitCode, Consumer<String> begins) throws UserError {
        Map<Path, ReportFormat> all = new LinkedHashMap<>(files);
        if (folder.wanted()) {
            Arrays.stream(ReportFormat.values()).forEach(format -> all.put(folder.file(format.fileName()), format));
        }
        Map<Path, String> unwritten = new LinkedHashMap<>();
        all.forEach((file, format) -> {
            begins.accept("writing " + file.getFileName());
            try {
                Files.writeString(file, reports.write(report, format), StandardCharsets.UTF_8);
            } catch (IOException failed) {
                unwritten.put(file, OutputFolder.why(failed));
            }
        });
        if (!unwritten.isEmpty()) {
            String names = unwritten.entrySet().stream()
                    .map(file -> file.getKey() + " (" + file.getValue() + ")")
                    .collect(Collectors.joining(", "));
            throw new UserError(
                    "cannot write the report to " + names + ": make room or name another folder with -o",
                    ExitCodes.ofUnwritten(exitCode));
        }
    }

    /**
     * Writes one report, of several checks.
     *
     * @param exitCode of the command
     * @throws UserError if it cannot be written; with the exit code of {@link ExitCodes#ofUnwritten}
     */
    public static void write(Path file, String text, int exitCode) throws UserError {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UserError(
                    "cannot write the report to " + file + " (" + OutputFolder.why(failed)
                            + "): make room or name another file",
                    ExitCodes.ofUnwritten(exitCode));
        }
    }
}
