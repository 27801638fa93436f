package org.heddle.cli.check;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.ExitCodes;
import org.heddle.cli.Installation;
import org.heddle.cli.UserError;
import org.heddle.cli.format.Paint;
import org.heddle.cli.format.TextReport;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.AddressNames;
import org.heddle.cli.report.AddressResolver;
import org.heddle.cli.report.AddressResolver.Role;
import org.heddle.cli.report.FindingWriter;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.dpor.detect.Finding;
import org.heddle.dpor.explore.Plan;
import org.heddle.dpor.minimise.Minimal;
import org.heddle.dpor.model.Divergence;
import org.heddle.dpor.model.Outcome;
import org.heddle.server.LaunchOptions;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;

/** {@code heddle replay}: runs a schedule file's interleaving and says whether the same thing happened. */
public final class ScheduleRunner {
    private static final int MAX_EVENTS = 2_000_000;
    private static final Duration PROGRESS_LIMIT = Duration.ofSeconds(60);

    private final Installation installation;
    private final PrintWriter out;
    private final Paint paint;
    private final PrintWriter err;

    /** A runner that prints there. */
    public ScheduleRunner(Installation installation, PrintWriter out, Paint paint, PrintWriter err) {
        this.installation = installation;
        this.out = out;
        this.paint = paint;
        this.err = err;
    }

    /**
     * Runs the schedule so many times; stops at the first that comes out differently.
     *
     * @return the exit code
     * @throws UserError if the program cannot be run
     * @throws IOException if it cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public int run(ScheduleFile schedule, Path file, Program program, int times)
            throws UserError, IOException, InterruptedException {
        if (!program.sha256().equals(schedule.sha256())) {
            err.println("heddle: " + program.recipe().shown()
                    + " is not the same executable as when the schedule was written; the replay may diverge");
        }
        LaunchOptions launch = LaunchOptions.of(program.executable(), installation.shim())
                .withArguments(schedule.recipe().arguments())
                .withEnvironment(System.getenv())
                .withWorkingDirectory(schedule.recipe().directory())
                .withPoints(schedule.points())
                .withTimeouts(schedule.timeouts())
                .withSpurious(schedule.spurious());
        try (WorkerPool pool = WorkerPool.start(launch)) {
            Replayer replayer = new Replayer(pool, limits());
            Replayer.Replay replay = null;
            int shown = 0;
            do {
                replay = replayer.replay(schedule.steps(), schedule.visible(), schedule.kind(), schedule.cause());
                shown++;
            } while (replay.same() && shown < times);
            return tell(schedule, file, pool, replay, shown);
        } catch (LaunchException failed) {
            throw new UserError(failed.getMessage());
        }
    }

    private static Plan.Limits limits() {
        return new Plan.Limits(MAX_EVENTS, (int) PROGRESS_LIMIT.toMillis());
    }

    private int tell(ScheduleFile schedule, Path file, WorkerPool pool, Replayer.Replay replay, int shown)
            throws UserError, InterruptedException {
        AddressResolver resolver = new AddressResolver(pool, new SymbolizerPath(err));
        Outcome outcome = replay.execution().outcome();
        if (outcome == Outcome.LOST) {
            throw new UserError("the program's process was lost during the replay: " + pool.incidents());
        }
        if (outcome == Outcome.DIVERGED) {
            err.println("heddle: the replay diverged: "
                    + Conclusions.describe(
                            replay.execution().divergence(),
                            divergenceNames(resolver, replay.execution().divergence())));
            return ExitCodes.DIVERGED;
        }
        FindingWriter writer = new FindingWriter(resolver);
        TextReport text = new TextReport(schedule.recipe().directory(), paint);
        Describer describer = new Describer(pool, limits());
        for (Finding finding : replay.findings()) {
            Minimal minimal = describer.describe(Minimal.asItIs(finding, replay.execution()));
            ReportedFinding words = writer.write(minimal, List.of(), 1).withSchedule(file.toString());
            text.print(words, out);
            out.println();
        }
        if (replay.same()) {
            out.println("The same happened again" + (shown > 1 ? ", " + shown + " times out of " + shown : "") + ": "
                    + schedule.kind() + " [" + schedule.cause() + "]");
            return ExitCodes.FINDING;
        }
        out.println("It did not happen this time: the schedule was followed, and the execution ended as " + outcome
                + (replay.findings().isEmpty() ? "" : ", with another finding") + ".");
        return replay.findings().isEmpty() ? ExitCodes.CLEAN : ExitCodes.FINDING;
    }

    private static AddressNames divergenceNames(AddressResolver resolver, Divergence divergence)
            throws InterruptedException {
        Map<Long, Role> roles = new HashMap<>();
        if (divergence.actual() != null && divergence.actual().site() != 0) {
            roles.put(divergence.actual().site(), Role.SITE);
        }
        return resolver.resolve(roles);
    }
}
