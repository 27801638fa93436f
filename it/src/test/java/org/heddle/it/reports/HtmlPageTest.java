package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.heddle.it.testkit.Browser;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a real browser: its timeline steps by buttons, keys and clicks, beside the source. */
@Timeout(900)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD) // there is one browser
final class HtmlPageTest {
    private static final String MAIN = "[...document.querySelectorAll('.thread')]"
            + ".find((panel) => panel.querySelector('h3').textContent === 'main').textContent";
    private static final String STEP = "document.querySelector('.counter').textContent";

    private Path folder;
    private Path page;
    private Browser browser;

    @BeforeAll
    void check(@TempDir Path temporary) throws Exception {
        folder = temporary;
        assumeTrue(Browser.program().isPresent(), "this machine has no Chromium (Debian's package chromium)");
        browser = Browser.start(Browser.program().orElseThrow(), Files.createDirectory(folder.resolve("profile")));
        page = folder.resolve("report.html");
        Run run = Heddle.run("check", "-o", folder, Expectation.example("14-wrong-waiter.c"));
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(Files.size(page) < 500_000, "one page of a moderate size");
    }

    @AfterAll
    void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private void open(int width, int height, boolean dark) throws Exception {
        browser.open(page, width, height, dark);
    }

    private int step() throws Exception {
        return Integer.parseInt(browser.evaluate(STEP).textValue().split(" ", -1)[1]);
    }

    @Test
    void timeline_stepsByButtonsAndKeysAndClicks_withTheSourceBesideIt() throws Exception {
        open(1300, 1000, false);
        browser.click("button.last");
        int last = step();
        assertEquals(
                last + 1,
                browser.evaluate("document.querySelectorAll('.row').length").intValue());
        browser.click("button.back");
        assertEquals(last - 1, step());
        browser.click("button.first");
        assertEquals(0, step());
        browser.click("button.next");
        assertEquals(1, step());
        browser.evaluate("document.activeElement.blur()");
        browser.press("j");
        browser.press("ArrowDown");
        assertEquals(3, step());
        browser.press("k");
        assertEquals(2, step());
        browser.press("c");
        int critical = browser.evaluate("(() => { const finding = JSON.parse(document.getElementById('report-data')"
                        + ".textContent).findings[0]; return finding.rows.step[finding.critical]; })()")
                .intValue();
        assertEquals(critical, step());
        browser.press("n");
        assertTrue(browser.evaluate("document.querySelectorAll('.row')[" + step() + "].querySelector('.key') !== null")
                .booleanValue());
        browser.click(".row:nth-of-type(5)");
        String here = browser.evaluate("document.querySelector('.source .here').textContent")
                .textValue();
        assertTrue(here.contains("pthread_"), here);
        assertEquals(List.of(), browser.problems());
    }

    @Test
    void timeline_showsLocksWaitsAndArrows_asFarAsTheStep() throws Exception {
        open(1300, 1000, false);
        assertTrue(browser.evaluate("document.querySelectorAll('rect.holds').length")
                        .intValue()
                >= 4);
        assertTrue(browser.evaluate("document.querySelectorAll('rect.waits').length")
                        .intValue()
                >= 3);
        assertTrue(browser.evaluate("document.querySelectorAll('path.link').length")
                        .intValue()
                >= 4);
        assertEquals(
                1,
                browser.evaluate("document.querySelectorAll('path.critical').length")
                        .intValue());
        browser.click("button.last");
        String atEnd = browser.evaluate(MAIN).textValue();
        assertTrue(atEnd.contains("waits on changed"), atEnd);
        browser.click("button.first");
        assertFalse(browser.evaluate(MAIN).textValue().contains("waits on"), "nobody waits at first");
        int later = browser.evaluate("document.querySelectorAll('.row.later').length")
                .intValue();
        assertEquals(
                browser.evaluate("document.querySelectorAll('.row').length").intValue() - 1, later);
    }

    @Test
    void page_opensAtTheStepThatFails_withEachThreadsSourceBesideTheOthers() throws Exception {
        open(1280, 900, false);
        assertTrue(browser.evaluate("document.querySelectorAll('.row')[" + step() + "].querySelector('.key') !== null")
                .booleanValue());
        assertEquals(
                browser.evaluate("document.querySelectorAll('svg .head').length")
                        .intValue(),
                browser.evaluate("document.querySelectorAll('.thread').length").intValue());
    }

    @Test
    void page_showsWhoWaitsForWhom_beforeTheTimeline_inWordsToo() throws Exception {
        open(1280, 900, false);
        assertTrue(browser.evaluate("document.querySelector('.waits svg').getBoundingClientRect().bottom"
                        + " <= document.querySelector('.lanes').getBoundingClientRect().top")
                .booleanValue());
        String words = browser.evaluate("document.querySelector('.waits desc').textContent")
                .textValue();
        assertTrue(words.contains("main waits to wake from changed, and nobody is left that lets it go on."), words);
    }

