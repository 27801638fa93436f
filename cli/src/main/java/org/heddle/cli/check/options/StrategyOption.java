package org.heddle.cli.check.options;

import java.util.Locale;
import org.heddle.cli.base.Choices;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --strategy}. */
public final class StrategyOption implements ITypeConverter<String> {
    /** What it may be. */
    public static final class Names extends Choices {
        /** All of them. */
        public Names() {
            super(StrategyChoice.names());
        }
    }

    @Override
    public String convert(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        if (!StrategyChoice.names().contains(name)) {
            throw new TypeConversionException("'" + text + "' is no strategy");
        }
        return name;
    }
}
