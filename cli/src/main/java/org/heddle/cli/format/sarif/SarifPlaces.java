package org.heddle.cli.format.sarif;

import com.contrastsecurity.sarif.ArtifactContent;
import com.contrastsecurity.sarif.ArtifactLocation;
import com.contrastsecurity.sarif.LogicalLocation;
import com.contrastsecurity.sarif.Message;
import com.contrastsecurity.sarif.PhysicalLocation;
import com.contrastsecurity.sarif.Region;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.heddle.cli.format.parts.SourceLines;
import org.heddle.cli.report.names.Location;

/**
 * Source positions as SARIF has them: files below a folder are named relative to it, so that a viewer finds them anywhere.
 *
 * @param directory the folder
 * @param sources the files
 */
record SarifPlaces(Path directory, SourceLines sources) {
    private static final int AROUND = 2;

    /** What stands for the folder. */
    static final String BASE = "SRCROOT";

    /** The folder's URI, which ends with a slash. */
    static String uri(Path folder) {
        String uri = fileUri(folder);
        return uri.endsWith("/") ? uri : uri + "/";
    }

    /** A position with a message. */
    com.contrastsecurity.sarif.Location of(Location location, String message) {
        com.contrastsecurity.sarif.Location place = new com.contrastsecurity.sarif.Location();
        if (!message.isEmpty()) {
            place.withMessage(new Message().withText(message));
        }
        if (!location.function().isEmpty()) {
            Set<LogicalLocation> logical = new LinkedHashSet<>();
            logical.add(new LogicalLocation()
                    .withName(location.function())
                    .withFullyQualifiedName(location.function())
                    .withKind("function"));
            place.withLogicalLocations(logical);
        }
        if (location.isKnown()) {
            PhysicalLocation physical = new PhysicalLocation().withArtifactLocation(artifact(location.file()));
            if (location.line() > 0) {
                Region region = new Region().withStartLine(location.line());
                physical.withRegion(location.column() > 0 ? region.withStartColumn(location.column()) : region);
            }
            place.withPhysicalLocation(physical);
        }
        return place;
    }

    /** A position with its line and those around it, for a viewer that does not have the file. */
    com.contrastsecurity.sarif.Location quoted(Location location) {
        com.contrastsecurity.sarif.Location place = of(location, "");
        if (sources.quote(location).isEmpty()) {
            return place;
        }
        PhysicalLocation physical = place.getPhysicalLocation();
        int first = Math.max(1, location.line() - AROUND);
        List<String> around = IntStream.rangeClosed(first, location.line() + AROUND)
                .mapToObj(line -> sources.line(location.file(), line))
                .flatMap(Optional::stream)
                .toList();
        physical.getRegion().withSnippet(content(sources.quote(location)));
        physical.withContextRegion(new Region()
                .withStartLine(first)
                .withEndLine(first + around.size() - 1)
                .withSnippet(content(String.join("\n", around))));
        return place;
    }

    private static ArtifactContent content(String text) {
        return new ArtifactContent().withText(text);
    }

    private ArtifactLocation artifact(String file) {
        try {
            Path path = directory.resolve(file).normalize();
            if (path.startsWith(directory)) {
                String relative = relativeUri(directory.relativize(path));
                return new ArtifactLocation().withUri(relative).withUriBaseId(BASE);
            }
            return new ArtifactLocation().withUri(fileUri(path));
        } catch (InvalidPathException odd) {
            return new ArtifactLocation().withUri("unknown");
        }
    }

    private static String fileUri(Path path) {
        return "file://" + encoded(path.toAbsolutePath().toString());
    }

    /** The path from the base, whose first part is no scheme even if it has a colon. */
    private static String relativeUri(Path path) {
        return encoded("/" + path).substring(1).replace(":", "%3A");
    }

    private static String encoded(String absolutePath) {
        try {
            return new URI(null, null, absolutePath, null).toASCIIString();
        } catch (URISyntaxException odd) {
            throw new IllegalArgumentException(absolutePath + " has no URI", odd);
        }
    }
}
