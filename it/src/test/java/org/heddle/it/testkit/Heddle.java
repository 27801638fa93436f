package org.heddle.it.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.Main;

/** Runs commands within this process, which saves the start of a JVM for each. */
public final class Heddle {
    private Heddle() {}

    /** Runs a command. */
    public static Run run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(words(arguments), new PrintWriter(out), new PrintWriter(err, true));
        return new Run(exitCode, out.toString(), err.toString());
    }

    /** Checks; reports as JSON; writes its files into the folder. */
    public static Run check(Path folder, Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("check", "--format", "json", "-o", folder));
        all.addAll(List.of(arguments));
        return run(all.toArray());
    }

    public static String[] words(Object... arguments) {
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        return words;
    }
}
