package org.heddle.cli.operations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.Report;
import org.heddle.cli.suite.Baseline;
import org.heddle.cli.suite.Entry;
import org.heddle.cli.suite.EntryOutcome;
import org.heddle.cli.suite.Expectation;
import org.heddle.cli.suite.InOrder;
import org.heddle.cli.suite.Place;
import org.heddle.cli.suite.SuiteOptions;
import org.heddle.cli.suite.SuiteRunner;

/**
 * Checks clients of one program, which its arguments choose, so that it is compiled once.
 *
 * @param program with the operations
 * @param request what is asked for of each client
 * @param place makes the checks
 * @param interruption of the command
 * @param jobs how many checks at a time
 * @param longest the most time for one client
 * @param keepGoing whether to go on behind the first one that fails
 * @param folder for schedules, until it is known which are wanted; may be removed afterwards
 */
record ClientChecks(
        Program program,
        CheckRequest request,
        Place place,
        Interruption interruption,
        int jobs,
        Duration longest,
        boolean keepGoing,
        Path folder) {
    /**
     * Checks them in their order.
     *
     * @param clients at least one
     * @param limit the time for all of them
     * @param listener is told of each in its order, as far as it was run
     * @return a result for each; those behind the first that fails are not run, unless all are to be
     * @throws UserError if the request is wrong
     * @throws InterruptedException if the thread is interrupted
     */
    List<ClientResult> check(List<Client> clients, Optional<Duration> limit, Consumer<EntryOutcome> listener)
            throws UserError, InterruptedException {
        long end = System.nanoTime() + limit.map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
        List<Entry> entries = clients.stream().map(this::entry).toList();
        SuiteOptions options =
                new SuiteOptions(jobs, limit, Baseline.NONE, Optional.empty(), new OutputFolder(folder, false));
        List<EntryOutcome> outcomes = new SuiteRunner(
                        recipe -> new Program(recipe, program.executable(), Optional.empty()),
                        options,
                        this::requested,
                        (one, wanted) -> place.check(one, own(wanted, end)),
                        interruption,
                        outcome -> !keepGoing && isFailed(outcome))
                .run(entries, Optional.empty(), new InOrder(entries, listener));
        List<ClientResult> results = new ArrayList<>();
        boolean isOver = false;
        for (int i = 0; i < clients.size(); i++) {
            EntryOutcome outcome = outcomes.get(i);
            results.add(new ClientResult(clients.get(i), isOver ? EntryOutcome.leftOut(entries.get(i)) : outcome));
            isOver |= !keepGoing && isFailed(outcome);
        }
        return results;
    }

    private static boolean isFailed(EntryOutcome outcome) {
        return outcome.report()
                .filter(report -> report.conclusion() == Report.Conclusion.BUG)
                .isPresent();
    }

    private Entry entry(Client client) {
        return new Entry(program.recipe().shown() + ": " + client, List.of(), client.arguments(), Expectation.CLEAN);
    }

    private CheckRequest requested(Entry entry) {
        return new CheckRequest(
                request.recipe().withArguments(entry.arguments()),
                request.options(),
                request.requireComplete(),
                request.findingExitCode());
    }

    /** The smallest come first, so each may take what it needs: an equal share for all would leave all of them undecided. */
    private CheckOptions own(CheckOptions wanted, long end) throws IOException {
        long left = Math.max(1, Math.min(longest.toNanos(), end - System.nanoTime()));
        return wanted.asOneOfMany(Optional.of(Duration.ofNanos(left))).writing(new OutputFolder(ownFolder(), false));
    }

    /** Several clients are checked at a time, and their schedules have the same names. */
    private Path ownFolder() throws IOException {
        return Files.createTempDirectory(folder, "client");
    }
}
