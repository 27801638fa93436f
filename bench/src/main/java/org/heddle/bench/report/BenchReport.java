package org.heddle.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;

/**
 * Results as a document.
 *
 * @param command which made them
 * @param machine what they were measured with
 * @param results of the sections
 */
public record BenchReport(String command, Map<String, String> machine, List<Result> results) {
    /** Whether a program did not come out as expected. */
    public boolean hasComplaints() {
        return results.stream().anyMatch(result -> !result.complaints().isEmpty());
    }

    /** The document for people. */
    public String markdown() {
        StringBuilder text = new StringBuilder("# heddle bench\n\nCommand: `" + command + "`\n\n");
        machine.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        results.forEach(result -> write(result, text));
        return text.toString();
    }

    private static void write(Result result, StringBuilder text) {
        text.append("\n## ")
                .append(result.name())
                .append("\n\n")
                .append(result.paper())
                .append('\n');
        for (Table table : result.tables()) {
            text.append("\n### ").append(table.title()).append("\n\n").append(MarkdownTable.of(table));
        }
        for (Plot plot : result.plots()) {
            text.append("\n### ").append(plot.title()).append("\n\n![").append(plot.title());
            text.append("](").append(plot.name()).append(".svg)\n");
        }
        if (!result.comparisons().isEmpty()) {
            text.append("\n### Against the paper\n\n").append(MarkdownTable.of(against(result)));
        }
        for (String complaint : result.complaints()) {
            text.append("\nNot as expected: ").append(complaint).append('\n');
        }
    }

    private static Table against(Result result) {
        return new Table(
                "",
                List.of("what", "paper", "Heddle", "reached", "remark"),
                result.comparisons().stream()
                        .map(one -> List.of(
                                one.what(), one.paper(), one.ours(), one.isMet() ? "yes" : "**no**", one.remark()))
                        .toList());
    }

    /** The document for programs: {@code heddle-bench/1}. */
    public String json() {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("schema", "heddle-bench/1").put("command", command).putPOJO("machine", machine);
        ArrayNode sections = root.putArray("sections");
        for (Result result : results) {
            ObjectNode section = sections.addObject();
            section.put("name", result.name()).put("paper", result.paper());
            section.set("tables", mapper.valueToTree(result.tables()));
            section.set("plots", mapper.valueToTree(result.plots()));
            ArrayNode comparisons = section.putArray("comparisons");
            result.comparisons().forEach(one -> comparisons
                    .addObject()
                    .put("what", one.what())
                    .put("paper", one.paper())
                    .put("ours", one.ours())
                    .put("reached", one.isMet())
                    .put("remark", one.remark()));
            section.set("complaints", mapper.valueToTree(result.complaints()));
        }
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of texts and numbers has a JSON form", impossible);
        }
    }

    /**
     * Writes both documents and the pictures to a folder.
     *
     * @throws UserError if it cannot be written to
     */
    public void write(Path folder) throws UserError {
        try {
            Files.writeString(folder.resolve("bench.md"), markdown(), StandardCharsets.UTF_8);
            Files.writeString(folder.resolve("bench.json"), json(), StandardCharsets.UTF_8);
            for (Result result : results) {
                for (Plot plot : result.plots()) {
                    Files.writeString(
                            folder.resolve(plot.name() + ".svg"), new SvgPlot(plot).draw(), StandardCharsets.UTF_8);
                }
            }
        } catch (IOException failed) {
            throw new UserError("cannot write the tables to " + folder + " (" + OutputFolder.why(failed)
                    + "): make room or name another folder with -o");
        }
    }
}
