package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;

/**
 * What a program says of itself in a line such as {@code // heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DN=3}; the
 * arguments come last and take the rest of the line.
 *
 * @param verdict of the check
 * @param finding kind and cause of a finding, if there is to be one
 * @param races how many data races are found besides; negative: at least one
 * @param others how many findings of other kinds there are besides, where they are of several
 * @param executions their number, if it is known
 * @param c11 whether it is claimed of C11 as well ({@code yes}), or function and variable of an access that C11 allows to find an old value
 *     ({@code reader:flag}, or {@code executed:reader:flag} where all that comes of it is executed); empty if that is not said
 * @param isBounded whether it is proved up to a bound only, whatever the arguments say
 * @param isRedundant whether executions are begun that others stand for, as of threads that go on looking although nobody is left
 * @param isSlow whether it takes more than a few seconds
 * @param arguments of the check
 */
public record ExampleLine(
        String verdict,
        Optional<Sort> finding,
        int races,
        int others,
        OptionalLong executions,
        Optional<String> c11,
        boolean isBounded,
        boolean isRedundant,
        boolean isSlow,
        List<String> arguments) {
    private static final String MARK = "// heddle: ";
    private static final String RACE = "data-race";
    private static final Pattern WORD = Pattern.compile("(\\w+)(?:=(?:\"([^\"]*)\"|(\\S+)))?");

    /** What sort of bug. */
    public record Sort(String kind, String cause) {}

    /**
     * The lines of a program.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if a line is wrong
     */
    public static List<ExampleLine> in(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith(MARK))
                .map(line -> parse(file, line.substring(MARK.length())))
                .toList();
    }

    private static ExampleLine parse(Path file, String line) {
        int at = line.indexOf("args=");
        List<String> arguments = at < 0
                ? List.of()
                : List.of(line.substring(at + "args=".length()).split(" +"));
        Map<String, String> words = WORD.matcher(at < 0 ? line : line.substring(0, at))
                .results()
                .collect(Collectors.toMap(word -> word.group(1), word -> value(word.group(2), word.group(3))));
        String verdict = words.remove("verdict");
        String kind = words.remove("kind");
        String cause = words.remove("cause");
        String races = words.remove("races");
        String others = words.remove("others");
        String executions = words.remove("executions");
        Optional<String> c11 = Optional.ofNullable(words.remove("c11"));
        boolean isBounded = words.remove("bounded") != null;
        boolean isRedundant = words.remove("redundant") != null;
        boolean isSlow = words.remove("slow") != null;
        if (verdict == null || !words.isEmpty() || (kind == null) != (cause == null)) {
            throw new IllegalArgumentException(file + ": not an expectation: " + line);
        }
        return new ExampleLine(
                verdict,
                kind == null ? Optional.empty() : Optional.of(new Sort(kind, cause)),
                races == null ? 0 : races.isEmpty() ? -1 : Integer.parseInt(races),
                others == null ? 0 : Integer.parseInt(others),
                executions == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(executions)),
                c11,
                isBounded,
                isRedundant,
                isSlow,
                arguments);
    }

    private static String value(String quoted, String plain) {
        return quoted != null ? quoted : plain != null ? plain : "";
    }

    /** The macros that the program is compiled with, as in {@code N=3}. */
    public List<String> defines() {
        return arguments.stream()
                .filter(word -> word.startsWith("-D"))
                .map(word -> word.substring(2))
                .toList();
    }

    /** The arguments that are no macros. */
    public List<String> options() {
        return arguments.stream().filter(word -> !word.startsWith("-D")).toList();
    }

    /** What is wrong with this report; empty if it is as the line says. */
    public String complaint(Report report) {
        List<Sort> found = report.findings().stream().map(ExampleLine::sort).toList();
        boolean ofRace = finding.isPresent() && finding.get().kind().equals(RACE);
        List<Sort> besides = found.stream()
                .filter(sort -> !sort.kind().equals(RACE))
                .distinct()
                .toList();
        long raced = found.stream().filter(sort -> sort.kind().equals(RACE)).count();
        boolean asManyRaces = ofRace ? found.equals(List.of(finding.get())) : races < 0 ? raced > 0 : raced == races;
        boolean asOthers = others > 0
                ? found.size() - raced == others
                : besides.equals(ofRace ? List.of() : finding.stream().toList());
        boolean asVerdict = report.conclusion().name().equalsIgnoreCase(verdict);
        boolean asCounted = executions.isEmpty() || executions.getAsLong() == report.total();
        if (asManyRaces && asOthers && asVerdict && asCounted) {
            return "";
        }
        return "expected %s%s%s%s, found %s in %d executions"
                .formatted(
                        verdict,
                        finding.map(sort -> " " + sort).orElse(""),
                        races == 0 ? "" : " and races",
                        executions.isEmpty() ? "" : " in " + executions.getAsLong() + " executions",
                        found.isEmpty() ? report.claim() : found,
                        report.total());
    }

    private static Sort sort(ReportedFinding finding) {
        return new Sort(finding.kind(), finding.cause());
    }
}
