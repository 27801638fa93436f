package org.heddle.cli.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.heddle.cli.format.ci.GitHubAnnotations;
import org.heddle.cli.format.ci.JUnitReport;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.TraceLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Reports in every form, with characters that each of them has to escape. */
final class FormatsTest {
    private static final Path FOLDER = Path.of("/src/my project");
    private static final Reports REPORTS = new Reports(FOLDER, Sheet.PLAIN);
    private final ObjectMapper json = new ObjectMapper();

    private static String write(ReportFormat format) {
        return REPORTS.write(Samples.report(Samples.deadlock()), format);
    }

    @Test
    void sarif_isValid_withAFlowForEachThread_andPathsRelativeToTheSources() throws Exception {
        JsonNode document = json.readTree(write(ReportFormat.SARIF));
        try (InputStream schema = getClass().getResourceAsStream("/schema/sarif-2.1.0-rtm.5.json")) {
            Schema sarif = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_4)
                    .getSchema(schema);
            assertEquals(List.of(), sarif.validate(document.toString(), InputFormat.JSON));
            JsonNode broken = ((ObjectNode) document.deepCopy()).without("version");
            assertFalse(sarif.validate(broken.toString(), InputFormat.JSON).isEmpty(), "the schema is looked at");
        }
        JsonNode result = document.at("/runs/0/results/0");
        assertEquals("deadlock", result.get("ruleId").textValue());
        assertEquals(
                "0123456789abcdef",
                result.at("/partialFingerprints/heddleFinding~1v1").textValue());
        assertEquals(
                "two%20locks.c",
                result.at("/locations/0/physicalLocation/artifactLocation/uri").textValue());
        assertEquals(
                "file:///src/my%20project/",
                document.at("/runs/0/originalUriBaseIds/SRCROOT/uri").textValue());
        JsonNode flows = result.at("/codeFlows/1/threadFlows");
        assertEquals(List.of("main", "T1", "T2"), flows.findValuesAsText("id"));
        assertEquals(3, flows.at("/2/locations/0/executionOrder").intValue());
        assertEquals(3, result.get("relatedLocations").size());
    }

    /** JUnit's failure is the text, and SARIF has a place for each write. */
    @Test
    void valuesOfAnAssertion_areInEachFormThatPeopleRead() throws Exception {
        String sentence = "logged = 0; T2 (work) wrote it last at two locks.c:8";
        for (ReportFormat format : ReportFormat.values()) {
            String text =
                    REPORTS.write(Samples.report(Samples.assertion()), format).replace("&#61;", "=");
            boolean isForPrograms = format == ReportFormat.JSON || format == ReportFormat.TRACE;
            assertEquals(!isForPrograms, text.contains(sentence), () -> format + ": " + text);
        }
        JsonNode sarif = json.readTree(REPORTS.write(Samples.report(Samples.assertion()), ReportFormat.SARIF));
        JsonNode related = sarif.at("/runs/0/results/0/relatedLocations");
        assertEquals(1, related.size(), "where nobody wrote there is no place");
        assertEquals(sentence, related.at("/0/message/text").textValue());
        JsonNode values = json.readTree(REPORTS.write(Samples.report(Samples.assertion()), ReportFormat.JSON))
                .at("/findings/0/values");
        assertEquals(List.of("logged", "level", "find(<1>)"), values.findValuesAsText("name"));
        assertEquals(List.of("0", "GREEN (5)", "'\\n' (10)"), values.findValuesAsText("value"));
        assertEquals(8, values.at("/0/written/line").intValue());
    }

    @Test
    void text_hasWhatTheProgramPrinted_once() {
        String once = REPORTS.write(Samples.report(Samples.deadlock()), ReportFormat.TEXT);
        String twice = REPORTS.write(Samples.report(Samples.deadlock(), Samples.deadlock()), ReportFormat.TEXT);
        String printed = "the program printed:";
        assertEquals(2, once.split(printed, -1).length, once);
        assertEquals(2, twice.split(printed, -1).length, twice);
        assertTrue(twice.contains("the program printed what it did before"), twice);
    }

    /**
     * The viewer of Visual Studio Code shows the first thread flow of the first code flow, indented by its nesting levels, and nothing
     * else.
     */
    @Test
    void sarif_beginsWithTheWholeInterleaving_asViewersThatShowOneThreadFlowNeedIt() throws Exception {
        JsonNode result = json.readTree(write(ReportFormat.SARIF)).at("/runs/0/results/0");
        JsonNode steps = result.at("/codeFlows/0/threadFlows/0/locations");
        assertEquals(Samples.deadlock().trace().size(), steps.size());
        for (int n = 0; n < steps.size(); n++) {
            TraceLine line = Samples.deadlock().trace().get(n);
            JsonNode step = steps.get(n);
            assertEquals(line.step(), step.get("executionOrder").intValue());
            assertEquals(
                    line.thread() + ": " + line.operation(),
                    step.at("/location/message/text").textValue());
            assertEquals(
                    List.of("main", "T1", "T2").indexOf(line.thread()) + 1,
                    step.get("nestingLevel").intValue());
            JsonNode place = step.at("/location/physicalLocation");
            assertEquals(line.location().isKnown(), place.has("artifactLocation"));
            assertEquals(line.location().line(), place.at("/region/startLine").intValue());
            assertEquals(line.isKey(), step.path("importance").asText().equals("essential"));
        }
        for (JsonNode frame : result.findValues("frames")) {
            assertFalse(frame.at("/0/location/logicalLocations/0/fullyQualifiedName")
                    .asText()
                    .isEmpty());
        }
    }

    /** What viewers and code scanning services show beside a result. */
    @Test
    void sarif_hasHelpForItsRules_andTheLinesAroundAResult() throws Exception {
        Reports reports = new Reports(Path.of("src/test/resources/sources").toAbsolutePath(), Sheet.PLAIN);
        JsonNode run = json.readTree(reports.write(Samples.report(Samples.deadlock()), ReportFormat.SARIF))
                .at("/runs/0");
        JsonNode rule = run.at("/tool/driver/rules/0");
        assertTrue(rule.at("/help/markdown").textValue().startsWith("# `deadlock`"), rule.toString());
        assertFalse(rule.at("/fullDescription/text").textValue().isEmpty());
        JsonNode place = run.at("/results/0/locations/0/physicalLocation");
        assertEquals("pthread_mutex_lock(&b);", place.at("/region/snippet/text").textValue());
        int around = place.at("/contextRegion/endLine").intValue()
                - place.at("/contextRegion/startLine").intValue()
                + 1;
        assertEquals(
                around,
                place.at("/contextRegion/snippet/text").textValue().lines().count());
        assertTrue(run.at("/results/0/message/text").textValue().contains("\nRepair: "));
    }

    @Test
    void sarifOfUsesOfOneFreedBlock_isOneResultWithAllPlaces() throws Exception {
        String sarif = REPORTS.write(Samples.report(Samples.useAfterFree()), ReportFormat.SARIF);
        JsonNode results = json.readTree(sarif).at("/runs/0/results");
        assertEquals(1, results.size());
        assertEquals(5, results.at("/0/relatedLocations").size(), "the access, the free, and three more uses");
        assertEquals(3, results.at("/0/stacks").size());
    }

    @Test
    void htmlOfUsesOfOneFreedBlock_listsThem() {
        String page = REPORTS.write(Samples.report(Samples.useAfterFree()), ReportFormat.HTML);
        assertTrue(page.contains("also: T1 (work): pthread_mutex_unlock: the mutex was destroyed"), page);
    }

    @Test
    void sarifOfACleanRun_isValid() throws Exception {
        try (InputStream schema = getClass().getResourceAsStream("/schema/sarif-2.1.0-rtm.5.json")) {
            Schema sarif = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_4)
                    .getSchema(schema);
            JsonNode document = json.readTree(REPORTS.write(Samples.report(), ReportFormat.SARIF));
            assertEquals(List.of(), sarif.validate(document.toString(), InputFormat.JSON));
            assertTrue(document.at("/runs/0/results").isArray(), "no results, which is not the same as no search");
        }
    }

    @Test
    void junit_isXml_withAFailure() throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(write(ReportFormat.JUNIT))));
        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
        assertEquals("1", suite.getAttribute("failures"));
        Element failure = (Element) document.getElementsByTagName("failure").item(0);
        assertEquals("deadlock", failure.getAttribute("type"));
        assertTrue(failure.getTextContent().contains("half a <line> & a bell\uFFFD"), failure.getTextContent());
    }

    @Test
    void junit_hasACaseForEachFinding() throws Exception {
        String text = REPORTS.write(Samples.report(Samples.deadlock(), Samples.race()), ReportFormat.JUNIT);
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)));
        NodeList cases = document.getElementsByTagName("testcase");
        assertEquals(2, cases.getLength(), text);
        assertEquals(2, document.getElementsByTagName("failure").getLength(), text);
        assertEquals("two locks.c", ((Element) cases.item(0)).getAttribute("name"));
        String second = ((Element) cases.item(1)).getAttribute("name");
        assertTrue(second.startsWith("two locks.c: data-race ["), second);
        assertFalse(cases.item(1).getTextContent().contains("deadlock"), "only its own text");
    }

    @Test
    void junit_hasNoTwoCasesOfOneName() {
        Report report = Samples.report(Samples.deadlock(), Samples.race(), Samples.race(), Samples.race());
        List<String> names = JUnitReport.Case.of(report, ReportedFinding::message).stream()
                .map(JUnitReport.Case::name)
                .toList();
        assertEquals(4, Set.copyOf(names).size(), names.toString());
        assertEquals(names.get(1) + " (2)", names.get(2));
        assertEquals(names.get(1) + " (3)", names.get(3));
    }

    @Test
    void junitOfACleanRun_hasNoFailure() {
        String document = REPORTS.write(Samples.report(), ReportFormat.JUNIT);
        assertTrue(document.contains("failures=\"0\""), document);
        assertFalse(document.contains("<failure"), document);
        assertTrue(document.contains("proved: no bug"), document);
    }

    /** With the patterns of VS Code's problem matcher {@code $gcc}. */
    @Test
    void gcc_hasALineForEachPlace_andNoControlCharacters() {
        Pattern gcc = Pattern.compile("(.*?):(\\d+):(\\d*):?\\s+(?:fatal\\s+)?(warning|error|note):\\s+(.*)");
        List<String> lines = write(ReportFormat.GCC).lines().toList();
        List<Matcher> matches =
                lines.stream().map(gcc::matcher).filter(Matcher::matches).toList();
        assertEquals(lines.size() - 1, matches.size(), "all but the claim: " + lines);
        assertEquals("two locks.c", matches.get(0).group(1));
        assertEquals("4", matches.get(0).group(2));
        assertEquals("error", matches.get(0).group(4));
        assertTrue(matches.get(0).group(5).endsWith("[deadlock]"), lines.get(0));
        assertTrue(matches.size() > 1 && matches.get(1).group(4).equals("note"), lines.toString());
        assertTrue(lines.stream().flatMapToInt(String::chars).noneMatch(Character::isISOControl), lines.toString());
    }

    @Test
    void markdown_showsSpecialCharactersAsTheyAre() {
        String text = write(ReportFormat.MARKDOWN);
        assertTrue(text.contains("deadlock \\[lock-cycle\\]"), text);
        assertTrue(text.contains("stopped at the \\<first\\> finding"), text);
        assertTrue(text.contains("| 3 | T2 | **lock b** | two locks.c:7 |"), text);
    }

    @Test
    void annotations_areOneLineEach_withEscapedValues() {
        List<String> commands =
                new GitHubAnnotations(FOLDER, Path.of("/src")).write(Samples.report(Samples.deadlock()));
        assertEquals(
                List.of("::error file=my project/two locks.c,line=4,col=5,title=Heddle%3A deadlock [lock-cycle]::"
                        + Samples.deadlock().message()
                        + "%0ARepair: "
                        + Repair.of(Samples.deadlock())),
                commands);
    }

    @Test
    void chromeTrace_hasATrackForEachThread_andClosesWhatItOpens() throws Exception {
        JsonNode events = json.readTree(write(ReportFormat.TRACE)).get("traceEvents");
        Set<String> tracks = new HashSet<>();
        int open = 0;
        for (JsonNode event : events) {
            switch (event.get("ph").textValue()) {
                case "M" -> tracks.add(event.at("/args/name").textValue());
                case "b" -> open++;
                case "e" -> open--;
                default -> assertTrue(event.get("ts").isNumber());
            }
        }
        assertTrue(tracks.containsAll(Set.of("deadlock [lock-cycle]", "main", "T1", "T2")), tracks.toString());
        assertEquals(0, open);
        assertEquals(
                4, events.findValuesAsText("ph").stream().filter("X"::equals).count());
    }

    @Test
    void html_carriesNothingThatEndsItsScripts_andAsksForNothing() {
        String page = write(ReportFormat.HTML);
        assertTrue(page.contains("half a &lt;line&gt; &amp; a bell"), page);
        assertFalse(page.substring(page.indexOf("report-data")).contains("<line>"), page);
        assertFalse(page.matches("(?s).*(src|href)\\s*=.*"), "the page needs another file");
        assertFalse(page.contains("url("), "the page needs another file");
    }

    @ParameterizedTest
    @CsvSource({
        "a.html, HTML",
        "a.HTM, HTML",
        "a.json, JSON",
        "a.sarif, SARIF",
        "a.sarif.json, SARIF",
        "a.trace.json, TRACE",
        "a.xml, JUNIT",
        "a.md, MARKDOWN",
        "a.gcc, GCC",
        "a.txt, TEXT"
    })
    void formatOfAFile_isThatOfItsEnding(String name, ReportFormat format) {
        assertEquals(Optional.of(format), ReportFormat.ofFile(name));
    }

    @Test
    void otherNames_haveNoFormat() {
        assertEquals(Optional.empty(), ReportFormat.ofFile("out"));
        assertEquals(Optional.empty(), ReportFormat.ofFile("build.d"));
    }
}
