package org.heddle.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The pages of {@code docs/findings}, which the build copies into the resources. */
public final class FindingPages {
    private FindingPages() {}

    /** The page with this name, as Markdown: the rule id of a kind, or {@code README}, which lists them all. */
    public static String of(String name) {
        try (InputStream in = FindingPages.class.getResourceAsStream("/org/heddle/cli/findings/" + name + ".md")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
