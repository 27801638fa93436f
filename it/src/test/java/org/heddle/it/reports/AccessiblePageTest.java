package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Browser;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as axe sees it, which looks for what keeps people from reading a page. */
@Timeout(900)
final class AccessiblePageTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01-database-deadlock.c",
                "lessons/09-stolen-signal.c",
                "06-lost-update.c",
                "50-use-after-free.c",
                "19-back-off.c"
            })
    void axe_findsNothing(String example) throws Exception {
        assumeTrue(Browser.program().isPresent(), "this machine has no Chromium (Debian's package chromium)");
        Path page = folder.resolve("report.html");
        Heddle.run("check", "-o", page, Expectation.example(example));
        try (Browser browser =
                Browser.start(Browser.program().orElseThrow(), Files.createDirectory(folder.resolve("profile")))) {
            for (boolean dark : new boolean[] {false, true}) {
                browser.open(page, dark ? 1280 : 360, 900, dark);
                browser.evaluate(axe() + "; 0");
                String violations = browser.evaluateLater("axe.run({ resultTypes: ['violations'] }).then((result) =>"
                                + " result.violations.map((one) => one.id + ': ' + one.nodes[0].html).join('\\n'))")
                        .textValue();
                assertEquals("", violations, dark ? "in the dark" : "on a phone");
            }
        }
    }

    private static String axe() throws Exception {
        try (InputStream script = ClassLoader.getSystemResourceAsStream("axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
