package org.heddle.cli.format.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A page of Markdown as text for a terminal, folded but for code: headings are underlined, code is indented, tables are columns. Knows what the pages of {@code docs/findings} are made of.
 */
public final class PlainPage {
    private static final String FENCE = "```";
    private static final String INDENTATION = "    ";
    private static final Pattern HEADING = Pattern.compile("(#+) (.*)");
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\(([^)]*)\\)");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");

    private final Sheet sheet;
    private final List<String> source;
    private final List<String> lines = new ArrayList<>();
    private int at;

    private PlainPage(Sheet sheet, List<String> source) {
        this.sheet = sheet;
        this.source = source;
    }

    /** The lines of the page. */
    public static List<String> of(String markdown, Sheet sheet) {
        PlainPage page = new PlainPage(sheet, markdown.lines().toList());
        while (page.at < page.source.size()) {
            page.block();
        }
        return List.copyOf(page.lines);
    }

    private void block() {
        String line = source.get(at);
        Matcher heading = HEADING.matcher(line);
        if (line.startsWith(FENCE)) {
            at++;
            code();
        } else if (heading.matches()) {
            String text = plain(heading.group(2));
            lines.add(text);
            lines.add((heading.group(1).length() == 1 ? "=" : "-").repeat(text.length()));
            at++;
        } else if (line.startsWith("|")) {
            table();
        } else if (line.isBlank()) {
            lines.add("");
            at++;
        } else {
            paragraph();
        }
    }

    private void code() {
        while (at < source.size() && !source.get(at).startsWith(FENCE)) {
            lines.add((INDENTATION + source.get(at++)).stripTrailing());
        }
        at++;
    }

    private void paragraph() {
        String start = isItem(source.get(at)) ? "- " : "";
        StringBuilder text = new StringBuilder(source.get(at++).substring(start.length()));
        while (at < source.size() && isText(source.get(at))) {
            text.append(' ').append(source.get(at++).strip());
        }
        fold(start, " ".repeat(start.length()), plain(text.toString()));
    }

    private static boolean isItem(String line) {
        return line.startsWith("- ");
    }

    private static boolean isText(String line) {
        return !line.isBlank()
                && !isItem(line)
                && !line.startsWith("|")
                && !line.startsWith(FENCE)
                && !HEADING.matcher(line).matches();
    }

    private void table() {
        List<List<String>> rows = new ArrayList<>();
        for (; at < source.size() && source.get(at).startsWith("|"); at++) {
            if (!source.get(at).startsWith("|---")) {
                rows.add(cells(source.get(at)));
            }
        }
        int[] shown = IntStream.range(0, rows.get(0).size())
                .filter(column -> !isOfLinks(rows, column))
                .toArray();
        int width =
                rows.stream().mapToInt(row -> plain(row.get(0)).length()).max().orElse(0);
        for (List<String> row : rows) {
            List<String> texts = IntStream.of(shown)
                    .mapToObj(column -> column < row.size() ? plain(row.get(column)) : "")
                    .toList();
            fold(
                    "  " + Sheet.padded(texts.get(0), width) + "  ",
                    " ".repeat(width + INDENTATION.length()),
                    String.join("  ", texts.subList(1, texts.size())));
        }
    }

    private static List<String> cells(String row) {
        String inner = row.strip().substring(1);
        return CELL_END.splitAsStream(inner)
                .map(cell -> cell.strip().replace("\\|", "|"))
                .toList();
    }

    /** Whether there are only links to other pages below the head, which a terminal cannot follow. */
    private static boolean isOfLinks(List<List<String>> rows, int column) {
        return rows.size() > 1
                && rows.stream()
                        .skip(1)
                        .allMatch(row -> column < row.size()
                                && LINK.matcher(row.get(column)).matches());
    }

    /** Without what marks words as code, as strong or as links; of a link to another site its address stays. */
    private static String plain(String text) {
        String linked = LINK.matcher(text)
                .replaceAll(link -> Matcher.quoteReplacement(
                        link.group(2).startsWith("http") ? link.group(1) + " (" + link.group(2) + ")" : link.group(1)));
        return linked.replace("`", "").replace("**", "");
    }

    private void fold(String first, String others, String text) {
        sheet.lines(first, others, text).forEach(line -> lines.add(line.stripTrailing()));
    }
}
