package org.heddle.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The schemas that documents are to follow. */
final class Schemas {
    private static final Path ROOT =
            Path.of(System.getProperty("heddle.examples")).resolve("..");

    private Schemas() {}

    static void assertReport(JsonNode report) throws Exception {
        assertValid(report, ROOT.resolve("docs/schema/heddle-report-1.schema.json"), VersionFlag.V202012);
    }

    static void assertProgress(JsonNode event) throws Exception {
        assertValid(event, ROOT.resolve("docs/schema/heddle-progress-1.schema.json"), VersionFlag.V202012);
    }

    static void assertSarif(JsonNode document) throws Exception {
        assertValid(document, ROOT.resolve("cli/src/test/resources/schema/sarif-2.1.0-rtm.5.json"), VersionFlag.V4);
    }

    private static void assertValid(JsonNode document, Path schema, VersionFlag draft) throws Exception {
        try (InputStream in = Files.newInputStream(schema)) {
            assertEquals(
                    Set.of(), JsonSchemaFactory.getInstance(draft).getSchema(in).validate(document));
        }
    }
}
