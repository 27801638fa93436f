package org.heddle.bench.cost;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.bench.Folders;

/**
 * Prints what an execution costs in processor time: of the program as it is, under ThreadSanitizer, under Helgrind, in one execution of
 * a check, built for it and as it is, and built for it but run alone. Then how many executions a check makes in some seconds. All are
 * run by turns, and the least of each counts, so that what else the machine does matters little.
 */
public final class CostTable {
    private static final int TURNS = 3;
    private static final String[] HEADS = {
        "program",
        "native",
        "TSan",
        "Helgrind",
        "Heddle",
        "plain",
        "alone",
        "operations",
        "accesses",
        "executions",
        "plain"
    };

    private final Path home;
    private final Path folder;
    private final String seconds;
    private final ObjectMapper json = new ObjectMapper();

    private CostTable(Path home, Path folder, String seconds) {
        this.home = home;
        this.folder = folder;
        this.seconds = seconds;
    }

    /** The arguments: the project's folder, seconds for each check, and a folder with sources, if there is one. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("heddle-bench-");
        try {
            CostTable table = new CostTable(Path.of(arguments[0]), folder, arguments[1]);
            table.print(arguments.length > 2 ? Optional.of(Path.of(arguments[2])) : Optional.empty());
        } finally {
            Folders.delete(folder);
        }
    }

    private void print(Optional<Path> sources) throws IOException, InterruptedException {
        Builder builder = new Builder(home, folder);
        Path input = Files.createDirectory(folder.resolve("input"));
        Path usage = folder.resolve("usage");
        Commands.run(
                folder,
                List.of("gcc", "-O1", home.resolve("bench/src/main/c/usage.c").toString(), "-o", usage.toString()));
        System.out.printf(
                "native: seconds of processor time; the next five: how many times that; executions in %s s%n", seconds);
        System.out.println("| " + String.join(" | ", HEADS) + " |");
        System.out.println("|---" + "|---:".repeat(HEADS.length - 1) + "|");
        row("match finder", builder.build(home.resolve("bench/src/main/c/match_finder.c")), List.of("cost"), input);
        for (Subject subject : Subject.REAL) {
            Optional<Path> there = sources.isPresent() ? Builder.sources(sources.get(), subject) : Optional.empty();
            if (there.isEmpty()) {
                System.out.println("no sources of " + subject.name() + ": left out");
                continue;
            }
            Files.write(input.resolve("file"), text(subject.inputBytes()));
            row(subject.name(), builder.build(subject, there.get()), subject.arguments(), input);
        }
    }

    /** Words of a page in an order that is drawn, the same everywhere: text is compressed to a third of it or so. */
    private byte[] text(int bytes) throws IOException {
        String[] words = Files.readString(home.resolve("LICENSE")).split("\\s+", -1);
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        while (text.length() < bytes) {
            text.append(words[random.nextInt(words.length)]).append(' ');
        }
        return text.substring(0, bytes).getBytes(StandardCharsets.UTF_8);
    }

    private void row(String name, Built built, List<String> arguments, Path input)
            throws IOException, InterruptedException {
        boolean hasHelgrind = Arrays.stream(System.getenv("PATH").split(":", -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "valgrind")));
        double[] least = new double[6];
        Arrays.fill(least, Double.MAX_VALUE);
        JsonNode first = null;
        for (int turn = 0; turn < TURNS; turn++) {
            first = check(built.instrumented(), arguments, input, "-i", "1");
            double[] costs = {
                alone(List.of(), built.plain(), arguments, input),
                alone(List.of("setarch", "-R"), built.sanitized(), arguments, input),
                hasHelgrind
                        ? alone(List.of("valgrind", "-q", "--tool=helgrind"), built.plain(), arguments, input)
                        : Double.NaN,
                inProgram(first),
                inProgram(check(built.plain(), arguments, input, "-i", "1")),
                alone(List.of("setarch", "-R"), built.instrumented(), arguments, input)
            };
            Arrays.setAll(least, i -> Math.min(least[i], costs[i]));
        }
        List<String> cells = new ArrayList<>(List.of(name, String.format(Locale.ROOT, "%.3f", least[0])));
        for (int i = 1; i < least.length; i++) {
            cells.add(Double.isNaN(least[i]) ? "not there" : String.format(Locale.ROOT, "%.1f", least[i] / least[0]));
        }
        cells.add(number(first.at("/cost/operations").longValue()));
        cells.add(number(first.at("/cost/accesses").longValue()));
        Set<String> found = new TreeSet<>();
        for (Path program : List.of(built.instrumented(), built.plain())) {
            JsonNode report = check(program, arguments, input, "-t", seconds + "s");
            cells.add(executions(report));
            report.get("findings")
                    .forEach(finding -> found.add(finding.get("message").textValue()));
        }
        System.out.println("| " + String.join(" | ", cells) + " |");
        found.forEach(message -> System.out.println("found in " + name + ": " + message));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', ' ');
    }

    private static String executions(JsonNode report) {
        long total = report.at("/executions/total").longValue();
        return report.get("complete").booleanValue() ? "all " + number(total) : number(total);
    }

    private double alone(List<String> with, Path program, List<String> arguments, Path input)
            throws IOException, InterruptedException {
        Path cost = folder.resolve("seconds");
        List<String> command = new ArrayList<>(List.of(folder.resolve("usage").toString(), cost.toString()));
        command.addAll(with);
        command.add(program.toString());
        command.addAll(arguments);
        Commands.run(input, command);
        return Double.parseDouble(Files.readString(cost).strip());
    }

    private static double inProgram(JsonNode report) {
        return report.at("/cost/microseconds/program").doubleValue() / 1e6;
    }

    /** The report on a check of a program whose executions begin in a folder like that one. */
    private JsonNode check(Path program, List<String> arguments, Path input, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("heddle").toString(), "check"));
        command.addAll(List.of(options));
        command.addAll(List.of("--keep-going", "--progress", "none", "--format", "json"));
        command.addAll(List.of("-o", folder.resolve("found").toString(), "--sandbox", input.toString()));
        command.add(program.toString());
        command.add("--");
        command.addAll(arguments);
        Path report = folder.resolve("report");
        Commands.status(folder, command, report); // what is found is not the question
        String text = Files.readString(report, StandardCharsets.UTF_8);
        if (!text.contains("\"cost\"")) {
            throw new IOException(String.join(" ", command) + ":\n" + text);
        }
        return json.readTree(text.substring(text.indexOf('{')));
    }
}
