package org.heddle.cli.operations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.heddle.cli.format.Reports;
import org.heddle.cli.format.json.JsonReport;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.operations.ClientResult.Word;
import org.heddle.cli.suite.Changes;
import org.heddle.cli.suite.CoverageHistory;
import org.heddle.cli.suite.SuiteReport;
import org.heddle.dpor.detect.finding.Kind;

/**
 * What the checks of clients came to.
 *
 * @param program as the user named it
 * @param directory to which the paths of sources are relative
 * @param declarations of the object
 * @param seed of samples
 * @param drawn the clients of each size
 * @param results of all of them, in the order in which they were checked
 * @param failures those that fail, as files
 * @param saysWhatMayWait whether the source says of an operation that it may wait
 */
public record OperationsReport(
        String program,
        Path directory,
        Declarations declarations,
        long seed,
        List<Drawn> drawn,
        List<ClientResult> results,
        List<Failure> failures,
        boolean saysWhatMayWait) {
    /** What an operation that waits for good is told as, unless it says that it may. */
    private static final List<String> WAITS =
            List.of(Kind.DEADLOCK.ruleId(), Kind.LOST_WAKEUP.ruleId(), Kind.LIVELOCK.ruleId());

    /** How many results of this size are such ones. */
    private long count(Drawn size, Word word) {
        return results.stream()
                .filter(result -> result.client().size().equals(size.size()) && result.word() == word)
                .count();
    }

    private long count(Word word) {
        return results.stream().filter(result -> result.word() == word).count();
    }

    /** Whether each client of every size was proved. */
    public boolean isComplete() {
        return drawn.stream().noneMatch(Drawn::isSample) && count(Word.PROVED) == results.size();
    }

    /** Whether any was checked. */
    public boolean isAnyRun() {
        return count(Word.NOT_RUN) < results.size();
    }

    public boolean isAnyFailed() {
        return count(Word.FAILED) > 0;
    }

    public boolean isAnyError() {
        return count(Word.ERROR) > 0;
    }

    /** The failures at length, a table of the sizes, and a line on all. */
    public String text(Sheet sheet) {
        StringBuilder text = new StringBuilder();
        for (Failure failure : failures) {
            text.append(failure.file())
                    .append(": ")
                    .append(failure.client())
                    .append(":\n\n")
                    .append(new Reports(directory, sheet).text(failure.report()))
                    .append('\n');
        }
        results.stream().filter(result -> result.word() == Word.ERROR).forEach(result -> text.append("ERROR ")
                .append(result.client())
                .append(": ")
                .append(result.outcome().complaint())
                .append('\n'));
        List<String> names =
                declarations.operations().stream().map(Declaration::toString).toList();
        sheet.lines("", program + ": clients of " + String.join(", ", names))
                .forEach(line -> text.append(line).append('\n'));
        drawn.forEach(size ->
                sheet.lines("  ", line(size)).forEach(line -> text.append(line).append('\n')));
        results.stream()
                .filter(result -> result.word() == Word.UNDECIDED)
                .findFirst()
                .ifPresent(result -> sheet.lines(
                                "", "the smallest that is undecided: " + result.client() + ": " + result.why())
                        .forEach(line -> text.append(line).append('\n')));
        return text.append(sum()).append('\n').toString();
    }

    /** {@code 2 x 2 (threads x operations): 72 clients: 70 proved, 2 undecided; 63 more differ in the order of threads alone}. */
    private String line(Drawn size) {
        String clients = size.isSample()
                ? "%d of %s clients, drawn with seed %d"
                        .formatted(size.clients().size(), shown(size.all()), seed)
                : "%s, all of them".formatted(clients(size.clients().size()));
        String counts = counts(size);
        String equivalent = size.equivalent().signum() == 0
                ? ""
                : "; %s more, in which threads are permuted, are skipped".formatted(shown(size.equivalent()));
        return "%d threads x %d %s: %s: %s%s"
                .formatted(
                        size.size().threads(),
                        size.size().operations(),
                        size.size().operations() == 1 ? "operation" : "operations",
                        clients,
                        counts,
                        equivalent);
    }

    private String counts(Drawn size) {
        List<String> counts = new ArrayList<>();
        for (Word word : Word.values()) {
            long count = count(size, word);
            if (count > 0 || word == Word.PROVED) {
                counts.add(count + " " + shown(word));
            }
        }
        return String.join(", ", counts);
    }

    private static String shown(Word word) {
        return switch (word) {
            case PROVED -> "proved";
            case UNDECIDED -> "undecided";
            case FAILED -> "failed";
            case ERROR -> "could not be checked";
            case NOT_RUN -> "not run";
        };
    }

    private static String clients(int count) {
        return count == 1 ? "1 client" : count + " clients";
    }

    /** A number that may be long. */
    private static String shown(BigInteger number) {
        return number.bitLength() < Long.SIZE ? number.toString() : "%.1e".formatted(number.doubleValue());
    }

    private String sum() {
        String counts = "%s: %s"
                .formatted(
                        clients(results.size()),
                        List.of(Word.values()).stream()
                                .filter(word -> word != Word.ERROR || count(word) > 0)
                                .map(word -> count(word) + " " + shown(word))
                                .collect(Collectors.joining(", ")));
        return failures.isEmpty()
                ? counts
                : counts + "\n"
                        + failures.stream().map(OperationsReport::line).collect(Collectors.joining("\n"))
                        + advice();
    }

    private String advice() {
        boolean anyWaits = failures.stream().anyMatch(failure -> WAITS.stream()
                .anyMatch(kind -> failure.title().startsWith(kind)));
        return anyWaits && !saysWhatMayWait
                ? "\nan operation that is right to wait says so by heddle_operation_waits()"
                : "";
    }

    private static String line(Failure failure) {
        return "the smallest that fails: %s: %s, in %s%s"
                .formatted(
                        failure.title(),
                        failure.client(),
                        failure.file(),
                        failure.isConfirmed()
                                ? ""
                                : ", which there was no time to check, or whose check found something else");
    }

    /** One JSON document, {@code heddle-operations/1}. */
    public String json() {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode()
                .put("schema", "heddle-operations/1")
                .put("program", program)
                .put("complete", isComplete())
                .put("seed", seed);
        ArrayNode operations = root.putArray("operations");
        declarations.operations().forEach(operation -> operations.add(operation.toString()));
        ArrayNode sizes = root.putArray("sizes");
        drawn.forEach(size -> put(sizes.addObject(), size));
        ArrayNode failed = root.putArray("failures");
        try {
            for (Failure failure : failures) {
                ObjectNode node = failed.addObject();
                ArrayNode threads = node.putArray("client");
                failure.client().arguments().forEach(threads::add);
                node.put("finding", failure.title())
                        .put("file", failure.file().toString())
                        .put("confirmed", failure.isConfirmed());
                node.set("report", json.readTree(new JsonReport().write(failure.report())));
            }
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }

    private void put(ObjectNode node, Drawn size) {
        node.put("threads", size.size().threads())
                .put("operations", size.size().operations())
                .put("clients", size.all())
                .put("drawn", size.clients().size())
                .put("equivalent", size.equivalent());
        for (Word word : Word.values()) {
            node.put(key(word), count(size, word));
        }
    }

    private static String key(Word word) {
        return word == Word.NOT_RUN ? "notRun" : word.name().toLowerCase(Locale.ROOT);
    }

    /** JUnit XML, with a case for each client. */
    public String junit() {
        return new SuiteReport(
                        directory,
                        results.stream().map(ClientResult::outcome).toList(),
                        CoverageHistory.in(directory),
                        Changes.NONE)
                .junit();
    }
}
