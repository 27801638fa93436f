package org.heddle.cli.check.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.folders.LeftBehind;
import org.heddle.cli.check.launch.BrokenRuntime;
import org.heddle.cli.check.launch.InputFile;
import org.heddle.cli.check.launch.SymbolizerPath;
import org.heddle.cli.check.replay.Replayer.Replay;
import org.heddle.cli.check.verdict.Conclusions;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.format.text.StateText;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.format.text.TextReport;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.AddressResolver.Role;
import org.heddle.cli.report.words.FindingWriter;
import org.heddle.cli.report.words.StateWriter;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.FindingGroups;
import org.heddle.dpor.detect.finding.FoundFinding;
import org.heddle.dpor.explore.plan.WholeExecutions;
import org.heddle.dpor.minimise.Minimal;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.worker.BrokenRuntimeException;

/** {@code heddle replay}: runs a schedule file's interleaving and says whether the same thing happened. */
public final class ScheduleRunner {
    private final Installation installation;
    private final PrintWriter out;
    private final Sheet sheet;
    private final PrintWriter err;

    /**
     * How a schedule is to be run.
     *
     * @param times how often, as long as it comes out the same
     * @param until the step before which to stop, if not at the end
     * @param gdb whether to show it in gdb
     * @param gdbArguments what gdb is given besides
     */
    public record Mode(int times, OptionalInt until, boolean gdb, List<String> gdbArguments) {}

    /** A runner that prints there. */
    public ScheduleRunner(Installation installation, PrintWriter out, Sheet sheet, PrintWriter err) {
        this.installation = installation;
        this.out = out;
        this.sheet = sheet;
        this.err = err;
    }

    /**
     * Runs the schedule.
     *
     * @return the exit code
     * @throws UserError if the program cannot be run
     * @throws IOException if it cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public int run(ScheduleFile schedule, Path file, Program program, Mode mode)
            throws UserError, IOException, InterruptedException {
        boolean isUnchanged = program.sha256().equals(schedule.sha256());
        LaunchOptions launch = ScheduleLaunch.of(installation, schedule, program);
        try (StatusLine line = new StatusLine(err, Terminal.isStandardError(), Terminal::columnsOfStandardError);
                InputFile input = InputFile.of(schedule.recipe().input());
                WorkerPool pool = WorkerPool.start(launch.withStandardInput(input.path()));
                AddressResolver resolver = new AddressResolver(pool, new SymbolizerPath(err))) {
            line.begin("replaying " + schedule.steps().size() + " steps");
            Replayer replayer = new Replayer(new WholeExecutions(pool));
            Alignment steps = new Alignment(schedule.steps(), schedule.visible(), 0, 0);
            Replay replay = replayer.replay(steps, schedule);
            if (!isUnchanged) {
                Optional<Alignment> fitted = new Aligner(
                                new WholeExecutions(pool), Replayer.LIMITS, new StateWriter(resolver))
                        .align(schedule);
                line.clear();
                tellOfChange(program, fitted);
                steps = fitted.orElse(steps);
                replay = fitted.isPresent() ? replayer.replay(steps, schedule) : replay;
            }
            line.clear();
            if (isUnchanged && !replay.same() && schedule.around().sandbox().isEmpty()) {
                OptionalInt code = runWithoutLeftFiles(schedule, file, program, mode, launch);
                if (code.isPresent()) {
                    return code.getAsInt();
                }
            }
            if (isLostOrDiverged(replay, pool, resolver)) {
                return ExitCodes.DIVERGED;
            }
            if (mode.until().isPresent()) {
                showState(schedule, replayer, steps, mode.until().getAsInt(), resolver);
            }
            if (mode.gdb()) {
                List<Finding> sought = itself(schedule, replay, new FindingWriter(resolver));
                OptionalInt critical = isUnchanged ? schedule.critical() : OptionalInt.empty();
                new Gdb(pool).run(replayer.plan(steps), sought, mode.until(), critical, mode.gdbArguments());
            }
            if (mode.until().isPresent() || mode.gdb()) {
                return mode.until().isPresent() ? ExitCodes.CLEAN : verdict(replay);
            }
            int shown = 1;
            line.begin("replaying " + schedule.steps().size() + " steps, up to " + mode.times() + " times");
            while (replay.same() && shown < mode.times()) {
                replay = replayer.replay(steps, schedule);
                shown++;
            }
            return isLostOrDiverged(replay, pool, resolver)
                    ? ExitCodes.DIVERGED
                    : tell(schedule, file, pool, resolver, replay, shown, line);
        } catch (LaunchException failed) {
            throw new UserError(failed.getMessage());
        } catch (BrokenRuntimeException broken) {
            throw BrokenRuntime.whileReplaying(broken, file);
        } catch (OutOfMemoryError full) {
            throw new UserError("memory ran out for the execution of a schedule of "
                    + schedule.lines().size() + " steps: give Java more (JAVA_TOOL_OPTIONS=-Xmx8g)");
        }
    }

    /** Runs it where the files are not there that an execution has left behind; empty if none of these is in its way. */
    private OptionalInt runWithoutLeftFiles(
            ScheduleFile schedule, Path file, Program program, Mode mode, LaunchOptions launch)
            throws UserError, IOException, InterruptedException {
        Alignment steps = new Alignment(schedule.steps(), schedule.visible(), 0, 0);
        Path folder = schedule.recipe().directory();
        try (InputFile input = InputFile.of(schedule.recipe().input());
                LeftBehind search = new LeftBehind(folder)) {
            LaunchOptions again = launch.withStandardInput(input.path());
            Optional<LeftBehind.Copy> copy = search.find(place -> {
                try (WorkerPool pool = WorkerPool.start(again.withSandbox(place))) {
                    return new Replayer(new WholeExecutions(pool))
                            .replay(steps, schedule)
                            .same();
                } catch (LaunchException cannot) {
                    return false;
                }
            });
            if (copy.isEmpty()) {
                return OptionalInt.empty();
            }
            String names = String.join(", ", copy.get().without());
            err.println("heddle: with " + names + " in " + folder + " the program takes another course than in the"
                    + " schedule, which is followed in a copy of the folder without that; if executions leave it there,"
                    + " remove it, and check with --sandbox . for all to begin alike");
            return OptionalInt.of(run(schedule.inCopiesOf(copy.get().folder()), file, program, mode));
        }
    }

