package org.heddle.cli.check;

import java.util.Locale;
import org.heddle.dpor.bound.Reduction;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.explore.Proved.Measure;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --bound}. */
public final class BoundOption implements ITypeConverter<SearchOptions> {
    @Override
    public SearchOptions convert(String text) {
        if (text.equals("auto")) {
            return SearchOptions.DEFAULT;
        }
        if (text.equals("none")) {
            return new SearchOptions(false, Measure.NONE, 0, Reduction.OPTIMAL);
        }
        int equals = text.indexOf('=');
        Measure measure = equals < 0 ? Measure.NONE : measure(text.substring(0, equals));
        if (measure == Measure.NONE) {
            throw refusal(text);
        }
        try {
            int limit = Integer.parseInt(text.substring(equals + 1));
            if (limit < 0) {
                throw refusal(text);
            }
            return new SearchOptions(false, measure, limit, Reduction.OPTIMAL);
        } catch (NumberFormatException notANumber) {
            throw refusal(text);
        }
    }

    private static Measure measure(String word) {
        for (Measure measure : Measure.values()) {
            if (measure.name().toLowerCase(Locale.ROOT).equals(word)) {
                return measure;
            }
        }
        return Measure.NONE;
    }

    private static TypeConversionException refusal(String text) {
        return new TypeConversionException(
                "'" + text
                        + "' is no bound: give auto, none, preemptions=K, switches=K, delays=K or depth=K, with K a number from 0 on");
    }
}
