package org.heddle.cli.check.options;

import java.util.List;
import org.heddle.cli.report.UnseenCall;

/**
 * What the user vouches for: that it does nothing that matters to the other threads.
 *
 * @param names of functions, and of libraries such as {@code libz.so} or {@code libz.so.1}
 */
public record Trust(List<String> names) {
    /** Vouches for nothing. */
    public static final Trust NOTHING = new Trust(List.of());

    /** Whether it covers this call. */
    public boolean covers(UnseenCall call) {
        return names.stream()
                .anyMatch(name -> name.equals(call.function())
                        || (!call.library().isEmpty()
                                && (call.library().equals(name)
                                        || call.library().startsWith(name + "."))));
    }
}
