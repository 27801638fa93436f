package org.heddle.it.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The schemas that documents are to follow. */
public final class Schemas {
    private static final Path ROOT =
            Path.of(System.getProperty("heddle.examples")).resolve("..");

    private Schemas() {}

    public static void assertReport(JsonNode report) throws Exception {
        assertValid(
                report, ROOT.resolve("docs/schema/heddle-report-1.schema.json"), SpecificationVersion.DRAFT_2020_12);
    }

    public static void assertProgress(JsonNode event) throws Exception {
        assertValid(
                event, ROOT.resolve("docs/schema/heddle-progress-1.schema.json"), SpecificationVersion.DRAFT_2020_12);
    }

    public static void assertDeterminism(JsonNode runs) throws Exception {
        assertValid(
                runs, ROOT.resolve("docs/schema/heddle-determinism-1.schema.json"), SpecificationVersion.DRAFT_2020_12);
    }

    public static void assertOperations(JsonNode clients) throws Exception {
        assertValid(
                clients,
                ROOT.resolve("docs/schema/heddle-operations-1.schema.json"),
                SpecificationVersion.DRAFT_2020_12);
        for (JsonNode failure : clients.path("failures")) {
            assertReport(failure.path("report"));
        }
    }

    /** SARIF's schema, and the rules of a validator beyond it. */
    public static void assertSarif(JsonNode document) throws Exception {
        assertEquals(List.of(), SarifRules.broken(document));
        assertValid(
                document,
                ROOT.resolve("cli/src/test/resources/schema/sarif-2.1.0-rtm.5.json"),
                SpecificationVersion.DRAFT_4);
    }

    private static void assertValid(JsonNode document, Path schema, SpecificationVersion draft) throws Exception {
        try (InputStream in = Files.newInputStream(schema)) {
            assertEquals(
                    List.of(),
                    SchemaRegistry.withDefaultDialect(draft)
                            .getSchema(in)
                            .validate(document.toString(), InputFormat.JSON));
        }
    }
}
