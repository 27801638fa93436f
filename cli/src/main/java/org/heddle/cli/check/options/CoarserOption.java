package org.heddle.cli.check.options;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.bound.Coarser;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads {@code --coarser}. Like all classes of picocli's interfaces, without lambdas and named by no method reference: else neither it
 * nor those interfaces can be kept in the archive of classes.
 */
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

    /** What it may be, or be a list of. */
    public static final class Words extends ArrayList<String> {
        /** All of them. */
        public Words() {
            super(words());
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
        for (Coarser one : Coarser.values()) {
            if (one.word().equals(name)) {
                return one;
            }
        }
        throw new TypeConversionException("'" + name + "' is none of " + String.join(", ", words()));
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>(List.of("auto", "none"));
        for (Coarser one : Coarser.values()) {
            words.add(one.word());
        }
        return words;
    }
}
