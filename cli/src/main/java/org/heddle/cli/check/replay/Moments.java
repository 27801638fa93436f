package org.heddle.cli.check.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.inspect.Inspection;
import org.heddle.cli.check.launch.InputFile;
import org.heddle.cli.check.launch.SymbolizerPath;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.State;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.words.FindingWriter;
import org.heddle.cli.report.words.StateWriter;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.dpor.detect.Detectors;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.RacingPair;
import org.heddle.dpor.explore.plan.WholeExecutions;
import org.heddle.dpor.minimise.Minimal;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.Race;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;

/**
 * A schedule's execution before each of its steps. Moment N is the state after N steps, from 0 to {@link #count}: what threads are about to
 * do and what variables hold. A replay is deterministic, so an earlier moment is reached by running again. Nothing here knows of a
 * terminal.
 */
public final class Moments implements AutoCloseable {
    private final ScheduleFile schedule;
    private final InputFile input;
    private final LaunchOptions launch;
    private final WorkerPool pool;
    private final AddressResolver resolver;
    private final Replayer replayer;
    private final Alignment steps;
    private final String fitted;
    private final State end;
    private final Map<Integer, State> states = new HashMap<>();

    /**
     * What comes of another choice.
     *
     * @param state where it ends
     * @param findings what it shows, in words; empty if nothing
     * @param outcome how it ended
     */
    public record Branch(State state, List<String> findings, Outcome outcome) {}

    /**
     * Starts the program and follows the schedule once.
     *
     * @param err is told where a tool for names is missing
     * @throws UserError if the program cannot be started, or does not follow the schedule
     * @throws IOException if its input cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public static Moments of(Installation installation, ScheduleFile schedule, Program program, PrintWriter err)
            throws UserError, IOException, InterruptedException {
        LaunchOptions launch = ScheduleLaunch.of(installation, schedule, program);
        InputFile input = InputFile.of(schedule.recipe().input());
        WorkerPool pool = null;
        AddressResolver resolver = null;
        try {
            LaunchOptions whole = launch.withStandardInput(input.path());
            pool = WorkerPool.start(whole);
            resolver = new AddressResolver(pool, new SymbolizerPath(err));
            boolean isUnchanged = program.sha256().equals(schedule.sha256());
            return new Moments(input, whole, pool, resolver, schedule, isUnchanged);
        } catch (LaunchException failed) {
            close(input, pool, resolver);
            throw new UserError(failed.getMessage());
        } catch (UserError | InterruptedException | RuntimeException failed) {
            close(input, pool, resolver);
            throw failed;
        }
    }

    private Moments(
            InputFile input,
            LaunchOptions launch,
            WorkerPool pool,
            AddressResolver resolver,
            ScheduleFile schedule,
            boolean isUnchanged)
            throws UserError, InterruptedException {
        this.schedule = schedule;
        this.input = input;
        this.launch = launch;
        this.pool = pool;
        this.resolver = resolver;
        WholeExecutions runner = new WholeExecutions(pool);
        replayer = new Replayer(runner);
        if (isUnchanged) {
            steps = new Alignment(schedule.steps(), schedule.visible(), 0, 0);
            fitted = "";
        } else {
            steps = new Aligner(runner, Replayer.LIMITS, new StateWriter(resolver))
                    .align(schedule)
                    .orElseThrow(() -> new UserError(
                            schedule.recipe().shown() + " is not the same program as when the schedule was written, and"
                                    + " the schedule cannot be fitted to it: check the program again",
                            ExitCodes.DIVERGED));
            fitted = steps.words();
        }
        end = at(count());
    }

    /** How many steps the schedule has. */
    public int count() {
        return steps.steps().size();
    }

    /** What had to be changed for a program that is not the one of the schedule any more; empty if it is the same. */
    public String fitted() {
        return fitted;
    }

    /** Whether the step is the first one behind the critical switch; not known of a program that has changed. */
    public boolean isCritical(TraceLine line) {
        return fitted.isEmpty()
                && schedule.critical().isPresent()
                && line.step() == schedule.critical().getAsInt();
    }

    /** All steps. */
    public List<TraceLine> lines() {
        return end.trace();
    }

    /**
     * The state after so many steps.
     *
     * @throws UserError if the program does not follow the schedule
     * @throws InterruptedException if the thread is interrupted
     */
    public State at(int moment) throws UserError, InterruptedException {
        State known = states.get(moment);
        if (known == null) {
            known = new StateWriter(resolver).write(followed(replayer.until(steps, moment), moment));
            states.put(moment, known);
        }
        return known;
    }

