package org.heddle.cli.format.sarif;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.report.names.Location;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SarifPlacesTest {
    @ParameterizedTest
    @CsvSource({
        "1:2.c, 1%3A2.c",
        "'a,b:c|d.c', 'a,b%3Ac%7Cd.c'",
        "src/a b.c, src/a%20b.c",
        "/else/x:y.c, file:///else/x:y.c"
    })
    void everyName_hasAUri(String file, String uri) {
        SarifPlaces places = new SarifPlaces(Path.of("/project"), new SourceLines(Path.of("/project")));
        assertEquals(
                uri,
                places.of(new Location(file, 1, 0, "", ""), "")
                        .getPhysicalLocation()
                        .getArtifactLocation()
                        .getUri());
    }
}
