package org.heddle.cli.compiled;

import java.util.ArrayList;
import java.util.List;

/** Takes a command line apart as a POSIX shell does, as far as compilation databases use its quotes. */
final class ShellWords {
    private ShellWords() {}

    /** The words of a command line. */
    static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isBegun = false;
        char quote = 0;
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            boolean isEscape = c == '\\' && quote != '\'' && at + 1 < line.length();
            if (isEscape && (quote == 0 || "\"\\$`".indexOf(line.charAt(at + 1)) >= 0)) {
                word.append(line.charAt(++at));
                isBegun = true;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
                if (quote != 0) {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                isBegun = true;
            } else if (Character.isWhitespace(c)) {
                if (isBegun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                isBegun = false;
            } else {
                word.append(c);
                isBegun = true;
            }
        }
        if (isBegun) {
            words.add(word.toString());
        }
        return words;
    }
}