    private static Execution followed(Execution execution, int moment) throws UserError {
        if (execution.outcome() == Outcome.LOST || execution.outcome() == Outcome.DIVERGED) {
            throw new UserError(
                    "the program did not follow the schedule's first " + moment
                            + " steps: heddle replay says where it took another course",
                    ExitCodes.DIVERGED);
        }
        return execution;
    }

    /**
     * Where threads are at each moment, call by call.
     *
     * @throws UserError if the program does not follow the schedule
     * @throws InterruptedException if the thread is interrupted
     */
    public CallStacks callStacks() throws UserError, InterruptedException {
        Optional<Race> race = replayer.replay(steps, schedule).sought().stream()
                .flatMap(finding -> finding.race().stream())
                .map(RacingPair::race)
                .findFirst();
        Execution execution = replayer.described(steps, race.map(Race::ranges).orElse(List.of()));
        return CallStacks.of(followed(execution, count()), lines(), resolver, race);
    }

    /**
     * The execution in gdb, to be looked into at one moment after the other.
     *
     * @throws UserError if there is no gdb, or the program cannot be started
     * @throws InterruptedException if the thread is interrupted
     */
    public Inspection inspection() throws UserError, InterruptedException {
        Gdb.require("go on without variables and expressions");
        try {
            return Inspection.of(launch, replayer.plan(steps));
        } catch (LaunchException failed) {
            throw new UserError(failed.getMessage());
        }
    }

    /**
     * What an expression of C holds after so many steps, as gdb prints it.
     *
     * @param thread label of the thread in whose innermost frame it is evaluated
     * @throws UserError if there is no gdb, or it cannot stop there
     * @throws IOException if the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    public String value(int moment, String thread, String expression)
            throws UserError, IOException, InterruptedException {
        Gdb.require("go on without values of expressions");
        GdbValues gdb = new GdbValues(thread, expression);
        pool.debug(replayer.plan(steps), moment, gdb::before);
        return gdb.single();
    }

    /**
     * What an expression of C holds after each number of steps from 0 to {@link #count}, where it can be evaluated.
     *
     * @param thread label of the thread in whose innermost frame it is evaluated
     * @return by moment
     * @throws UserError if there is no gdb, or it cannot be evaluated anywhere
     * @throws IOException if the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    public Map<Integer, String> values(String thread, String expression)
            throws UserError, IOException, InterruptedException {
        Gdb.require("go on without values of expressions");
        GdbValues gdb = new GdbValues(thread, expression);
        pool.debug(replayer.plan(steps), 0, process -> gdb.throughout(process, count()));
        return gdb.all();
    }

    /**
     * Has another thread go after so many steps, and then lets the program run to its end.
     *
     * @param thread its label
     * @throws UserError if it cannot go there
     * @throws InterruptedException if the thread is interrupted
     */
    public Branch instead(int moment, String thread) throws UserError, InterruptedException {
        Execution before = followed(replayer.until(steps, moment), moment);
        List<ThreadState> threads = at(moment).threads();
        for (int i = 0; i < threads.size(); i++) {
            ThreadState state = threads.get(i);
            if (state.thread().equals(thread)) {
                return branch(
                        moment,
                        state,
                        before.pending().get(i).operation(),
                        before.pending().get(i).thread());
            }
        }
        throw new UserError("there is no thread " + thread + " at step " + moment + ": info threads lists them");
    }

    private Branch branch(int moment, ThreadState state, Operation operation, int thread)
            throws UserError, InterruptedException {
        List<Step> others = new ArrayList<>(steps.steps().subList(0, moment));
        others.add(new Step(thread, Event.NO_ALTERNATIVE, operation.kind(), operation.object()));
        Execution execution = replayer.run(new Alignment(others, steps.visible(), 0, 0));
        if (execution.outcome() == Outcome.DIVERGED) {
            throw new UserError(state.fullName() + " cannot go at step " + moment + ": its next is " + state.next()
                    + (state.waitsFor().isEmpty() ? "" : ", for which it has to wait for " + state.waitsFor()));
        }
        followed(execution, moment);
        FindingWriter writer = new FindingWriter(resolver);
        List<String> found = new ArrayList<>();
        for (Finding finding : Detectors.standard().detect(execution)) {
            found.add(writer.write(Minimal.asItIs(finding, execution), List.of(), 1)
                            .message() + " [" + finding.reportedCause() + "]");
        }
        return new Branch(
                new StateWriter(resolver).write(execution),
                found.stream().distinct().toList(),
                execution.outcome());
    }

    @Override
    public void close() {
        close(input, pool, resolver);
    }

    private static void close(InputFile input, WorkerPool pool, AddressResolver resolver) {
        try (input;
                pool;
                resolver) {
            return; // what was not opened is null, and left out
        }
    }
}
