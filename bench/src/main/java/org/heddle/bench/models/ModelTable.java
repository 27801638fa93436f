package org.heddle.bench.models;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.bench.Folders;

/**
 * Prints what whole checks cost under several memory models, as commands that a warm server takes: sequential consistency, the same with
 * the monitor and what it leads to, and RC11; beside them GenMC, where there is one. All are run by turns, and the least of each counts.
 */
public final class ModelTable {
    private static final int TURNS = 3;
    private static final List<String> MODELS = List.of("sc", "auto", "rc11");
    private static final Pattern EXECUTIONS = Pattern.compile("\\((\\d+) executions?\\)");
    private static final Pattern OF_GENMC = Pattern.compile("complete executions explored: (\\d+)");
    private static final String NONE = "–";

    private final String home;
    private final Path folder;
    private final Optional<String> genMc;

    private ModelTable(String home, Path folder, Optional<String> genMc) {
        this.home = home;
        this.folder = folder;
        this.genMc = genMc;
    }

    /** The arguments: the project's folder, and GenMC's program, if there is one. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("heddle-bench-");
        Optional<String> genMc = arguments.length > 1 ? Optional.of(arguments[1]) : Optional.empty();
        try {
            new ModelTable(arguments[0], folder, genMc).print();
        } finally {
            Folders.delete(folder);
        }
    }

    private void print() throws IOException, InterruptedException {
        System.out.println(
                "executions, and seconds of the whole command under sequential consistency; the others: how many"
                        + " times that");
        System.out.println("| program | sc | rc11 | GenMC rc11 | sc, s | auto | rc11 | GenMC sc | GenMC rc11 |");
        System.out.println("|---" + "|---:".repeat(8) + "|");
        for (Subject subject : Subject.ALL) {
            print(subject);
        }
    }

    private void print(Subject subject) throws IOException, InterruptedException {
        List<List<String>> commands = new ArrayList<>();
        for (String model : MODELS) {
            commands.add(with(
                    List.of(
                            home + "/heddle",
                            "check",
                            "--model=" + model,
                            "--bound=none",
                            "--coarser=none",
                            "-o",
                            folder.toString()),
                    subject.arguments(home)));
        }
        if (genMc.isPresent()) {
            for (String model : List.of("--sc", "--rc11")) {
                commands.add(with(
                        List.of(genMc.orElseThrow(), model, "--disable-estimation", "--"), subject.arguments(home)));
            }
        }
        double[] least = new double[commands.size()];
        String[] counts = new String[commands.size()];
        for (int turn = 0; turn < TURNS; turn++) {
            for (int n = 0; n < least.length; n++) {
                double seconds = seconds(commands.get(n));
                least[n] = turn == 0 ? seconds : Math.min(least[n], seconds);
                counts[n] = executions(n < MODELS.size() ? EXECUTIONS : OF_GENMC);
            }
        }
        boolean hasPeer = genMc.isPresent();
        System.out.printf(
                "| %s | %s | %s | %s | %s | %s | %s | %s | %s |%n",
                subject.name(),
                counts[0],
                counts[2],
                hasPeer ? counts[4] : NONE,
                String.format(Locale.ROOT, "%.2f", least[0]),
                times(least[1], least[0]),
                times(least[2], least[0]),
                hasPeer ? times(least[3], least[0]) : NONE,
                hasPeer ? times(least[4], least[0]) : NONE);
    }

    private static List<String> with(List<String> first, List<String> rest) {
        List<String> all = new ArrayList<>(first);
        all.addAll(rest);
        return all;
    }

    private static String times(double seconds, double of) {
        return String.format(Locale.ROOT, "%.2f", seconds / of);
    }

    private double seconds(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile());
        builder.environment().put("HEDDLE_SERVER", "1");
        long start = System.nanoTime();
        int status = builder.start().waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (status != 0) {
            throw new IOException(
                    String.join(" ", command) + " ended with status " + status + ":\n" + Files.readString(output()));
        }
        return seconds;
    }

    private Path output() {
        return folder.resolve("output");
    }

    private String executions(Pattern pattern) throws IOException {
        Matcher matcher = pattern.matcher(Files.readString(output()));
        return matcher.find() ? matcher.group(1) : "?";
    }
}
