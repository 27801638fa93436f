package org.heddle.cli.base;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads times such as {@code 60}, {@code 90s}, {@code 1.5m}, {@code 2h} or {@code 500ms}; without a unit, seconds. */
public final class Durations implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|m|h)?");

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a time: give seconds, or a number with ms, s, m or h");
        }
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        double milliseconds = Double.parseDouble(matcher.group(1))
                * switch (unit) {
                    case "ms" -> 1;
                    case "m" -> 60_000;
                    case "h" -> 3_600_000;
                    default -> 1000;
                };
        if (milliseconds < 1) {
            throw new TypeConversionException(
                    "the time must be more than 0, not '" + text + "': leave the option out for no limit");
        }
        return Duration.ofMillis((long) milliseconds);
    }
}
