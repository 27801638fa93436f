package org.heddle.cli.format.ci;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.parts.Rules;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.Location;

/**
 * The findings as commands to a GitHub workflow, which show at the lines of a pull request.
 *
 * @param directory to which the paths of sources are relative
 * @param workspace the folder of the repository
 */
public record GitHubAnnotations(Path directory, Path workspace) {
    /** The commands, one a line. */
    public List<String> write(Report report) {
        return report.findings().stream().map(this::write).toList();
    }

    private String write(ReportedFinding finding) {
        String level =
                switch (Rules.level(finding.kind())) {
                    case "note" -> "notice";
                    case "warning" -> "warning";
                    default -> "error";
                };
        StringBuilder command = new StringBuilder("::").append(level).append(' ');
        Location location = finding.location();
        if (location.isKnown()) {
            command.append("file=").append(property(path(location.file()))).append(',');
            if (location.line() > 0) {
                command.append("line=").append(location.line()).append(',');
            }
            if (location.column() > 0) {
                command.append("col=").append(location.column()).append(',');
            }
        }
        return command.append("title=")
                .append(property("Heddle: " + finding.title()))
                .append("::")
                .append(data(finding.messageWithValues() + "\nRepair: " + Repair.of(finding)))
                .toString();
    }

    private String path(String file) {
        try {
            Path path = directory.resolve(file).normalize();
            return path.startsWith(workspace) ? workspace.relativize(path).toString() : path.toString();
        } catch (InvalidPathException odd) {
            return file;
        }
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
