package org.heddle.cli.base;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads sizes of memory such as {@code 512m} or {@code 2G}; without a unit, bytes. */
public final class Sizes implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})([kmg]?)", Pattern.CASE_INSENSITIVE);

    @Override
    public Long convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
            throw new TypeConversionException("'" + text + "' is not a size: give bytes, or a number with k, m or g");
        }
        int shift =
                switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
                    case "k" -> 10;
                    case "m" -> 20;
                    case "g" -> 30;
                    default -> 0;
                };
        long number = Long.parseLong(matcher.group(1));
        return number > Long.MAX_VALUE >> shift ? Long.MAX_VALUE : number << shift;
    }
}
