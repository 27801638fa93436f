package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.heddle.cli.report.Report;
import org.heddle.dpor.detect.finding.Kind;

/** The programs with a bug that ends an execution, so that a check stops there, by what their first lines say. */
final class FirstSet {
    private static final Set<String> ENDING =
            Set.of("assertion", "crash", "deadlock", "double-free", "livelock", "lost-wakeup");

    /** What says where to look, not what the program does: a bug that is found with these is in the program without them. */
    private static final Set<String> SEARCHED =
            Set.of("-i", "-j", "--bound", "--strategy", "--continuation", "--keep-going");

    /** A folder whose sources are the same program with other functions: one of each is enough. */
    private static final String FAMILIES = "soundness";

    private FirstSet() {}

    /**
     * The programs in a folder and in the folders in it, by name.
     *
     * @throws IOException if it cannot be read
     */
    static List<Subject> in(Path folder) throws IOException {
        List<Subject> subjects = new ArrayList<>();
        Set<Path> known = new HashSet<>();
        for (Subject subject : Subject.ending(folder)) {
            boolean isSame = subject.file().getParent().endsWith(FAMILIES) && known.contains(subject.file());
            if (!isSame && subject.lines().stream().anyMatch(FirstSet::hasBug)) {
                subjects.add(subject);
                known.add(subject.file());
            }
        }
        return List.copyOf(subjects);
    }

    private static boolean hasBug(ExampleLine line) {
        boolean isAny = line.options().stream()
                .filter(word -> word.startsWith("-"))
                .map(word -> word.replaceFirst("=.*", ""))
                .allMatch(SEARCHED::contains);
        return isAny && line.finding().filter(sort -> isEnding(sort.kind())).isPresent();
    }

    /** Whether an execution ends with a bug of this kind. */
    static boolean isEnding(String kind) {
        return ENDING.contains(kind);
    }

    /** How many executions there are up to the first such finding; {@link Found#NEVER} if there is none. */
    static long executions(Report report) {
        return executions(report, kind -> isEnding(kind.ruleId()));
    }

    /** How many executions a check has that finds a bug of such a kind; {@link Found#NEVER} if it finds none. */
    static long executions(Report report, Predicate<Kind> isCounted) {
        Set<String> counted =
                Arrays.stream(Kind.values()).filter(isCounted).map(Kind::ruleId).collect(Collectors.toSet());
        boolean isFound = report.findings().stream().anyMatch(finding -> counted.contains(finding.kind()));
        return isFound ? report.total() : Found.NEVER;
    }
}
