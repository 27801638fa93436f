package org.heddle.cli.suite;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.Checker;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.Limits;
import org.heddle.cli.check.options.ModelChoice;
import org.heddle.cli.check.options.ProgressStyle;
import org.heddle.cli.check.options.StrategyChoice;
import org.heddle.cli.check.options.Suppressions;
import org.heddle.cli.check.options.Trust;
import org.heddle.cli.program.Around;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.server.launch.Jobs;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.restart.Restart;

/**
 * A check that another machine makes as a whole, with one worker; as it travels. The program itself, its environment, its sandbox and
 * the command that verifies it travel apart from it.
 *
 * @param recipe of the program
 * @param search as in {@link CheckOptions}, as what follows
 * @param strategy how executions are chosen
 * @param run what the runtime lets happen
 * @param restart how one execution follows another
 * @param timeoutNanos after which no further execution is started
 * @param maxExecutions the most executions
 * @param keepGoing whether to go on after a finding
 * @param maxEvents the most visible operations of one execution
 * @param memory how many bytes may be kept, unless the other machine has less
 * @param progressNanos how long the program may run between two visible operations
 * @param suppressions the lines that say what is not to be reported
 * @param trust what the user vouches for
 * @param coverage whether to tell which orders of operations were seen, which threads were delayed, and which lines ran
 * @param model whether to look for what C11 allows besides
 */
public record WholeCheck(
        Recipe recipe,
        SearchOptions search,
        StrategyChoice strategy,
        RunOptions run,
        Restart restart,
        OptionalLong timeoutNanos,
        long maxExecutions,
        boolean keepGoing,
        int maxEvents,
        long memory,
        long progressNanos,
        List<String> suppressions,
        List<String> trust,
        boolean coverage,
        ModelChoice model) {
    /** What these options ask for; nothing of it may be saved for later. */
    static WholeCheck of(Program program, CheckOptions options) {
        Limits limits = options.limits();
        return new WholeCheck(
                program.recipe(),
                options.search(),
                options.strategy(),
                options.executing().run(),
                options.executing().restart(),
                limits.timeout().isPresent()
                        ? OptionalLong.of(limits.timeout().get().toNanos())
                        : OptionalLong.empty(),
                limits.maxExecutions(),
                limits.keepGoing(),
                limits.maxEvents(),
                limits.memory(),
                limits.progressLimit().toNanos(),
                options.telling().suppressions().lines(),
                options.telling().trust().names(),
                options.telling().coverage(),
                options.telling().model());
    }

    /**
     * Reads one.
     *
     * @throws IOException if it is malformed
     */
    public static WholeCheck of(byte[] bytes) throws IOException {
        WholeCheck check = Records.mapper().readValue(bytes, WholeCheck.class);
        if (check == null || check.recipe() == null) {
            throw new IOException("a check without a program");
        }
        return check;
    }

    /** As bytes, for {@link #of(byte[])}. */
    byte[] bytes() throws IOException {
        return Records.mapper().writeValueAsBytes(this);
    }

    private CheckOptions options(LaunchOptions launch, Path folder) throws UserError {
        Limits limits = new Limits(
                timeoutNanos.isPresent() ? Optional.of(Duration.ofNanos(timeoutNanos.getAsLong())) : Optional.empty(),
                maxExecutions,
                Jobs.exactly(1),
                keepGoing,
                maxEvents,
                memory,
                Duration.ofNanos(progressNanos));
        Around around = new Around(launch.verifyCommand(), launch.sandbox());
        return new CheckOptions(
                search,
                strategy,
                limits,
                new CheckOptions.Executing(run, restart, around, Optional.empty()),
                CheckOptions.Saving.NOWHERE,
                new CheckOptions.Telling(
                        new OutputFolder(folder, true),
                        Suppressions.of(suppressions, "suppressions"),
                        new Trust(trust),
                        coverage,
                        model,
                        ProgressStyle.NONE));
    }

    /**
     * What the other machine has to say.
     *
     * @param report what the check came to; empty if it could not be made
     * @param error why not
     * @param schedules what is in the findings' schedules, by the names of their files
     * @param said what was said to the user
     */
    record Answer(Optional<Report> report, String error, Map<String, String> schedules, String said) {
        /**
         * Reads one.
         *
         * @throws IOException if it is malformed
         */
        static Answer of(byte[] bytes) throws IOException {
            return Records.mapper().readValue(bytes, Answer.class);
        }

        /** The report, whose schedules are put into this folder. */
        Report report(OutputFolder folder) throws IOException, UserError {
            if (report.isEmpty()) {
                throw new UserError(error);
            }
            for (Map.Entry<String, String> schedule : schedules.entrySet()) {
                Files.writeString(folder.folder().resolve(fileName(schedule.getKey())), schedule.getValue());
            }
            List<ReportedFinding> findings = report.get().findings().stream()
                    .map(finding -> finding.schedule().file().isEmpty()
                            ? finding
                            : finding.withSchedule(
                                    folder.file(fileName(finding.schedule().file()))
                                            .toString()))
                    .toList();
            return report.get().withFindings(findings);
        }
    }

    /** How many executions a check took, and its answer for the machine that asked for it. */
    @SuppressWarnings("ArrayRecordComponent") // JSON on its way
    public record Made(long executions, byte[] answer) {}

    /**
     * Makes the check, of a program that is launched like this.
     *
     * @param folder for schedules, until they are read into the answer
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    public Made make(LaunchOptions launch, Path folder) throws IOException, InterruptedException {
        StringWriter said = new StringWriter();
        try (PrintWriter err = new PrintWriter(said)) {
            Program program = new Program(recipe, launch.program(), Optional.empty());
            Report report = new Checker(any -> launch, options(launch, folder), err).check(program);
            Map<String, String> schedules = new TreeMap<>();
            for (ReportedFinding finding : report.findings()) {
                if (!finding.schedule().file().isEmpty()) {
                    Path file = folder.resolve(fileName(finding.schedule().file()));
                    schedules.put(file.getFileName().toString(), Files.readString(file));
                }
            }
            return made(report.total(), new Answer(Optional.of(report), "", schedules, said.toString()));
        } catch (UserError failed) {
            return made(0, new Answer(Optional.empty(), failed.getMessage(), Map.of(), said.toString()));
        }
    }

    private static Made made(long executions, Answer answer) throws IOException {
        return new Made(executions, Records.mapper().writeValueAsBytes(answer));
    }

    private static String fileName(String path) {
        return Path.of(path).getFileName().toString();
    }
}
