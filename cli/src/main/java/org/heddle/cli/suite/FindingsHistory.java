package org.heddle.cli.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.heddle.cli.base.UserError;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;

/**
 * What each test found when it was last run, and how long it took: a file, {@code heddle-history/1}, that CI keeps between its jobs.
 *
 * @param tests by their names; those that are not run keep what is known of them
 */
public record FindingsHistory(Map<String, Last> tests) {
    /** Nothing is known. */
    public static final FindingsHistory NONE = new FindingsHistory(Map.of());

    private static final String SCHEMA = "heddle-history/1";

    /**
     * The last run of a test.
     *
     * @param seconds of wall time; 0 where its result came from the cache
     * @param findings of its check
     */
    record Last(double seconds, List<Known> findings) {}

    /**
     * A finding.
     *
     * @param fingerprint the same wherever it is found
     * @param title kind and cause
     * @param place in short
     */
    record Known(String fingerprint, String title, String place) {
        static Known of(ReportedFinding finding) {
            return new Known(
                    finding.fingerprint(), finding.title(), finding.location().brief());
        }

        /** For people. */
        String text() {
            return place.isEmpty() ? title : title + " at " + place;
        }
    }

    /**
     * Reads a file; one that is not there yet knows nothing.
     *
     * @throws UserError if it is no history
     */
    public static FindingsHistory read(Path file) throws UserError {
        if (!Files.exists(file)) {
            return NONE;
        }
        Map<String, Last> tests = new TreeMap<>();
        try {
            JsonNode root = new ObjectMapper().readTree(file.toFile());
            if (!root.path("schema").asText().equals(SCHEMA)) {
                throw isNone(file);
            }
            root.path("tests").properties().forEach(test -> tests.put(test.getKey(), last(test.getValue())));
        } catch (JsonProcessingException damaged) {
            throw isNone(file);
        } catch (IOException unreadable) {
            throw new UserError("the history " + file + " cannot be read: " + unreadable.getMessage());
        }
        return new FindingsHistory(tests);
    }

    private static UserError isNone(Path file) {
        return new UserError(file + " is no history that heddle test has written (" + SCHEMA
                + "): name another file, or delete it to begin anew");
    }

    private static Last last(JsonNode test) {
        List<Known> findings = new ArrayList<>();
        test.path("findings")
                .forEach(finding -> findings.add(new Known(
                        finding.path("fingerprint").asText(),
                        finding.path("title").asText(),
                        finding.path("place").asText())));
        return new Last(test.path("seconds").asDouble(), List.copyOf(findings));
    }

    /** The last run of a test; empty if none is known. */
    Optional<Last> last(String test) {
        return Optional.ofNullable(tests.get(test));
    }

    /** With what these came to in place of what their tests had come to before. */
    public FindingsHistory with(List<EntryOutcome> outcomes) {
        Map<String, Last> all = new TreeMap<>(tests);
        for (EntryOutcome outcome : outcomes) {
            Optional<Report> report = outcome.report();
            if (report.isPresent()) {
                double before = last(outcome.entry().name()).map(Last::seconds).orElse(0.0);
                List<Known> findings =
                        report.get().findings().stream().map(Known::of).toList();
                all.put(outcome.entry().name(), new Last(outcome.isCached() ? before : outcome.seconds(), findings));
            }
        }
        return new FindingsHistory(all);
    }

    /** The file's text. */
    public String text() {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode().put("schema", SCHEMA);
        ObjectNode all = root.putObject("tests");
        tests.forEach((name, last) -> {
            ObjectNode test = all.putObject(name).put("seconds", Math.round(last.seconds() * 1000) / 1000.0);
            ArrayNode findings = test.putArray("findings");
            for (Known known : last.findings()) {
                findings.addObject()
                        .put("fingerprint", known.fingerprint())
                        .put("title", known.title())
                        .put("place", known.place());
            }
        });
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }
}
