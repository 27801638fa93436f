package org.heddle.cli.format.ci;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;

/** Reports as JUnit XML: a test case for each check, which fails if there is a finding, and one more for each further finding. */
public final class JUnitReport {
    private final List<Case> cases;

    /** How a test case ended. */
    public enum Result {
        PASSED,
        FAILED,
        /** It could not be run. */
        ERROR,
        /** It was not run. */
        SKIPPED
    }

    /**
     * A test case.
     *
     * @param name of it
     * @param seconds that it took
     * @param result how it ended
     * @param type what sort of failure it is, if it is one
     * @param message the failure in a line
     * @param text the failure at length
     * @param output what is said if it passes as well
     */
    public record Case(
            String name, double seconds, Result result, String type, String message, String text, String output) {
        /**
         * The cases that a check is: the first has the program's name and the first finding.
         *
         * @param text a finding at length
         */
        public static List<Case> of(Report report, Function<ReportedFinding, String> text) {
            List<ReportedFinding> findings = report.findings();
            String claim = report.claim() + "\n" + String.join("\n", report.remarks()) + "\n";
            if (findings.isEmpty()) {
                return List.of(new Case(report.program(), report.seconds(), Result.PASSED, "", "", "", claim));
            }
            ReportedFinding first = findings.get(0);
            List<Case> cases = new ArrayList<>();
            cases.add(new Case(
                    report.program(),
                    report.seconds(),
                    Result.FAILED,
                    first.kind(),
                    first.message(),
                    text.apply(first),
                    claim));
            cases.addAll(further(report.program(), report, text));
            return cases;
        }

        /** A case for each finding of a check but the first, below a name. */
        public static List<Case> further(String name, Report report, Function<ReportedFinding, String> text) {
            Map<String, Integer> named = new HashMap<>();
            return report.findings().stream()
                    .skip(1)
                    .map(finding -> new Case(
                            name + ": " + unlike(finding.title() + place(finding), named),
                            0,
                            Result.FAILED,
                            finding.kind(),
                            finding.message(),
                            text.apply(finding),
                            ""))
                    .toList();
        }

        /** Servers take two cases of one name for two runs of one test. */
        private static String unlike(String title, Map<String, Integer> named) {
            int number = named.merge(title, 1, Integer::sum);
            return number == 1 ? title : title + " (" + number + ")";
        }

        private static String place(ReportedFinding finding) {
            return finding.location().isKnown() ? " at " + finding.location().brief() : "";
        }
    }

    /** A report of these cases. */
    public JUnitReport(List<Case> cases) {
        this.cases = List.copyOf(cases);
    }

    /** The document. */
    public String write() {
        StringWriter document = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(document);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuites");
            suite(xml);
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("a string can be written to", impossible);
        }
        return document.toString();
    }

    private long count(Result result) {
        return cases.stream().filter(test -> test.result == result).count();
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    private void suite(XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", "heddle");
        xml.writeAttribute("tests", Integer.toString(cases.size()));
        xml.writeAttribute("failures", Long.toString(count(Result.FAILED)));
        xml.writeAttribute("errors", Long.toString(count(Result.ERROR)));
        xml.writeAttribute("skipped", Long.toString(count(Result.SKIPPED)));
        xml.writeAttribute(
                "time", seconds(cases.stream().mapToDouble(Case::seconds).sum()));
        for (Case test : cases) {
            write(test, xml);
        }
        xml.writeEndElement();
    }

    private static void write(Case test, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "heddle");
        xml.writeAttribute("name", clean(test.name));
        xml.writeAttribute("time", seconds(test.seconds));
        if (test.result == Result.SKIPPED) {
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", clean(test.message));
        } else if (test.result != Result.PASSED) {
            xml.writeStartElement(test.result == Result.FAILED ? "failure" : "error");
            xml.writeAttribute("type", clean(test.type));
            xml.writeAttribute("message", clean(test.message));
            xml.writeCharacters(clean(test.text));
            xml.writeEndElement();
        }
        xml.writeStartElement("system-out");
        xml.writeCharacters(clean(test.output));
        xml.writeEndElement();
        xml.writeEndElement();
    }

    /** What XML 1.0 has no character for is replaced. */
    private static String clean(String text) {
        return text.codePoints()
                .map(point -> isXml(point) ? point : 0xFFFD)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isXml(int point) {
        return point == '\t'
                || point == '\n'
                || point == '\r'
                || (point >= 0x20 && point <= 0xD7FF)
                || (point >= 0xE000 && point <= 0xFFFD)
                || point >= 0x10000;
    }
}
