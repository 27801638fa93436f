package org.heddle.cli.init;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.heddle.cli.compiled.CompileCommand;

/**
 * What the sources of a test have to be compiled with, as keys of a {@code heddle.toml}; paths within the project are relative to it.
 *
 * @param defines macros, {@code NAME} or {@code NAME=VALUE}
 * @param includes folders of headers
 * @param others further options, none with a blank
 */
public record CompileFlags(List<String> defines, List<String> includes, List<String> others) {
    /** None. */
    public static final CompileFlags NONE = new CompileFlags(List.of(), List.of(), List.of());

    private static final List<String> FOLDERS = List.of("-I", "-isystem", "-iquote", "-idirafter");
    private static final List<String> FILES = List.of("-include", "-imacros");
    private static final List<String> NAMES = List.of("-D", "-U", "-x");

    /** Beginnings of further options that decide what the code means. Others choose warnings, outputs and how hard it is optimised. */
    private static final List<String> OF_MEANING = List.of("-std=", "-ansi", "-m", "-f");

    /** Such as are a matter of what the build makes of the code. */
    private static final Set<String> OF_BUILD = Set.of("-fPIC", "-fpic", "-fPIE", "-fpie", "-flto", "-fprofile-arcs");

    /**
     * An option of a command.
     *
     * @param name what it is called, or the whole word where its value is not told apart
     * @param value behind the name, or in the next word; else empty
     */
    private record Option(String name, String value) {
        static List<Option> of(CompileCommand command) {
            List<Option> options = new ArrayList<>();
            Iterator<String> words = command.arguments().iterator();
            while (words.hasNext()) {
                String word = words.next();
                String name = Stream.of(FOLDERS, FILES, NAMES)
                        .flatMap(List::stream)
                        .filter(word::startsWith)
                        .findFirst()
                        .orElse(word);
                boolean isApart = word.equals(name) && (takesPath(name) || NAMES.contains(name)) && words.hasNext();
                options.add(new Option(name, isApart ? words.next() : word.substring(name.length())));
            }
            return options;
        }

        static boolean takesPath(String name) {
            return FOLDERS.contains(name) || FILES.contains(name);
        }

        boolean isOfMeaning() {
            return NAMES.contains(name)
                    || (OF_MEANING.stream().anyMatch(name::startsWith)
                            && !OF_BUILD.contains(name)
                            && !name.startsWith("-flto="));
        }
    }

    /** What these commands have in common or one has alone, once each. */
    static CompileFlags of(List<CompileCommand> commands, Path project) {
        Set<String> defines = new LinkedHashSet<>();
        Set<String> includes = new LinkedHashSet<>();
        Set<String> others = new LinkedHashSet<>();
        for (CompileCommand command : commands) {
            for (Option option : Option.of(command)) {
                if (option.name().equals("-D")) {
                    defines.add(option.value());
                } else if (option.name().equals("-I")) {
                    includes.add(path(option, command, project));
                } else if (Option.takesPath(option.name())) {
                    others.add(option.name() + path(option, command, project));
                } else if (option.isOfMeaning()) {
                    others.add(option.name() + option.value());
                }
            }
        }
        others.removeIf(word -> word.indexOf(' ') >= 0);
        return new CompileFlags(List.copyOf(defines), List.copyOf(includes), List.copyOf(others));
    }

    /** The folders in the project in which this command looks for headers. */
    static List<Path> folders(CompileCommand command, Path project) {
        return Option.of(command).stream()
                .filter(option -> FOLDERS.contains(option.name()))
                .map(option -> command.directory().resolve(option.value()).normalize())
                .filter(folder -> folder.startsWith(project))
                .toList();
    }

    private static String path(Option option, CompileCommand command, Path project) {
        Path path = command.directory().resolve(option.value()).normalize();
        if (!path.startsWith(project)) {
            return path.toString();
        }
        String within = project.relativize(path).toString();
        return within.isEmpty() ? "." : within;
    }
}
