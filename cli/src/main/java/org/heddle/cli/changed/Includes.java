package org.heddle.cli.changed;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.heddle.cli.compiled.CompileCommand;
import org.heddle.instrumenter.CompilerDriver;
import org.heddle.instrumenter.driver.Environment;

/** Which files compilations read: what the compiler's own {@code -M} says. Each command is asked once. */
final class Includes {
    private static final String TARGET = "target";
    private static final Pattern BLANKS = Pattern.compile("(?<!\\\\)\\s+");

    private final Path nativeHome;
    private final Map<CompileCommand, Optional<Set<Path>>> known = new HashMap<>();

    /** Asks the compiler of the installation that has its runtime there. */
    Includes(Path nativeHome) {
        this.nativeHome = nativeHome;
    }

    /** The sources of a compilation and all that they include; empty if the compiler fails. */
    Optional<Set<Path>> of(CompileCommand command) {
        return known.computeIfAbsent(command, this::ask);
    }

    private Optional<Set<Path>> ask(CompileCommand command) {
        ByteArrayOutputStream rules = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(command.arguments());
        arguments.addAll(List.of("-M", "-MT", TARGET));
        try (PrintStream out = new PrintStream(rules, false, StandardCharsets.UTF_8);
                PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            Environment environment = new Environment(
                    command.directory(),
                    nativeHome,
                    InputStream.nullInputStream(),
                    out,
                    nowhere,
                    Optional.empty(),
                    false);
            if (CompilerDriver.run(command.language(), arguments, environment) != 0) {
                return Optional.empty();
            }
        }
        Set<Path> files = new TreeSet<>();
        prerequisites(rules.toString(StandardCharsets.UTF_8))
                .forEach(name -> files.add(command.directory().resolve(name)));
        return Optional.of(files);
    }

    /** What stands behind the colons of rules for make, which escapes blanks, {@code #} and {@code $}. */
    static List<String> prerequisites(String rules) {
        String joined = rules.replace("\\\n", " ").replace("\n", " ");
        return BLANKS.splitAsStream(joined)
                .filter(word -> !word.isEmpty() && !word.equals(TARGET + ":"))
                .map(word -> word.replaceAll("\\\\([ #\\\\])", "$1").replace("$$", "$"))
                .toList();
    }
}
