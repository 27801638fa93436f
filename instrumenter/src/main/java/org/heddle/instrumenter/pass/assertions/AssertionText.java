package org.heddle.instrumenter.pass.assertions;

import java.util.ArrayList;
import java.util.List;

/**
 * The text of an assertion, as the preprocessor has it.
 *
 * @param text the expression
 */
record AssertionText(String text) {
    private static final String ANY_INDEX = "[]";

    /**
     * A place in the text.
     *
     * @param start where it begins
     * @param end where it ends
     */
    record Found(int start, int end) {}

    /** Where something of this name stands, in order; {@code []} in the name is any index. */
    List<Found> all(String name) {
        List<Found> all = new ArrayList<>();
        for (int start = 0; start < text.length(); start++) {
            int end = isStart(start, name) ? end(start, name) : -1;
            if (end >= 0
                    && !(isWord(name.charAt(name.length() - 1)) && end < text.length() && isWord(text.charAt(end)))) {
                all.add(new Found(start, end));
            }
        }
        return all;
    }

    /** Where calls of this function stand, with their arguments. */
    List<Found> calls(String function) {
        List<Found> all = new ArrayList<>();
        for (Found name : all(function)) {
            int open = skipBlanks(name.end());
            int end = open < text.length() && text.charAt(open) == '(' ? closing(open) : -1;
            if (end >= 0) {
                all.add(new Found(name.start(), end));
            }
        }
        return all;
    }

    /** What stands there. */
    String at(Found found) {
        return text.substring(found.start(), found.end());
    }

    /** Whether what stands there is a pointer on the way to something else alone, or is changed before its value is known. */
    boolean isPassing(Found found) {
        int next = skipBlanks(found.end());
        boolean isDereferenced = found.start() > 0 && text.charAt(found.start() - 1) == '*';
        return isDereferenced
                || text.startsWith("++", next)
                || text.startsWith("--", next)
                || text.startsWith("->", next)
                || text.startsWith("[", next)
                || text.startsWith(".", next)
                || text.startsWith("(", next);
    }

    private boolean isStart(int at, String name) {
        if (name.isEmpty() || !isWord(name.charAt(0))) {
            return !name.isEmpty();
        }
        int before = at - 1;
        if (before >= 0 && isWord(text.charAt(before))) {
            return false;
        }
        while (before >= 0 && text.charAt(before) == ' ') {
            before--;
        }
        boolean isMember = before >= 0 && (text.charAt(before) == '.' || text.startsWith("->", before - 1));
        return !isMember && !isInLiteral(at);
    }

    private boolean isInLiteral(int at) {
        char quote = 0;
        for (int i = 0; i < at; i++) {
            char c = text.charAt(i);
            if (quote != 0 && c == '\\') {
                i++;
            } else if (quote != 0 ? c == quote : c == '"' || c == '\'') {
                quote = quote != 0 ? 0 : c;
            }
        }
        return quote != 0;
    }

    private int end(int start, String name) {
        int at = start;
        for (int i = 0; i < name.length(); i++) {
            if (name.startsWith(ANY_INDEX, i) && at < text.length() && text.charAt(at) == '[') {
                at = closing(at);
                i++;
            } else if (at < text.length() && text.charAt(at) == name.charAt(i)) {
                at++;
            } else {
                return -1;
            }
            if (at < 0) {
                return -1;
            }
        }
        return at;
    }

    /** Behind the bracket that closes this one; −1 if there is none. */
    private int closing(int open) {
        int depth = 0;
        for (int at = open; at < text.length(); at++) {
            char c = text.charAt(at);
            depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            if (depth == 0) {
                return at + 1;
            }
        }
        return -1;
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }
}
