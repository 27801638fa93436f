package org.heddle.cli.operations;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.operations.ClientResult.Word;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.suite.EntryOutcome;
import org.heddle.cli.suite.Place;
import org.heddle.server.launch.PrivateDirectory;

/**
 * Draws clients of an object, checks them, and writes those that fail. So are small tests of linearizability made in Line-Up (Burckhardt, Dern,
 * Musuvathi, Tan, PLDI 2010, §4): all, or a sample, of the matrices of calls up to a size.
 *
 * @param installation that compiles and checks
 * @param request of the program; what is asked for of each client
 * @param checkWords the options of {@code heddle check} of a client, as on a command line
 * @param err takes lines for the user
 * @param interruption of the command
 */
public record OperationsRun(
        Installation installation,
        CheckRequest request,
        List<String> checkWords,
        PrintWriter err,
        Interruption interruption) {
    private static final int MOST_CALLS = 1000;
    private static final Duration MOST_TO_WRITE = Duration.ofSeconds(5);
    private static final int PART_TO_WRITE = 4;

    /**
     * Which clients, and for how long.
     *
     * @param largest size
     * @param clients the most of a size
     * @param seed of samples
     * @param jobs how many are checked at a time
     * @param limit the time for all
     * @param longest the most time for one
     * @param keepGoing whether to go on behind the first that fails
     */
    public record Wanted(
            Size largest,
            int clients,
            long seed,
            int jobs,
            Optional<Duration> limit,
            Duration longest,
            boolean keepGoing) {
        /** How long clients are checked: less than the limit by what it takes to write one that fails, and to check it again. */
        private Optional<Duration> searching() {
            return limit.map(all -> all.minus(min(all.dividedBy(PART_TO_WRITE), MOST_TO_WRITE)));
        }

        private static Duration min(Duration one, Duration other) {
            return one.compareTo(other) < 0 ? one : other;
        }
    }

    /**
     * Does so.
     *
     * @param folder for the files of clients that fail
     * @throws UserError if the program declares no operations, or wrong ones, or does not compile; or a file cannot be written
     * @throws IOException if there is no place for temporary files
     * @throws InterruptedException if the thread is interrupted
     */
    public OperationsReport run(Wanted wanted, OutputFolder folder)
            throws UserError, IOException, InterruptedException {
        Path declaring = OperationsText.declaring(request.recipe().files());
        ProgramBuilder builder = new ProgramBuilder(installation);
        Place place = Place.here(installation, err, interruption);
        long begun = System.nanoTime();
        try (Program program = builder.build(request.recipe());
                PrivateDirectory temporary = PrivateDirectory.createRemovedAtExit()) {
            long start = System.nanoTime();
            Declarations declarations = Declarations.of(program);
            List<Drawn> drawn = draw(declarations, wanted);
            List<Client> clients = drawn.stream()
                    .flatMap(size -> size.clients().stream())
                    .sorted(ClientDrawer.smallestFirst())
                    .toList();
            ClientChecks checks = new ClientChecks(
                    program,
                    request,
                    place,
                    interruption,
                    wanted.jobs(),
                    wanted.longest(),
                    wanted.keepGoing(),
                    temporary.path());
            List<ClientResult> results;
            try (StatusLine line = new StatusLine(err, Terminal.isStandardError(), Terminal::columnsOfStandardError)) {
                results = checks.check(clients, wanted.searching(), new Told(line, clients.size()));
            }
            FailureWriter writer = new FailureWriter(
                    declarations,
                    declaring,
                    request,
                    checkWords,
                    folder,
                    new FailureWriter.Making(builder::build, place, err));
            List<Failure> failures = new ArrayList<>();
            for (ClientResult failed : smallestOfEachSort(results)) {
                Optional<Duration> left = wanted.limit().map(limit -> limit.minusNanos(System.nanoTime() - start)
                        .minusNanos(start - begun));
                failures.add(writer.write(failed, left));
            }
            return new OperationsReport(
                    request.recipe().shown(),
                    request.recipe().directory(),
                    declarations,
                    wanted.seed(),
                    drawn,
                    results,
                    List.copyOf(failures),
                    OperationsText.saysWhatMayWait(declaring));
        }
    }

    private static List<Drawn> draw(Declarations declarations, Wanted wanted) throws UserError {
        List<OperationCall> calls = declarations.calls();
        if (calls.size() > MOST_CALLS) {
            throw new UserError(declarations.operations().get(0).where() + ": the operations have " + calls.size()
                    + " different calls, too many to draw clients from: give smaller ranges, two values each will do");
        }
        ClientDrawer drawer = new ClientDrawer(calls, wanted.clients(), wanted.seed());
        return Size.upTo(wanted.largest()).stream().map(drawer::draw).toList();
    }

    private static Iterable<ClientResult> smallestOfEachSort(List<ClientResult> results) {
        Map<String, ClientResult> smallest = new LinkedHashMap<>();
        results.stream()
                .filter(result -> result.word() == Word.FAILED)
                .forEach(result -> smallest.putIfAbsent(result.title(), result));
        return smallest.values();
    }

    /** Says on a terminal how many clients there are to come. */
    private static final class Told implements Consumer<EntryOutcome> {
        private final StatusLine line;
        private final int all;
        private int done;

        Told(StatusLine line, int all) {
            this.line = line;
            this.all = all;
        }

        @Override
        public void accept(EntryOutcome outcome) {
            line.show(List.of(
                    ++done + " of " + all + " clients: " + outcome.entry().name()));
        }
    }
}