    private void tellOfChange(Program program, Optional<Alignment> fitted) {
        String name = program.recipe().shown();
        if (fitted.isPresent()) {
            err.println("heddle: " + name + " has changed since the schedule was written, which was fitted to it: "
                    + fitted.get().words());
        } else {
            err.println("heddle: " + name + " is not the same executable as when the schedule was written, and the"
                    + " schedule cannot be fitted to it: check the program again");
        }
    }

    private boolean isLostOrDiverged(Replay replay, WorkerPool pool, AddressResolver resolver)
            throws UserError, InterruptedException {
        Outcome outcome = replay.execution().outcome();
        if (outcome == Outcome.LOST) {
            throw new UserError("the program's process was lost during the replay: " + pool.incidents());
        }
        if (outcome == Outcome.DIVERGED) {
            Divergence divergence = replay.execution().divergence();
            err.println("heddle: the replay diverged: "
                    + Conclusions.describe(divergence, divergenceNames(resolver, divergence)));
            return true;
        }
        return false;
    }

    private void showState(
            ScheduleFile schedule, Replayer replayer, Alignment steps, int until, AddressResolver resolver)
            throws UserError, InterruptedException {
        int all = steps.steps().size();
        if (until > all) {
            throw new UserError("--until " + until + " is beyond the schedule, which has " + all
                    + " steps: name one from 0 to " + all);
        }
        String heading = until < all ? "Before step " + until + " of " + all : "After the last of " + all + " steps";
        new StateText(schedule.recipe().directory(), sheet)
                .print(heading, new StateWriter(resolver).write(replayer.until(steps, until)), out);
        out.flush();
    }

    /** The very finding that the schedule was kept for, or all of its sort where the program has changed since. */
    private static List<Finding> itself(ScheduleFile schedule, Replay replay, FindingWriter writer)
            throws InterruptedException {
        List<Finding> same = new ArrayList<>();
        for (Finding finding : replay.sought()) {
            Minimal whole = Minimal.asItIs(finding, replay.execution());
            if (writer.write(whole, List.of(), 1).fingerprint().equals(schedule.fingerprint())) {
                same.add(finding);
            }
        }
        return same.isEmpty() ? replay.sought() : same;
    }

    private int tell(
            ScheduleFile schedule,
            Path file,
            WorkerPool pool,
            AddressResolver resolver,
            Replay replay,
            int shown,
            StatusLine line)
            throws InterruptedException {
        line.begin("describing what happened in " + schedule.steps().size() + " steps");
        FindingWriter writer = new FindingWriter(resolver);
        TextReport text = new TextReport(schedule.recipe().directory(), sheet);
        Describer describer = new Describer(new WholeExecutions(pool), Replayer.LIMITS);
        List<FoundFinding> found = replay.findings().stream()
                .map(finding -> new FoundFinding(finding, 1))
                .toList();
        for (FindingGroups.Group group : FindingGroups.of(found)) {
            Minimal minimal = describer.describe(Minimal.asItIs(group.main().finding(), replay.execution()));
            List<Minimal> others = new ArrayList<>();
            for (FoundFinding other : group.others()) {
                others.add(describer.describe(Minimal.asItIs(other.finding(), replay.execution())));
            }
            ReportedFinding words = writer.write(minimal, others, 1).withSchedule(file.toString());
            line.clear();
            text.print(words, out);
            out.println();
        }
        line.clear();
        if (replay.same()) {
            out.println("The same happened again" + (shown > 1 ? ", " + shown + " times out of " + shown : "") + ": "
                    + schedule.kind() + " [" + replay.sought().get(0).reportedCause() + "]");
        } else if (!replay.isAllowed()) {
            out.println(
                    "It cannot happen any more: the schedule has a load find an older value, which C11 does not allow in"
                            + " this program, as something orders the load after the newer store.");
        } else {
            out.println("It did not happen this time: the schedule was followed, and the execution ended as "
                    + replay.execution().outcome()
                    + (replay.findings().isEmpty() ? "" : ", with another finding") + ".");
        }
        return verdict(replay);
    }

    private static int verdict(Replay replay) {
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
