package org.heddle.server.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.dpor.explore.plan.Lookahead;

/**
 * What a journal is about.
 *
 * @param subject everything that the exploration depends on besides the executions, by name: the program, the options
 * @param lookahead how many plans were in flight at once; the order in which the exploration asked depends on it
 */
public record JournalHeader(Map<String, String> subject, Lookahead lookahead) {
    /** The first line of a journal; the number is that of the format. */
    static final String MAGIC = "heddle-frontier 4";

    private static final String LOOKAHEAD = "in-flight";
    private static final Pattern LOOKAHEAD_TEXT =
            Pattern.compile("([1-9][0-9]{0,5}) ([1-9][0-9]{0,5})"); // least and most

    /** A header with a copy of the subject. */
    public JournalHeader {
        subject = Map.copyOf(subject);
    }

    /** The header's text: the magic line, a line for each entry, and an empty line. */
    String text() {
        StringBuilder text = new StringBuilder(MAGIC).append('\n');
        subject.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> text.append(entry.getKey())
                .append(' ')
                .append(entry.getValue().replace('\n', ' '))
                .append('\n'));
        return text.append(LOOKAHEAD + ' ' + lookahead.least() + ' ' + lookahead.most() + "\n\n")
                .toString();
    }

    /** Reads the lines of a header; null if they are none. */
    static JournalHeader parse(List<String> lines) {
        if (lines.isEmpty() || !lines.get(0).equals(MAGIC)) {
            return null;
        }
        Map<String, String> subject = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            int blank = line.indexOf(' ');
            if (blank < 0) {
                return null;
            }
            subject.put(line.substring(0, blank), line.substring(blank + 1));
        }
        Lookahead lookahead = lookahead(subject.remove(LOOKAHEAD));
        return lookahead == null ? null : new JournalHeader(subject, lookahead);
    }

    private static Lookahead lookahead(String text) {
        Matcher numbers = LOOKAHEAD_TEXT.matcher(text == null ? "" : text);
        if (!numbers.matches()) {
            return null;
        }
        int least = Integer.parseInt(numbers.group(1));
        int most = Integer.parseInt(numbers.group(2));
        return least <= most ? new Lookahead(least, most) : null;
    }

    /** What is different in another header, in words; empty if nothing is but the lookahead. */
    String differences(JournalHeader other) {
        StringBuilder words = new StringBuilder();
        for (Map.Entry<String, String> entry : new TreeMap<>(subject).entrySet()) {
            String theirs = other.subject.getOrDefault(entry.getKey(), "");
            if (!theirs.equals(entry.getValue().replace('\n', ' '))) {
                words.append(words.length() == 0 ? "" : "; ")
                        .append(entry.getKey())
                        .append(" was ")
                        .append(theirs.isEmpty() ? "not said" : theirs)
                        .append(" and is ")
                        .append(entry.getValue());
            }
        }
        return words.toString();
    }
}
