package org.heddle.server.protocol.message;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A signal that somebody else sends to the process, such as the one that asks a server to stop.
 *
 * @param signal its number on Linux; 0: nobody sends one
 * @param after it comes at any moment once the main thread has executed so many visible operations, or waits for others; {@link #LAST}:
 *     when nothing else can happen
 */
public record SignalRequest(int signal, int after) {
    /** Nobody sends a signal. */
    public static final SignalRequest NONE = new SignalRequest(0, 0);

    /** Where it comes when nothing else can happen, before the first wait with a time limit times out. */
    public static final int LAST = -1;

    private static final String LAST_WORD = "end";

    /** Those that are sent to ask something of a process. */
    private static final Map<String, Integer> SIGNALS = new TreeMap<>(
            Map.of("SIGHUP", 1, "SIGINT", 2, "SIGQUIT", 3, "SIGUSR1", 10, "SIGUSR2", 12, "SIGALRM", 14, "SIGTERM", 15));

    private static final Pattern FORM = Pattern.compile("(?:SIG)?([A-Z0-9]+)(?:@([0-9]{1,9}|END))?");

    /** The request to stop, after so many operations. */
    public static SignalRequest toStop(int after) {
        return new SignalRequest(SIGNALS.get("SIGTERM"), after);
    }

    /** The request in these words, as {@code SIGTERM@20}; empty if they are none. */
    public static Optional<SignalRequest> of(String words) {
        Matcher matcher = FORM.matcher(words.toUpperCase(Locale.ROOT));
        Integer signal = matcher.matches() ? SIGNALS.get("SIG" + matcher.group(1)) : null;
        if (signal == null) {
            return Optional.empty();
        }
        return Optional.of(new SignalRequest(signal, moment(matcher.group(2))));
    }

    private static int moment(String word) {
        if (word == null) {
            return 0;
        }
        return word.equalsIgnoreCase(LAST_WORD) ? LAST : Integer.parseInt(word);
    }

    /** The names of the signals that may be sent. */
    public static String names() {
        return String.join(", ", SIGNALS.keySet());
    }

    /** Whether nobody sends a signal. */
    public boolean isNone() {
        return signal == 0;
    }

    @Override
    public String toString() {
        return SIGNALS.entrySet().stream()
                .filter(entry -> entry.getValue() == signal)
                .map(entry -> entry.getKey() + "@" + (after == LAST ? LAST_WORD : after))
                .findFirst()
                .orElse("none");
    }
}
