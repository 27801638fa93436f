package org.heddle.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the sentences of the comments of a source in Java or C. A colon or a semicolon ends one, as a full stop does. */
final class Sentences {
    /** Strings and characters, in which nothing begins a comment; block comments; neighbouring comments of a line each. */
    private static final Pattern TOKEN =
            Pattern.compile("\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'"
                    + "|(/\\*(?s:.*?)\\*/|//[^\\n]*(?:\\n[ \\t]*//[^\\n]*)*)");

    private static final Pattern EDGE = Pattern.compile("\\s*(?:/\\*+|\\*/|\\*|//)?");
    private static final Pattern LAST_EDGE = Pattern.compile("\\*+/$");

    /** A paragraph, an item, a tag, a row of a table or a line of code begins anew. */
    private static final Pattern ANEW = Pattern.compile("\\s{3,}.*|\\s*(?:$|<p>|<li>|<ul>|</|@\\w|- |\\* |\\|).*");

    private static final Pattern END = Pattern.compile("(?<=[.!?;:])[\"')]?(?:\\s+|$)");
    private static final Pattern TAG = Pattern.compile("\\{@\\w+ ([^}]*)\\}|<\\w+>");
    private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");

    /**
     * One of them.
     *
     * @param line where it begins, from 1
     * @param text without the marks of the comment
     */
    record Sentence(int line, String text) {
        long words() {
            return WORD.matcher(TAG.matcher(text).replaceAll("$1")).results().count();
        }
    }

    private final List<Sentence> found = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();
    private int begin;

    private Sentences() {}

    /** Those of a source. */
    static List<Sentence> of(String source) {
        Sentences sentences = new Sentences();
        Matcher token = TOKEN.matcher(source);
        int line = 1;
        int counted = 0;
        while (token.find()) {
            line += (int) source.substring(counted, token.start())
                    .chars()
                    .filter(letter -> letter == '\n')
                    .count();
            counted = token.start();
            if (token.group(1) != null) {
                sentences.read(token.group(1), line);
            }
        }
        return sentences.found;
    }

    private void read(String comment, int first) {
        List<String> lines = comment.lines().toList();
        for (int n = 0; n < lines.size(); n++) {
            String line = LAST_EDGE.matcher(lines.get(n)).replaceFirst("");
            Matcher edge = EDGE.matcher(line);
            line = edge.lookingAt() ? line.substring(edge.end()) : line;
            if (ANEW.matcher(line).matches()) {
                end();
            }
            Matcher stop = END.matcher(line);
            int from = 0;
            while (stop.find()) {
                add(line.substring(from, stop.start()), first + n);
                end();
                from = stop.end();
            }
            add(line.substring(from), first + n);
        }
        end();
    }

    private void add(String part, int line) {
        if (!part.isBlank()) {
            begin = open.isEmpty() ? line : begin;
            open.append(open.isEmpty() ? "" : " ").append(part.strip());
        }
    }

    private void end() {
        if (!open.isEmpty()) {
            found.add(new Sentence(begin, open.toString()));
            open.setLength(0);
        }
    }
}
