package org.heddle.instrumenter.pass.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The functions of the printf family, and the strings that their formats make them read. */
final class FormatFunction {
    /** Which argument is the format. */
    private static final Map<String, Integer> FORMATS = Map.ofEntries(
            Map.entry("printf", 0),
            Map.entry("fprintf", 1),
            Map.entry("dprintf", 1),
            Map.entry("warn", 0),
            Map.entry("warnx", 0),
            Map.entry("err", 1),
            Map.entry("errx", 1),
            Map.entry("syslog", 1),
            Map.entry("error", 2),
            Map.entry("error_at_line", 4),
            Map.entry("__syslog_chk", 2),
            Map.entry("sprintf", 1),
            Map.entry("snprintf", 2),
            Map.entry("asprintf", 1),
            Map.entry("__asprintf_chk", 2),
            Map.entry("__printf_chk", 1),
            Map.entry("__fprintf_chk", 2),
            Map.entry("__dprintf_chk", 2),
            Map.entry("__sprintf_chk", 3),
            Map.entry("__snprintf_chk", 4));

    /** Flags, width, precision, length and conversion (C11 7.21.6.1). */
    private static final Pattern CONVERSION =
            Pattern.compile("%([-+ #0']*)(\\*|\\d*)(?:\\.(\\*|\\d*))?(hh|h|ll|l|j|z|t|L)?([a-zA-Z%])");

    private FormatFunction() {}

    /**
     * A string that is read.
     *
     * @param argument which
     * @param limit how many bytes at most; negative: no limit
     * @param limitArgument which argument is the limit; negative: none
     */
    record Read(int argument, long limit, int limitArgument) {}

    /** Which argument of the function is the format; negative if it has none. */
    static int format(String function) {
        return FORMATS.getOrDefault(function, -1);
    }

    /** The strings that a call with this format reads; the arguments from {@code first} on are those of the format. */
    static List<Read> reads(String format, int first) {
        List<Read> reads = new ArrayList<>();
        Matcher conversion = CONVERSION.matcher(format);
        int argument = first;
        while (conversion.find()) {
            if (conversion.group(5).equals("%") || conversion.group(5).equals("m")) {
                continue; // takes no argument
            }
            argument += conversion.group(2).equals("*") ? 1 : 0;
            String precision = conversion.group(3);
            int limitArgument = "*".equals(precision) ? argument++ : -1;
            if (conversion.group(5).equals("s") && conversion.group(4) == null) {
                long limit = precision == null || limitArgument >= 0
                        ? -1
                        : precision.isEmpty() ? 0 : Long.parseLong(precision);
                reads.add(new Read(argument, limit, limitArgument));
            }
            argument++;
        }
        return format.contains("$") ? List.of() : reads;
    }
}
