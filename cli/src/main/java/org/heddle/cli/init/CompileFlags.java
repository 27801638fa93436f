package org.heddle.cli.init;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

    /** Options with a path, in the next word or behind them. */
    private static final List<String> WITH_PATH = List.of("-isystem", "-iquote", "-idirafter", "-include", "-imacros");

    /** Beginnings of options that decide what the code means. Others choose warnings, outputs and how hard it is optimised. */
    private static final List<String> OF_MEANING = List.of("-std=", "-ansi", "-U", "-m", "-f", "-x");

    /** Such as are a matter of what the build makes of the code. */
    private static final Set<String> OF_BUILD = Set.of("-fPIC", "-fpic", "-fPIE", "-fpie", "-flto", "-fprofile-arcs");

    /** What these commands have in common or one has alone, once each. */
    static CompileFlags of(List<CompileCommand> commands, Path project) {
        Set<String> defines = new LinkedHashSet<>();
        Set<String> includes = new LinkedHashSet<>();
        Set<String> others = new LinkedHashSet<>();
        for (CompileCommand command : commands) {
            Iterator<String> words = command.arguments().iterator();
            while (words.hasNext()) {
                String word = words.next();
                if (word.startsWith("-D")) {
                    defines.add(value(word, "-D", words));
                } else if (word.startsWith("-I")) {
                    includes.add(path(value(word, "-I", words), command, project));
                } else {
                    add(word, words, command, project, others);
                }
            }
        }
        others.removeIf(word -> word.indexOf(' ') >= 0);
        return new CompileFlags(List.copyOf(defines), List.copyOf(includes), List.copyOf(others));
    }

    /** The folders in the project in which this command looks for headers. */
    static List<Path> folders(CompileCommand command, Path project) {
        List<Path> folders = new ArrayList<>();
        Iterator<String> words = command.arguments().iterator();
        while (words.hasNext()) {
            String word = words.next();
            for (String option : List.of("-I", "-isystem", "-iquote", "-idirafter")) {
                if (word.startsWith(option)) {
                    Path folder = command.directory().resolve(value(word, option, words));
                    if (folder.normalize().startsWith(project)) {
                        folders.add(folder.normalize());
                    }
                    break;
                }
            }
        }
        return folders;
    }

    private static void add(
            String word, Iterator<String> words, CompileCommand command, Path project, Set<String> others) {
        for (String option : WITH_PATH) {
            if (word.startsWith(option)) {
                others.add(option + path(value(word, option, words), command, project));
                return;
            }
        }
        if (OF_MEANING.stream().anyMatch(word::startsWith) && !OF_BUILD.contains(word) && !word.startsWith("-flto=")) {
            others.add(word.equals("-U") || word.equals("-x") ? word + value(word, word, words) : word);
        }
    }

    private static String value(String word, String option, Iterator<String> words) {
        if (word.length() > option.length()) {
            return word.substring(option.length());
        }
        return words.hasNext() ? words.next() : "";
    }

    private static String path(String named, CompileCommand command, Path project) {
        Path path = command.directory().resolve(named).normalize();
        if (!path.startsWith(project)) {
            return path.toString();
        }
        String within = project.relativize(path).toString();
        return within.isEmpty() ? "." : within;
    }
}
