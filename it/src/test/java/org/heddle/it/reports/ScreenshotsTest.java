package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.heddle.it.testkit.Browser;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of the page in {@code docs/screenshots}. {@code -Dheddle.screenshots=write} makes them anew; without it, the page still has
 * to say what it says in them, word for word, and to fit into them.
 */
@Timeout(900)
final class ScreenshotsTest {
    private static final Path PICTURES =
            Path.of("../docs/screenshots").toAbsolutePath().normalize();
    private static final boolean WRITES = "write".equals(System.getProperty("heddle.screenshots"));

    /** A picture: its name, and the window. */
    private record Picture(String name, int width, int height, boolean dark) {}

    private static final List<Picture> ALL = List.of(
            new Picture("page-360.png", 360, 780, false),
            new Picture("page-800-dark.png", 800, 900, true),
            new Picture("page-1280.png", 1280, 900, false),
            new Picture("page-2560-dark.png", 2560, 1100, true));

    @TempDir
    private Path folder;

    @Test
    void picturesOfTheDocs_showThePageAsItIs() throws Exception {
        assumeTrue(Browser.program().isPresent(), "this machine has no Chromium (Debian's package chromium)");
        Path page = folder.resolve("report.html");
        Heddle.run("check", "-o", folder, "-o", page, Expectation.example("lessons/09-stolen-signal.c"));
        Files.writeString(page, Files.readString(page).replace(folder + "/", ""));
        try (Browser browser =
                Browser.start(Browser.program().orElseThrow(), Files.createDirectory(folder.resolve("profile")))) {
            for (Picture picture : ALL) {
                browser.open(page, picture.width(), picture.height(), picture.dark());
                browser.evaluate("document.querySelector('.finding').scrollIntoView()");
                byte[] taken = browser.screenshot();
                if (WRITES) {
                    Files.write(PICTURES.resolve(picture.name()), taken);
                }
                var shown = ImageIO.read(PICTURES.resolve(picture.name()).toFile());
                var now = ImageIO.read(new ByteArrayInputStream(taken));
                assertEquals(now.getWidth(), shown.getWidth(), picture.name());
                assertEquals(now.getHeight(), shown.getHeight(), picture.name());
            }
            String text = browser.evaluate("document.querySelector('.finding').innerText")
                            .textValue() + "\n";
            if (WRITES) {
                Files.writeString(PICTURES.resolve("page.txt"), text);
            }
            assertEquals(
                    Files.readString(PICTURES.resolve("page.txt")), text, "make the pictures anew, and look at them");
        }
    }
}
