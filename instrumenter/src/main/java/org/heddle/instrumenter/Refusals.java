package org.heddle.instrumenter;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a compiler refuses though it only warns of it, or takes it, where it is asked to. */
final class Refusals {
    private static final Pattern ERROR = Pattern.compile(":\\d+:\\d+: (?:fatal )?error: ");
    private static final Pattern NAME = Pattern.compile(" \\[(?:-Werror,)?-W([^],=]+)=?\\]$");

    /** What clang says of a function of stdatomic.h on a variable that is not _Atomic, or of a built-in one on an _Atomic variable. */
    private static final Pattern ATOMIC = Pattern.compile(
            "address argument to atomic (?:operation|builtin) must be a pointer to (?:_Atomic type|.*_Atomic\\()");

    private static final String ATOMICS = "-include heddle_atomics.h";

    private Refusals() {}

    /** The options with which none of these messages would be an error; empty if there are none that do that. */
    static List<String> options(List<String> messages) {
        Set<String> options = new LinkedHashSet<>();
        for (String message : messages) {
            if (ERROR.matcher(message).find() && ATOMIC.matcher(message).find()) {
                options.add(ATOMICS);
            } else if (ERROR.matcher(message).find()) {
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
