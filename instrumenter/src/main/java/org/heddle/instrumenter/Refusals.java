package org.heddle.instrumenter;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a compiler refuses though it only warns of it where it is asked to. */
final class Refusals {
    private static final Pattern ERROR = Pattern.compile(":\\d+:\\d+: (?:fatal )?error: ");
    private static final Pattern NAME = Pattern.compile(" \\[(?:-Werror,)?-W([^],=]+)=?\\]$");

    private Refusals() {}

    /** The options that make warnings of all errors among these messages; empty if there are none that do. */
    static List<String> options(List<String> messages) {
        Set<String> options = new LinkedHashSet<>();
        for (String message : messages) {
            if (ERROR.matcher(message).find()) {
                Matcher name = NAME.matcher(message);
                if (!name.find()) {
                    return List.of();
                }
                options.add("-Wno-error=" + name.group(1));
            }
        }
        return List.copyOf(options);
    }
}
