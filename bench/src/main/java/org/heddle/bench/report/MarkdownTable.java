package org.heddle.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table in Markdown, with its columns in line so that it can be read as it is. */
final class MarkdownTable {
    private MarkdownTable() {}

    /** The table without its title. */
    static String of(Table table) {
        List<Integer> widths = IntStream.range(0, table.columns().size())
                .mapToObj(column -> Math.max(
                        table.columns().get(column).length(),
                        table.rows().stream()
                                .mapToInt(row -> row.get(column).length())
                                .max()
                                .orElse(0)))
                .toList();
        StringBuilder text = new StringBuilder(line(table.columns(), widths));
        text.append(widths.stream().map("-"::repeat).collect(Collectors.joining(" | ", "| ", " |\n")));
        table.rows().forEach(row -> text.append(line(row, widths)));
        return text.toString();
    }

    private static String line(List<String> cells, List<Integer> widths) {
        return IntStream.range(0, cells.size())
                .mapToObj(column -> cells.get(column)
                        + " ".repeat(widths.get(column) - cells.get(column).length()))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
