package org.heddle.instrumenter.driver;

import java.util.List;
import java.util.Optional;

/**
 * Options of {@code heddle cc} that clang does not know.
 *
 * @param notesLines whether functions note which of their lines run, for {@code heddle check --coverage}
 * @param begin the function with whose start exploring begins, as if it called {@code heddle_begin()}; the last one named
 */
public record OwnOptions(boolean notesLines, Optional<String> begin) {
    /** Lets functions note which of their lines run. */
    public static final String NOTE_LINES = "-fheddle-coverage";

    /** Comes before the name of the function. */
    public static final String BEGIN = "-fheddle-begin=";

    /** Those among the words of a command line. */
    public static OwnOptions of(List<String> words) {
        return new OwnOptions(
                words.contains(NOTE_LINES),
                words.stream()
                        .filter(word -> word.startsWith(BEGIN))
                        .map(word -> word.substring(BEGIN.length()))
                        .reduce((before, last) -> last));
    }

    /** The words that are for clang. */
    public static List<String> others(List<String> words) {
        return words.stream()
                .filter(word -> !word.equals(NOTE_LINES) && !word.startsWith(BEGIN))
                .toList();
    }
}
