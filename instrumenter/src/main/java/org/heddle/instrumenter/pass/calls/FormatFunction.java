package org.heddle.instrumenter.pass.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The functions of the printf family, and what their formats make them read and write. */
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

    private static final Set<String> FILLS =
            Set.of("fgets", "__fgets_chk", "vsprintf", "vsnprintf", "__vsprintf_chk", "__vsnprintf_chk");

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

    /** Whether another function fills an array of characters: with a line, a formatted text, or what a format says. */
    static boolean fills(String function) {
        return FILLS.contains(function) || function.endsWith("scanf");
    }

    /**
     * A number that is written: how much has been printed so far.
     *
     * @param argument which points to it
     * @param size of it in bytes
     */
    record Write(int argument, int size) {}

    /** An argument that is converted; {@code limitArgument}: which one is its precision; negative: none. */
    private record Converted(int argument, String precision, int limitArgument, String length, String conversion) {}

    /** The strings that a call with this format reads; the arguments from {@code first} on are those of the format. */
    static List<Read> reads(String format, int first) {
        return converted(format, first).stream()
                .filter(each -> each.conversion().equals("s") && each.length().isEmpty())
                .map(each -> new Read(each.argument(), limit(each), each.limitArgument()))
                .toList();
    }

    /** The numbers that it writes. */
    static List<Write> writes(String format, int first) {
        return converted(format, first).stream()
                .filter(each -> each.conversion().equals("n"))
                .map(each -> new Write(each.argument(), size(each.length())))
                .toList();
    }

    private static long limit(Converted string) {
        String precision = string.precision();
        if (precision == null || string.limitArgument() >= 0) {
            return -1;
        }
        return precision.isEmpty() ? 0 : Long.parseLong(precision);
    }

    private static int size(String length) {
        return switch (length) {
            case "hh" -> Byte.BYTES;
            case "h" -> Short.BYTES;
            case "" -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }

    private static List<Converted> converted(String format, int first) {
        List<Converted> converted = new ArrayList<>();
        Matcher matcher = CONVERSION.matcher(format);
        int argument = first;
        while (matcher.find()) {
            String conversion = matcher.group(5);
            if (conversion.equals("%") || conversion.equals("m")) {
                continue; // takes no argument
            }
            argument += matcher.group(2).equals("*") ? 1 : 0;
            String precision = matcher.group(3);
            int limitArgument = "*".equals(precision) ? argument++ : -1;
            String length = matcher.group(4) == null ? "" : matcher.group(4);
            converted.add(new Converted(argument++, precision, limitArgument, length, conversion));
        }
        return format.contains("$") ? List.of() : converted;
    }
}
