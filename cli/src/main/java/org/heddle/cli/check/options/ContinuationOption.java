package org.heddle.cli.check.options;

import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.bound.Continuation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --continuation}. */
public final class ContinuationOption implements ITypeConverter<Continuation> {
    private static final Continuation RANDOM = new Continuation(Continuation.Kind.RANDOM, 0);
    private static final String FAIR = "fair=";

    /** The forms of it. */
    public static final class Forms extends ArrayList<String> {
        /** All of them. */
        public Forms() {
            super(forms());
        }
    }

    private static List<String> forms() {
        List<String> forms = new ArrayList<>();
        for (Continuation.Kind kind : Continuation.Kind.values()) {
            forms.add(kind == Continuation.Kind.FAIR ? FAIR + "N" : new Continuation(kind, 0).toString());
        }
        return forms;
    }

    @Override
    public Continuation convert(String text) {
        for (Continuation one : List.of(Continuation.MINIMUM_SWITCHES, RANDOM)) {
            if (text.equals(one.toString())) {
                return one;
            }
        }
        if (text.matches(FAIR + "[1-9][0-9]{0,8}")) {
            return new Continuation(Continuation.Kind.FAIR, Integer.parseInt(text.substring(FAIR.length())));
        }
        throw new TypeConversionException("'" + text + "' is no way to go on: give " + String.join(" or ", forms())
                + ", with N a number from 1 on");
    }
}
