package org.heddle.cli.format;

import java.io.StringWriter;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;

/** The report as JUnit XML: one test case, which fails if there is a finding. */
final class JUnitReport {
    private final String text;

    /** A report whose failure has this text. */
    JUnitReport(String text) {
        this.text = text;
    }

    /** The document. */
    String write(Report report) {
        StringWriter document = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(document);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuites");
            suite(report, xml);
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException("a string can be written to", impossible);
        }
        return document.toString();
    }

    private void suite(Report report, XMLStreamWriter xml) throws XMLStreamException {
        String seconds = String.format(Locale.ROOT, "%.3f", report.seconds());
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", "heddle");
        xml.writeAttribute("tests", "1");
        xml.writeAttribute("failures", report.findings().isEmpty() ? "0" : "1");
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("skipped", "0");
        xml.writeAttribute("time", seconds);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "heddle");
        xml.writeAttribute("name", clean(report.program()));
        xml.writeAttribute("time", seconds);
        if (!report.findings().isEmpty()) {
            failure(report, xml);
        }
        xml.writeStartElement("system-out");
        xml.writeCharacters(clean(report.claim() + "\n" + String.join("\n", report.remarks()) + "\n"));
        xml.writeEndElement();
        xml.writeEndElement();
        xml.writeEndElement();
    }

    private void failure(Report report, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("failure");
        xml.writeAttribute(
                "type",
                report.findings().stream().map(ReportedFinding::kind).distinct().collect(Collectors.joining(" ")));
        xml.writeAttribute(
                "message",
                clean(report.findings().stream().map(ReportedFinding::message).collect(Collectors.joining("; "))));
        xml.writeCharacters(clean(text));
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
