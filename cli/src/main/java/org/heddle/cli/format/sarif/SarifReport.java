package org.heddle.cli.format.sarif;

import com.contrastsecurity.sarif.ArtifactLocation;
import com.contrastsecurity.sarif.Invocation;
import com.contrastsecurity.sarif.Message;
import com.contrastsecurity.sarif.MultiformatMessageString;
import com.contrastsecurity.sarif.OriginalUriBaseIds;
import com.contrastsecurity.sarif.PartialFingerprints;
import com.contrastsecurity.sarif.PropertyBag;
import com.contrastsecurity.sarif.ReportingDescriptor;
import com.contrastsecurity.sarif.Result;
import com.contrastsecurity.sarif.Run;
import com.contrastsecurity.sarif.SarifSchema210;
import com.contrastsecurity.sarif.Stack;
import com.contrastsecurity.sarif.Tool;
import com.contrastsecurity.sarif.ToolComponent;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.format.parts.RelatedPlace;
import org.heddle.cli.format.parts.Repair;
import org.heddle.cli.format.parts.Rules;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.report.FindingPages;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;

/** The report as SARIF 2.1.0 (OASIS standard): a result for each finding, with its interleaving as code flows. */
public final class SarifReport {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final String FINGERPRINT = "heddleFinding/v1";

    private final ObjectMapper json = new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_EMPTY);
    private final Path directory;
    private final SarifPlaces places;

    /** A report on sources below this folder. */
    public SarifReport(Path directory) {
        this.directory = directory;
        places = new SarifPlaces(directory, new SourceLines(directory));
    }

    /** The document on some checks, as one run. */
    public String write(List<Report> reports) {
        List<ReportedFinding> findings =
                reports.stream().flatMap(report -> report.findings().stream()).toList();
        List<String> rules =
                findings.stream().map(ReportedFinding::kind).distinct().toList();
        List<Result> results = findings.stream()
                .map(finding -> result(finding, rules.indexOf(finding.kind())))
                .toList();
        OriginalUriBaseIds bases = new OriginalUriBaseIds();
        bases.withAdditionalProperty(SarifPlaces.BASE, new ArtifactLocation().withUri(SarifPlaces.uri(directory)));
        Run run = new Run()
                .withTool(tool(rules))
                .withInvocations(List.of(new Invocation().withExecutionSuccessful(true)))
                .withOriginalUriBaseIds(bases)
                .withColumnKind(Run.ColumnKind.UTF_16_CODE_UNITS)
                .withResults(results)
                .withProperties(new PropertyBag()
                        .withAdditionalProperty(
                                "checks",
                                reports.stream().map(SarifReport::properties).toList()));
        SarifSchema210 document = new SarifSchema210()
                .with$schema(URI.create(SCHEMA))
                .withVersion(SarifSchema210.Version._2_1_0)
                .withRuns(List.of(run));
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(document);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of plain values has a JSON form", impossible);
        }
    }

    private static Tool tool(List<String> rules) {
        Set<ReportingDescriptor> descriptors = new LinkedHashSet<>();
        for (String rule : rules) {
            String page = FindingPages.of(rule);
            MultiformatMessageString sentence = new MultiformatMessageString().withText(Rules.sentence(rule));
            ReportingDescriptor descriptor = new ReportingDescriptor()
                    .withId(rule)
                    .withShortDescription(sentence)
                    .withFullDescription(sentence)
                    .withHelp(new MultiformatMessageString().withText(page).withMarkdown(page));
            boolean saysMore = !Rules.name(rule).equalsIgnoreCase(rule);
            descriptors.add(saysMore ? descriptor.withName(Rules.name(rule)) : descriptor);
        }
        return new Tool()
                .withDriver(new ToolComponent()
                        .withName("Heddle")
                        .withVersion(HeddleVersion.number())
                        .withRules(descriptors));
    }

    private static Map<String, Object> properties(Report report) {
        return Map.of(
                "program", report.program(),
                "verdict", report.conclusion().name().toLowerCase(Locale.ROOT),
                "complete", report.complete(),
                "claim", report.claim(),
                "remarks", report.remarks(),
                "executions", report.total());
    }

    private Result result(ReportedFinding finding, int rule) {
        Result result = new Result()
                .withRuleId(finding.kind())
                .withRuleIndex(rule)
                .withLevel(Result.Level.fromValue(Rules.level(finding.kind())))
                .withMessage(new Message().withText(finding.messageWithValues() + "\nRepair: " + Repair.of(finding)))
                .withPartialFingerprints(
                        new PartialFingerprints().withAdditionalProperty(FINGERPRINT, finding.fingerprint()))
                .withRelatedLocations(related(finding))
                .withProperties(new PropertyBag()
                        .withAdditionalProperty("cause", finding.cause())
                        .withAdditionalProperty(
                                "preemptions",
                                finding.schedule().isKnown()
                                        ? finding.schedule().preemptions()
                                        : null)
                        .withAdditionalProperty(
                                "fewestPreemptions", finding.schedule().isLeast() ? "proved" : "known")
                        .withAdditionalProperty("schedule", finding.schedule().file()));
        if (finding.location().isKnown()) {
            result.withLocations(List.of(places.quoted(finding.location())));
        }
        Set<Stack> stacks = new SarifStacks(places).of(finding);
        if (!stacks.isEmpty()) {
            result.withStacks(stacks);
        }
        if (!finding.trace().isEmpty()) {
            result.withCodeFlows(new SarifFlows(places).of(finding));
        }
        return result;
    }

    private Set<com.contrastsecurity.sarif.Location> related(ReportedFinding finding) {
        Set<com.contrastsecurity.sarif.Location> related = new LinkedHashSet<>();
        int id = 1;
        for (RelatedPlace place : RelatedPlace.of(finding)) {
            related.add(places.of(place.location(), place.sentence()).withId(id++));
        }
        return related;
    }
}
