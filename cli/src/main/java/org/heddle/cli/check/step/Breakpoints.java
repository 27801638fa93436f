package org.heddle.cli.check.step;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.report.TraceLine;

/** Where {@code continue} stops: at steps of a thread, on an object, of a kind, or at a place. */
final class Breakpoints {
    private final List<String> words = new ArrayList<>();

    /** Adds one, and gives its number, from 1. */
    int add(String word) {
        words.add(word);
        return words.size();
    }

    /** All of them, the first with number 1; those that were deleted are empty. */
    List<String> all() {
        return List.copyOf(words);
    }

    boolean isEmpty() {
        return words.stream().allMatch(String::isEmpty);
    }

    /** Removes one; false if there is none with this number. */
    boolean delete(int number) {
        if (number < 1 || number > words.size() || words.get(number - 1).isEmpty()) {
            return false;
        }
        words.set(number - 1, "");
        return true;
    }

    void clear() {
        words.clear();
    }

    /** The number of the first one at which this step stops; 0 if it stops at none. */
    int at(TraceLine line) {
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).isEmpty() && StepWord.matches(line, words.get(i))) {
                return i + 1;
            }
        }
        return 0;
    }
}
