package org.heddle.cli.format;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The forms of a report, the most important first. */
public enum ReportFormat {
    /** For a terminal. */
    TEXT("report.txt", ".txt"),
    /** {@code heddle-report/1}; see docs/schema. */
    JSON("report.json", ".json"),
    /** SARIF 2.1.0. */
    SARIF("report.sarif", ".sarif .sarif.json"),
    /** One page with everything in it. */
    HTML("report.html", ".html .htm"),
    /** JUnit XML. */
    JUNIT("report.xml", ".xml"),
    /** GitHub's dialect of Markdown. */
    MARKDOWN("report.md", ".md"),
    /** Lines as GCC prints them, for editors. */
    GCC("report.gcc", ".gcc"),
    /** Chrome's trace events, for Perfetto. */
    TRACE("report.trace.json", ".trace.json");

    private final String fileName;
    private final String endings; // separated by blanks

    ReportFormat(String fileName, String endings) {
        this.fileName = fileName;
        this.endings = endings;
    }

    /** As it is written on a command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The endings of files that ask for it, the usual one first. */
    public List<String> endings() {
        return List.of(endings.split(" "));
    }

    /** The name of such a report among others. */
    public String fileName() {
        return fileName;
    }

    /** The format that a file's name asks for, by its longest known ending. */
    public static Optional<ReportFormat> ofFile(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        ReportFormat found = null;
        int longest = 0;
        for (ReportFormat format : values()) {
            int length = format.endings().stream()
                    .filter(lower::endsWith)
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            if (length > longest) {
                longest = length;
                found = format;
            }
        }
        return Optional.ofNullable(found);
    }
}
