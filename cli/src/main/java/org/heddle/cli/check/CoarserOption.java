package org.heddle.cli.check;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.heddle.dpor.bound.Coarser;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --coarser}. */
public final class CoarserOption implements ITypeConverter<CoarserOption.Choice> {
    /**
     * What is asked for.
     *
     * @param isAuto whether to take all that loses nothing
     * @param asked else what to take
     */
    public record Choice(boolean isAuto, Set<Coarser> asked) {
        /** All that loses nothing. */
        public static final Choice AUTO = new Choice(true, Set.of());

        @Override
        public String toString() {
            return isAuto ? "auto" : asked.toString();
        }
    }

    @Override
    public Choice convert(String text) {
        if (text.equals("auto")) {
            return Choice.AUTO;
        }
        Set<Coarser> asked = EnumSet.noneOf(Coarser.class);
        if (!text.equals("none")) {
            for (String name : text.split(",", -1)) {
                asked.add(named(name));
            }
        }
        return new Choice(false, asked);
    }

    private static Coarser named(String name) {
        return Arrays.stream(Coarser.values())
                .filter(one -> word(one).equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + name + "' is none of auto, none, "
                        + Arrays.stream(Coarser.values())
                                .map(CoarserOption::word)
                                .collect(Collectors.joining(", "))));
    }

    /** The name on the command line. */
    static String word(Coarser one) {
        return one.name().toLowerCase(Locale.ROOT);
    }
}
