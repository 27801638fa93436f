package org.heddle.cli.check.options;

import org.heddle.dpor.bound.Continuation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --continuation}. */
public final class ContinuationOption implements ITypeConverter<Continuation> {
    @Override
    public Continuation convert(String text) {
        if (text.equals("minimum-switches")) {
            return Continuation.MINIMUM_SWITCHES;
        }
        if (text.equals("random")) {
            return new Continuation(Continuation.Kind.RANDOM, 0);
        }
        if (text.matches("fair=[1-9][0-9]{0,8}")) {
            return new Continuation(Continuation.Kind.FAIR, Integer.parseInt(text.substring("fair=".length())));
        }
        throw new TypeConversionException("'" + text
                + "' is no way to go on: give minimum-switches, random, or fair=N, with N a number from 1 on");
    }
}
