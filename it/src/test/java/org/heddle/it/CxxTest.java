package org.heddle.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** C++ programs: what leaves a thread or an initialiser runs the destructors on its way. */
@Timeout(60)
final class CxxTest {
    @TempDir
    private Path folder;

    @Test
    void cancellationExitAndExceptions_unwindTheStack() {
        Path source = Path.of("src/test/resources/cxx/unwinding.cc").toAbsolutePath();
        JsonNode report = Heddle.check(folder, "--keep-going", source).json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
        assertTrue(report.at("/executions/total").intValue() > 10, report.toString());
    }
}
