package org.heddle.cli.check.options;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.report.names.Location;
import org.heddle.dpor.detect.finding.Kind;

/**
 * Findings that are not to be reported, in ThreadSanitizer's syntax: a line is {@code race:PATTERN}, where the pattern is part
 * of a function's name, a file's path, or a variable's name at either access; * stands for anything, ^ for the beginning and
 * $ for the end. Lines that begin with # say nothing.
 */
public final class Suppressions {
    /** None. */
    public static final Suppressions NONE = new Suppressions(List.of(), List.of(), List.of());

    private static final Set<String> OF_RACES = Set.of("race", "race_top");
    private static final Set<String> OTHERS = Set.of("thread", "mutex", "signal", "deadlock", "called_from_lib");

    private final List<String> lines;
    private final List<Pattern> races;
    private final List<String> unused;

    private Suppressions(List<String> lines, List<Pattern> races, List<String> unused) {
        this.lines = List.copyOf(lines);
        this.races = List.copyOf(races);
        this.unused = List.copyOf(unused);
    }

    /** The lines that say what is suppressed. */
    public List<String> lines() {
        return lines;
    }

    /** What is suppressed; equal texts suppress the same. */
    public String text() {
        return races.toString();
    }

    /**
     * Reads a file.
     *
     * @throws UserError if it cannot be read, or a line is none of these
     */
    public static Suppressions read(Path file) throws UserError {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UserError("cannot read the suppressions " + file + " (" + OutputFolder.why(unreadable)
                    + "): name a file that is there with --suppressions");
        }
        return of(lines, file.toString());
    }

    /**
     * What these lines say.
     *
     * @param name where they are from, for messages
     * @throws UserError if a line is no suppression
     */
    public static Suppressions of(List<String> lines, String name) throws UserError {
        List<Pattern> races = new ArrayList<>();
        List<String> unused = new ArrayList<>();
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(':');
            String type = colon < 0 ? "" : line.substring(0, colon);
            if (OF_RACES.contains(type) && colon + 1 < line.length()) {
                races.add(pattern(line.substring(colon + 1)));
            } else if (OTHERS.contains(type)) {
                unused.add(line);
            } else {
                throw new UserError(name + ":" + number + ": '" + line
                        + "' is no suppression: write race: and a part of a function's, file's or variable's name");
            }
        }
        return new Suppressions(lines, races, unused);
    }

    private static Pattern pattern(String template) {
        StringBuilder regex = new StringBuilder();
        template.chars()
                .forEach(c -> regex.append(
                        switch (c) {
                            case '*' -> ".*";
                            case '^', '$' -> Character.toString(c);
                            default -> Pattern.quote(Character.toString(c));
                        }));
        return Pattern.compile(regex.toString());
    }

    /** Whether a finding of this kind at these places is not to be reported. */
    public boolean covers(Kind kind, List<Location> places) {
        return kind == Kind.DATA_RACE && places.stream().anyMatch(this::coversRaceAt);
    }

    private boolean coversRaceAt(Location place) {
        return races.stream()
                .anyMatch(pattern -> pattern.matcher(place.function()).find()
                        || pattern.matcher(place.file()).find()
                        || pattern.matcher(place.name()).find());
    }

    /** What has no effect here. */
    public List<String> unused() {
        return unused;
    }
}
