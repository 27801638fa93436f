package org.heddle.it.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What Microsoft's validator asks of a SARIF document beyond the schema, as far as it can be broken here. The rules' numbers are those of
 * its rule sets "Sarif" and "Ghas".
 */
public final class SarifRules {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final int MOST_STEPS = 10_000;

    private final List<String> broken = new ArrayList<>();
    private final JsonNode run;

    private SarifRules(JsonNode run) {
        this.run = run;
    }

    /** The rules that the document breaks, each in words; none if it is valid. */
    public static List<String> broken(JsonNode document) {
        SarifRules rules = new SarifRules(document.at("/runs/0"));
        rules.require(document.path("$schema").asText().equals(SCHEMA), "SARIF1011: refers to the final schema");
        rules.bases();
        document.at("/runs/0/results").forEach(rules::result);
        return rules.broken;
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            broken.add(rule);
        }
    }

    private void bases() {
        for (JsonNode base : run.path("originalUriBaseIds")) {
            String uri = base.path("uri").asText();
            require(isUri(uri) && URI.create(uri).isAbsolute() && uri.endsWith("/"), "SARIF1004: a base is " + uri);
        }
    }

    private void result(JsonNode result) {
        JsonNode rules = run.at("/tool/driver/rules");
        String rule = result.path("ruleId").asText();
        JsonNode named = rules.path(result.path("ruleIndex").asInt(-1));
        require(!rule.isEmpty() && named.path("id").asText().equals(rule), "SARIF1009, SARIF1010: the rule of " + rule);
        require(!result.at("/message/text").asText().isBlank(), "a result without a message");
        require(
                !result.at("/locations/0/physicalLocation/artifactLocation/uri")
                        .asText()
                        .isEmpty(),
                "GH1001: " + rule);
        require(result.at("/locations/0/physicalLocation/region/startLine").asInt() > 0, "GH1003: " + rule);
        require(!result.path("partialFingerprints").isEmpty(), "GH1002: " + rule + " has no fingerprint");
        Set<Integer> ids = new HashSet<>();
        for (JsonNode related : result.path("relatedLocations")) {
            require(ids.add(related.path("id").asInt(-1)), "two related locations of one number");
        }
        int steps = 0;
        for (JsonNode flow : result.path("codeFlows")) {
            require(!flow.path("threadFlows").isEmpty(), "a code flow without thread flows");
            for (JsonNode thread : flow.path("threadFlows")) {
                require(!thread.path("locations").isEmpty(), "a thread flow without locations: " + thread.path("id"));
                steps += thread.path("locations").size();
            }
        }
        require(steps <= MOST_STEPS, "GH1004: " + steps + " locations in the code flows of " + rule);
        result.findValues("physicalLocation").forEach(this::place);
    }

    private void place(JsonNode place) {
        JsonNode artifact = place.path("artifactLocation");
        String uri = artifact.path("uri").asText();
        require(isUri(uri), "SARIF1002: no URI: " + uri);
        require(!isUri(uri) || !URI.create(uri).isAbsolute() || !artifact.has("uriBaseId"), "SARIF1004: " + uri);
        require(
                !artifact.has("uriBaseId")
                        || run.path("originalUriBaseIds")
                                .has(artifact.path("uriBaseId").asText()),
                "SARIF1004: an unknown base of " + uri);
        JsonNode region = place.path("region");
        region(region);
        if (place.has("contextRegion")) {
            JsonNode context = place.path("contextRegion");
            region(context);
            require(
                    !region.isMissingNode()
                            && first(context) <= first(region)
                            && last(region) <= last(context)
                            && (first(context) < first(region) || last(region) < last(context)),
                    "SARIF1008: the context of a region is larger than it: " + place);
        }
    }

    private void region(JsonNode region) {
        if (region.isMissingNode()) {
            return;
        }
        require(first(region) > 0 && last(region) >= first(region), "SARIF1007: lines of " + region);
        int column = region.path("startColumn").asInt(1);
        boolean isOneLine = first(region) == last(region);
        require(column > 0 && (!isOneLine || region.path("endColumn").asInt(column) >= column), "SARIF1007: " + region);
    }

    private static int first(JsonNode region) {
        return region.path("startLine").asInt();
    }

    private static int last(JsonNode region) {
        return region.path("endLine").asInt(first(region));
    }

    private static boolean isUri(String text) {
        try {
            return !new URI(text).toString().isEmpty();
        } catch (URISyntaxException odd) {
            return false;
        }
    }
}
