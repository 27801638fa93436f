package org.heddle.cli.report.words;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.cli.program.Digest;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.Gone;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Message;

/**
 * Tells bugs from each other by words that stay the same when the program is built again and when lines are put in elsewhere:
 * files, functions and what is written there; line numbers only where nothing else is known.
 */
final class StableFingerprint {
    private StableFingerprint() {}

    /**
     * Of a bug. Where it is about something that is gone, that alone tells it from others, whichever use of it was found first.
     *
     * @param others what the bug shows besides
     */
    static String of(Finding finding, List<Finding> others, AddressNames names) {
        Optional<String> gone = Stream.concat(Stream.of(finding), others.stream())
                .flatMap(shown -> shown.gone().stream())
                .map(one -> words(one, names))
                .min(Comparator.comparing((String words) -> !words.startsWith(Gone.FREED))
                        .thenComparing(Comparator.naturalOrder()));
        return digest(gone.orElseGet(() -> words(finding, names)));
    }

    private static String words(Gone gone, AddressNames names) {
        return gone.what()
                + '|'
                + gone.sites().stream().map(site -> name(names.location(site))).collect(Collectors.joining("|"));
    }

    private static String words(Finding finding, AddressNames names) {
        StringBuilder text =
                new StringBuilder(finding.kind().ruleId()).append('|').append(finding.reportedCause());
        finding.sites().stream()
                .map(site -> name(names.location(site)))
                .sorted()
                .distinct()
                .forEach(name -> text.append('|').append(name));
        if (finding.kind() == Kind.ASSERTION) {
            text.append('|').append(asserted(finding.message()));
        }
        return finding.sites().isEmpty()
                ? text.append('|').append(finding.message()).toString()
                : text.toString();
    }

    /** A function may have several assertions; which thread fails makes no difference. */
    private static String asserted(Message message) {
        return message.toString().replaceFirst(" fails in .*", "");
    }

    private static String name(Location place) {
        if (!place.isKnown()) {
            return "?";
        }
        String file = Path.of(place.file()).getFileName().toString();
        String written = place.name().isEmpty() ? Integer.toString(place.line()) : place.name();
        return file + ' ' + place.function() + ' ' + written;
    }

    private static String digest(String text) {
        return Digest.sha256(text.getBytes(StandardCharsets.UTF_8)).substring(0, 16);
    }
}
