package org.heddle.it.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.heddle.it.testkit.Browser;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The page of reports with much in them: many findings, many threads, many steps. */
@Timeout(900)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD) // there is one browser
final class LongPageTest {
    private static final int VARIABLES = 40;
    private static final String OPEN =
            "[...document.querySelectorAll('.finding')].filter((one) => one.open).map((one) => one.id).join()";
    private static final String ROWS = "document.querySelectorAll('details[open] .row').length";

    private Path folder;
    private Browser browser;

    @BeforeAll
    void start(@TempDir Path temporary) throws Exception {
        folder = temporary;
        assumeTrue(Browser.program().isPresent(), "this machine has no Chromium (Debian's package chromium)");
        browser = Browser.start(Browser.program().orElseThrow(), Files.createDirectory(folder.resolve("profile")));
    }

    @AfterAll
    void close() {
        if (browser != null) {
            browser.close();
        }
    }

    /** Opens the page on the first execution of a program. */
    private void open(String name, String source) throws Exception {
        Path program = Files.writeString(folder.resolve(name + ".c"), source);
        Path page = folder.resolve(name + ".html");
        Heddle.run("check", "-i", "1", "-o", page, program);
        browser.open(page, 1280, 900, false);
    }

    private int count(String expression) throws Exception {
        return browser.evaluate(expression).intValue();
    }

    @Test
    void fortyFindings_areAListByKind_withOneOpenAtATime() throws Exception {
        String increments = IntStream.range(0, VARIABLES)
                .mapToObj(n -> "    value_" + n + "++;\n")
                .collect(Collectors.joining());
        String names = IntStream.range(0, VARIABLES).mapToObj(n -> "value_" + n).collect(Collectors.joining(", "));
        open(
                "forty",
                "#include <pthread.h>\nstatic int " + names + ";\nstatic void *work(void *unused) {\n" + increments
                        + "    return unused;\n}\nint main(void) {\n    pthread_t a;\n"
                        + "    pthread_create(&a, NULL, work, NULL);\n" + increments
                        + "    pthread_join(a, NULL);\n}\n");
        int findings = count("document.querySelectorAll('.finding').length");
        assertTrue(findings >= VARIABLES, "findings: " + findings);
        assertEquals(findings, count("document.querySelectorAll('nav a').length"));
        assertEquals("finding-0", browser.evaluate(OPEN).textValue());
        browser.press("]");
        assertEquals("finding-1", browser.evaluate(OPEN).textValue());
        browser.click("nav a[href=\"#finding-7\"]");
        assertEquals("finding-7", browser.evaluate(OPEN).textValue());
        browser.evaluate("document.querySelector('#finding-7 .next a').click()");
        assertEquals("finding-8", browser.evaluate(OPEN).textValue());
        assertTrue(count("document.documentElement.scrollHeight") < 6_000, "one screen for each open finding");
        assertEquals(List.of(), browser.problems());
    }

    @Test
    void tenThreads_haveWholeLabels_andCanBeHiddenAndFiltered() throws Exception {
        open(
                "ten",
                """
                #include <assert.h>
                #include <pthread.h>
                static pthread_mutex_t accounts[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
                static int done;
                static void *work(void *number) {
                    pthread_mutex_lock(&accounts[(long) number % 2]);
                    pthread_mutex_unlock(&accounts[(long) number % 2]);
                    __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
                    return number;
                }
                int main(void) {
                    pthread_t threads[10];
                    for (long k = 0; k < 10; k++) pthread_create(&threads[k], NULL, work, (void *) k);
                    for (int k = 0; k < 10; k++) pthread_join(threads[k], NULL);
                    assert(done == 11);
                }
                """);
        assertEquals(11, count("document.querySelectorAll('.heads span').length"));
        assertEquals(
                0,
                count(
                        "[...document.querySelectorAll('.row .what')].filter((one) => one.textContent.includes('…')).length"));
        assertTrue(browser.evaluate(
                        "document.querySelector('.lanes').scrollWidth <= document.querySelector('.lanes').clientWidth")
                .booleanValue());
        int all = count(ROWS);
        browser.evaluate(
                "[...document.querySelectorAll('.thread-switch')].find((one) => one.textContent === 'T3').click()");
        assertEquals(10, count("document.querySelectorAll('.heads span').length"));
        assertTrue(count(ROWS) < all, "its steps are hidden");
        browser.evaluate(
                "[...document.querySelectorAll('.thread-switch')].find((one) => one.textContent === 'T3').click()");
        browser.evaluate("(() => { const choice = document.querySelector('.objects'); choice.value = 'accounts[1]';"
                + " choice.dispatchEvent(new Event('change')); })()");
        assertEquals(10, count(ROWS), "five threads lock and unlock it");
        browser.evaluate("(() => { const search = document.querySelector('.search'); search.value = 'unlock';"
                + " search.dispatchEvent(new Event('input')); })()");
        assertEquals(5, count(ROWS));
        assertEquals(List.of(), browser.problems());
    }

    @Test
    void ofManySteps_onlyThoseInViewAreDrawn_belowHeadingsThatStay() throws Exception {
        open(
                "many",
                """
                #include <assert.h>
                #include <pthread.h>
                static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                static void *work(void *unused) {
                    for (int k = 0; k < 300; k++) {
                        pthread_mutex_lock(&m);
                        pthread_mutex_unlock(&m);
                    }
                    return unused;
                }
                int main(void) {
                    pthread_t a;
                    pthread_create(&a, NULL, work, NULL);
                    work(NULL);
                    pthread_join(a, NULL);
                    assert(m.__data.__lock);
                }
                """);
        assertTrue(count(ROWS) < 400, "rows: " + count(ROWS));
        browser.press("Home");
        assertEquals(0, count("document.querySelector('.lanes').scrollTop"));
        for (String key : List.of("End", "k", "Home", "End")) {
            browser.press(key);
            assertEquals(
                    "true",
                    browser.evaluate("document.getElementById(document.querySelector('.lanes')"
                                    + ".getAttribute('aria-activedescendant')).getAttribute('aria-selected')")
                            .textValue());
        }
        assertEquals(
                count("document.querySelector('.lanes').getBoundingClientRect().top + 1"),
                count("document.querySelector('.heads').getBoundingClientRect().top"));
        assertEquals(List.of(), browser.problems());
    }
}
