package org.heddle.cli.compiled;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.heddle.instrumenter.Language;

/**
 * How a source is compiled, as far as what it includes depends on it.
 *
 * @param directory where
 * @param language as what the compiler is called
 * @param arguments of the compiler, without those that say what it writes
 */
public record CompileCommand(Path directory, Language language, List<String> arguments) {
    private static final Set<String> OUTPUT = Set.of("-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG");
    private static final Set<String> OUTPUT_WITH_VALUE = Set.of("-o", "-MF", "-MT", "-MQ", "-MJ");

    /** That of a command line whose first words are the compiler: one of clang or GCC, behind such as {@code ccache}. */
    static CompileCommand of(Path directory, List<String> words, String source) {
        int start = 0;
        boolean isCxx = false;
        while (start < words.size() && !startsArguments(words.get(start), source)) {
            isCxx |= words.get(start).endsWith("++");
            start++;
        }
        List<String> arguments = new ArrayList<>();
        for (int k = start; k < words.size(); k++) {
            String word = words.get(k);
            if (OUTPUT_WITH_VALUE.contains(word)) {
                k++;
            } else if (!OUTPUT.contains(word) && !(word.startsWith("-o") && word.length() > 2)) {
                arguments.add(word);
            }
        }
        return new CompileCommand(directory, isCxx ? Language.CXX : Language.C, List.copyOf(arguments));
    }

    private static boolean startsArguments(String word, String source) {
        return word.startsWith("-") || word.startsWith("@") || word.equals(source);
    }
}
