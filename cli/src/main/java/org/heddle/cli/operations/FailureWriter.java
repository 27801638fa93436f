package org.heddle.cli.operations;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.suite.Place;
import org.heddle.cli.suite.SuiteRunner;

/**
 * Writes clients that fail as sources of their own, and checks these, so that their schedules are beside them.
 */
final class FailureWriter {
    private final Declarations declarations;
    private final Path declaring;
    private final CheckRequest request;
    private final List<String> checkWords;
    private final OutputFolder folder;
    private final Making making;
    private final Set<Path> written = new HashSet<>();

    /**
     * How the sources are checked.
     *
     * @param builder compiles
     * @param place makes checks
     * @param err takes lines for the user
     */
    record Making(SuiteRunner.Builder builder, Place place, PrintWriter err) {}

    /**
     * A writer.
     *
     * @param declarations of the object
     * @param declaring the source that they are in
     * @param request of the whole program
     * @param checkWords the options of {@code heddle check} of a client, as on a command line
     * @param folder for sources and schedules
     * @param making how the sources are checked
     */
    FailureWriter(
            Declarations declarations,
            Path declaring,
            CheckRequest request,
            List<String> checkWords,
            OutputFolder folder,
            Making making) {
        this.declarations = declarations;
        this.declaring = declaring;
        this.request = request;
        this.checkWords = checkWords;
        this.folder = folder;
        this.making = making;
    }

    /**
     * Writes a client.
     *
     * @param left the time that is left for checking it; what it takes to compile is part of it
     * @throws UserError if the file cannot be written
     * @throws IOException if another file cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    Failure write(ClientResult failed, Optional<Duration> left) throws UserError, IOException, InterruptedException {
        Path file = next();
        List<Path> others = request.recipe().files().stream()
                .filter(other -> !other.equals(declaring))
                .toList();
        String command = Stream.of(
                        Stream.of("heddle", "check"),
                        checkWords.stream(),
                        Stream.of(file.toString()),
                        others.stream().map(other -> inFolder(other).toString()))
                .flatMap(words -> words)
                .map(FailureWriter::quoted)
                .collect(Collectors.joining(" "));
        ClientSource source = new ClientSource(declarations, declaring, failed.title(), command);
        Path whole = file.toAbsolutePath().normalize();
        String text = source.of(failed.client(), whole);
        try {
            Files.writeString(whole, text, StandardCharsets.UTF_8);
        } catch (IOException unwritten) {
            throw new UserError("cannot write the client that fails to " + file + " (" + OutputFolder.why(unwritten)
                    + "): name another folder with -o");
        }
        List<Path> files = new ArrayList<>(List.of(whole));
        files.addAll(others);
        return left.isPresent() && left.get().isNegative()
                ? unconfirmed(failed, file)
                : confirmed(failed, file, request.recipe().withFiles(List.copyOf(files)), left);
    }

    private Path inFolder(Path file) {
        Path directory = request.recipe().directory();
        return file.startsWith(directory) ? directory.relativize(file) : file;
    }

    /** The file of the next client: what somebody else has written, or this run, stays. */
    private Path next() throws IOException {
        String declared = declaring.getFileName().toString();
        int dot = declared.lastIndexOf('.');
        int number = 1;
        while (true) {
            Path file = folder.file(declared.substring(0, dot) + "-client-" + number + declared.substring(dot));
            if (!written.contains(file) && (!Files.exists(file) || isOwn(file))) {
                written.add(file);
                return file;
            }
            number++;
        }
    }

    private static boolean isOwn(Path file) throws IOException {
        return Files.isRegularFile(file)
                && new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).startsWith(ClientSource.MARK);
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=+,@-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private Failure confirmed(ClientResult failed, Path file, Recipe recipe, Optional<Duration> left)
            throws IOException, InterruptedException {
        try (Program program = making.builder().build(recipe)) {
            Report report = making.place()
                    .check(program, request.options().asOneOfMany(left).writing(folder));
            String kind =
                    failed.outcome().report().orElseThrow().findings().get(0).kind();
            return report.findings().stream().anyMatch(finding -> finding.kind().equals(kind))
                    ? new Failure(failed.client(), failed.title(), file, true, report)
                    : unconfirmed(failed, file);
        } catch (UserError wrong) {
            making.err().println("heddle: " + file + ": " + wrong.getMessage());
            return unconfirmed(failed, file);
        }
    }

    /** With the schedules of the client itself, which go beside the file. */
    private Failure unconfirmed(ClientResult failed, Path file) throws IOException {
        Report report = failed.outcome().report().orElseThrow();
        String name = file.getFileName().toString();
        String begin = name.substring(0, name.lastIndexOf('.'));
        List<ReportedFinding> findings = new ArrayList<>();
        for (ReportedFinding finding : report.findings()) {
            Path schedule = Path.of(finding.schedule().file());
            if (finding.schedule().file().isEmpty()) {
                findings.add(finding);
                continue;
            }
            String end = schedule.getFileName().toString();
            Path beside =
                    folder.file(begin + end.substring(request.recipe().name().length()));
            Files.move(schedule.toAbsolutePath(), beside.toAbsolutePath(), StandardCopyOption.REPLACE_EXISTING);
            findings.add(finding.withSchedule(beside.toString()));
        }
        return new Failure(failed.client(), failed.title(), file, false, report.withFindings(findings));
    }
}
