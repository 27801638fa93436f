package org.heddle.cli.format.parts;

import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.Location;

/**
 * A place that a finding names besides its first one.
 *
 * @param location where it is
 * @param sentence what happens there
 */
public record RelatedPlace(Location location, String sentence) {
    /** Those of a finding: of what brought it about, of racing accesses, and of uses of memory. */
    public static List<RelatedPlace> of(ReportedFinding finding) {
        List<RelatedPlace> all = new ArrayList<>();
        finding.values().stream()
                .filter(value -> value.written().isKnown())
                .forEach(value -> all.add(new RelatedPlace(value.written(), value.sentence())));
        finding.places()
                .forEach(place -> all.add(new RelatedPlace(place.location(), place.thread() + ": " + place.label())));
        finding.pairs().forEach(pair -> {
            all.add(new RelatedPlace(pair.first().location(), pair.first().sentence()));
            all.add(new RelatedPlace(pair.second().location(), pair.second().sentence()));
        });
        finding.uses().forEach(use -> all.add(new RelatedPlace(use.location(), use.sentence())));
        finding.others().forEach(other -> all.add(new RelatedPlace(other.location(), "also: " + other.sentence())));
        return all;
    }
}