    @Test
    void executionThatDoesNotFail_standsBesideTheOneThatFails_withTheSwitchBetweenThem() throws Exception {
        open(1280, 900, false);
        assertEquals(
                1,
                browser.evaluate("document.querySelectorAll('.beside .switch').length")
                        .intValue());
        assertTrue(browser.evaluate("document.querySelectorAll('.beside .right').length > 0")
                .booleanValue());
        assertEquals(
                "the process exits with status 0",
                browser.evaluate("document.querySelector('.beside .end td:last-child').textContent")
                        .textValue());
    }

    @Test
    void source_hasEachLineOnce_withMarksOfTheThreads() throws Exception {
        open(1280, 900, false);
        assertEquals(
                0,
                browser.evaluate("(() => { const lines = [...document.querySelectorAll('.source .at')]"
                                + ".map((line) => line.textContent); return lines.length - new Set(lines).size; })()")
                        .intValue());
        assertEquals(
                browser.evaluate(STEP + ", document.querySelector('.doing').textContent.split(':')[0]")
                        .textValue(),
                browser.evaluate("document.querySelector('.source .here .runs').textContent")
                        .textValue());
        browser.press("Home");
        assertTrue(browser.evaluate("document.querySelectorAll('.source .next .now b').length > 0")
                .booleanValue());
        assertTrue(browser.evaluate("document.querySelector('.keys').textContent.includes('critical switch')")
                .booleanValue());
    }

    @Test
    void accessesThatAreNoSteps_haveRows_atWhichThePageOpens() throws Exception {
        Path source = Files.writeString(
                folder.resolve("race.c"),
                """
                #include <pthread.h>
                static int shared;
                static void *run(void *nothing) { shared++; return nothing; }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, run, NULL);
                    shared = 5;
                    pthread_join(thread, NULL);
                }
                """);
        Path race = folder.resolve("race.html");
        Heddle.run("check", "-i", "1", "-o", race, source);
        browser.open(race, 1280, 900, false);
        assertEquals(
                "write shared = 5,read shared = 5",
                browser.evaluate("[...document.querySelectorAll('.row')]"
                                + ".filter((row) => row.querySelector('.number').textContent === '·')"
                                + ".map((row) => row.querySelector('.key').firstChild.textContent).join()")
                        .textValue());
        assertEquals("after step 1", browser.evaluate(STEP).textValue());
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 800, 1280, 2560})
    void lanes_areAsWideAsThePage(int width) throws Exception {
        open(width, 900, false);
        assertTrue(
                browser.evaluate("document.documentElement.scrollWidth").intValue() <= width, "no sideways scrolling");
        boolean allLanesShow = browser.evaluate(
                        "document.querySelector('.lanes').scrollWidth <= document.querySelector('.lanes').clientWidth")
                .booleanValue();
        assertTrue(allLanesShow || width < 800);
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 1280})
    void arrows_strikeThroughNoWords(int width) throws Exception {
        open(width, 900, false);
        String struck = browser.evaluate(
                        """
                        [...document.querySelectorAll('path.link, path.head-of-arrow')].flatMap((path) => {
                          const points = [];
                          for (let at = 0; at <= path.getTotalLength(); at += 2) points.push(path.getPointAtLength(at));
                          return [...document.querySelectorAll('.row text:not(.number)')].filter((text) => {
                            const box = text.getBBox();
                            return points.some((p) => p.x > box.x && p.x < box.x + box.width && p.y > box.y && p.y < box.y + box.height);
                          }).map((text) => text.textContent);
                        }).join()""")
                .textValue();
        assertEquals("", struck);
        assertTrue(browser.evaluate("document.querySelectorAll('path.link').length")
                        .intValue()
                >= 4);
    }

    @Test
    void pageThatWasDrawnForAWideWindow_fitsOnPaper() throws Exception {
        open(1280, 900, false);
        browser.print(700);
        assertTrue(browser.evaluate("document.documentElement.scrollWidth").intValue() <= 700);
        String cut = browser.evaluate("[...document.querySelectorAll('.lanes svg, .code span, .output')]"
                        + ".filter((box) => box.getBoundingClientRect().right > 700 || box.scrollWidth > box.clientWidth + 1)"
                        + ".map((box) => box.className.baseVal ?? box.className).join()")
                .textValue();
        assertEquals("", cut);
    }

    @Test
    void page_fitsAPhone_andChangesItsColoursInTheDark() throws Exception {
        String colour = "getComputedStyle(document.body).backgroundColor";
        String light;
        open(400, 800, false);
        assertTrue(browser.evaluate("document.documentElement.scrollWidth").intValue() <= 400, "no sideways scrolling");
        light = browser.evaluate(colour).textValue();
        var picture = ImageIO.read(new ByteArrayInputStream(browser.screenshot()));
        assertEquals(400, picture.getWidth());
        open(400, 800, true);
        assertNotEquals(light, browser.evaluate(colour).textValue());
    }
}
