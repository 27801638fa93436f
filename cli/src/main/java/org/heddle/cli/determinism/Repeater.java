package org.heddle.cli.determinism;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.launch.InputFile;
import org.heddle.cli.check.launch.SymbolizerPath;
import org.heddle.cli.determinism.Repeats.Differing;
import org.heddle.cli.determinism.Repeats.Respect;
import org.heddle.cli.format.text.StatusLine;
import org.heddle.cli.program.ProgramInput;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.UsedAddresses;
import org.heddle.dpor.explore.plan.Description;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.WholeExecutions;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.Restart;
import org.heddle.server.restart.RestartDiffersException;
import org.heddle.server.worker.BrokenRuntimeException;

/**
 * Runs one schedule several times, each time in a process that was started anew, and compares the executions with the first one. It ends
 * with the first run that differs.
 */
public final class Repeater {
    private static final Plan.Limits LIMITS = Plan.Limits.DEFAULT;

    private final PrintWriter err;

    /**
     * What is run.
     *
     * @param program its name
     * @param launch how it is started
     * @param input what it reads from its standard input
     * @param steps the schedule; empty for the one that the first execution takes by itself
     * @param visible the memory whose plain accesses are steps, where not all are
     */
    public record Subject(
            String program, LaunchOptions launch, ProgramInput input, List<Step> steps, VisibleMemory visible) {}

    /** One that shows there what it is at. */
    public Repeater(PrintWriter err) {
        this.err = err;
    }

    /**
     * Runs it.
     *
     * @param runs how often, at least twice, if all are the same
     * @throws UserError if it cannot be run
     * @throws IOException if there is no place for its input
     * @throws InterruptedException if the thread is interrupted
     */
    public Repeats repeat(Subject subject, int runs) throws UserError, IOException, InterruptedException {
        try {
            return repeat(subject, subject.launch(), runs);
        } catch (RestartDiffersException differs) {
            return repeat(subject, subject.launch().withRestart(Restart.FORK), runs);
        }
    }

    private Repeats repeat(Subject subject, LaunchOptions withoutInput, int runs)
            throws UserError, IOException, InterruptedException {
        try (StatusLine line = new StatusLine(err, Terminal.isStandardError(), Terminal::columnsOfStandardError);
                InputFile input = InputFile.of(subject.input())) {
            LaunchOptions launch = withoutInput.withStandardInput(input.path());
            line.begin("run 1 of " + runs);
            Execution first;
            try (WorkerPool pool = WorkerPool.start(launch)) {
                first = execute(pool, subject.steps(), subject);
                refuse(subject, first, pool);
            }
            List<Step> steps = first.events().stream().map(Step::of).toList();
            for (int run = 2; ; run++) {
                line.begin("run " + run + " of " + runs);
                try (WorkerPool pool = WorkerPool.start(launch)) {
                    Execution other = execute(pool, steps, subject);
                    List<Difference> differences = Comparison.of(first, other);
                    if (!differences.isEmpty() || run == runs) {
                        line.clear();
                        return told(subject, pool, first, other, run, differences);
                    }
                }
            }
        } catch (LaunchException failed) {
            throw new UserError(failed.getMessage());
        } catch (BrokenRuntimeException broken) {
            throw new UserError(
                    "an invariant of the runtime does not hold: native-shim/src/" + broken.place() + ": "
                            + broken.invariant() + ". This is a fault of Heddle, unless the program writes over the"
                            + " runtime's memory: send the program and this command",
                    ExitCodes.INTERNAL);
        } catch (OutOfMemoryError full) {
            throw new UserError("memory ran out for the steps of " + subject.program()
                    + ": give Java more (JAVA_TOOL_OPTIONS=-Xmx8g), or the program less to do");
        }
    }

    private static Execution execute(WorkerPool pool, List<Step> steps, Subject subject)
            throws UserError, InterruptedException {
        WholeExecutions runner = new WholeExecutions(pool);
        runner.submit(
                new Plan(steps, List.of(), LIMITS, true).with(subject.visible()).with(Description.OF_SOURCES));
        Execution execution = runner.take();
        if (execution.outcome() == Outcome.LOST) {
            throw new UserError("the program's process was lost: " + pool.incidents());
        }
        return execution;
    }

    /** A first execution from which nothing follows. */
    private void refuse(Subject subject, Execution first, WorkerPool pool) throws UserError, InterruptedException {
        if (first.outcome() == Outcome.DIVERGED) {
            throw new UserError(
                    subject.program() + " does not follow the schedule: at step "
                            + first.divergence().step() + ", "
                            + first.divergence().reason()
                            + "; check it again for a new schedule",
                    ExitCodes.DIVERGED);
        }
        for (Note note : first.notes()) {
            if (note.kind() == Note.Kind.UNMODELLED_CALL) {
                try (AddressResolver resolver = new AddressResolver(pool, new SymbolizerPath(err))) {
                    String place = names(resolver, first).location(note.site()).brief();
                    throw new UserError(subject.program() + " calls " + note.text()
                            + (place.isEmpty() ? "" : " at " + place)
                            + ", which Heddle does not model, so nothing can be said of what follows: leave the call"
                            + " out of what is run");
                }
            }
        }
    }

    private static AddressNames names(AddressResolver resolver, Execution execution) throws InterruptedException {
        return resolver.resolve(new UsedAddresses().with(execution).roles());
    }

    private Repeats told(
            Subject subject, WorkerPool pool, Execution first, Execution other, int run, List<Difference> differences)
            throws InterruptedException {
        try (AddressResolver resolver = new AddressResolver(pool, new SymbolizerPath(err))) {
            Words words = new Words(resolver, first, other);
            List<Respect> respects = new ArrayList<>();
            for (Difference difference : differences) {
                respects.add(words.of(difference));
            }
            return new Repeats(
                    subject.program(),
                    run,
                    first.events().size(),
                    first.stdout().length,
                    first.stderr().length,
                    Words.end(first),
                    respects.isEmpty() ? Optional.empty() : Optional.of(new Differing(run, List.copyOf(respects))),
                    remarks(pool, first, names(resolver, first), unused(first, other, words)));
        }
    }

    /** A call that gives another result in the other execution, where nothing has come of it. */
    private static Optional<String> unused(Execution first, Execution other, Words words) throws InterruptedException {
        Optional<Difference> source = Comparison.source(first, other);
        if (source.isEmpty() || !Comparison.of(first, other).isEmpty()) {
            return Optional.empty();
        }
        Respect respect = words.of(source.get());
        String place = respect.location().brief();
        return Optional.of(
                respect.where() + (place.isEmpty() ? "" : ", at " + place) + ", is not the same in all runs ("
                        + respect.first() + ", " + respect.other() + "); nothing that is compared differs for it");
    }

    /** What nobody controls in the first execution. */
    private static List<String> remarks(WorkerPool pool, Execution first, AddressNames names, Optional<String> unused) {
        Set<String> remarks = new LinkedHashSet<>();
        unused.ifPresent(remarks::add);
        pool.warning().ifPresent(remarks::add);
        for (Note note : first.notes()) {
            if (note.kind() == Note.Kind.UNCONTROLLED || note.kind() == Note.Kind.NEW_PROCESS) {
                String place = names.location(note.site()).brief();
                remarks.add("not controlled: " + note.text() + (place.isEmpty() ? "" : " at " + place));
            }
        }
        return List.copyOf(remarks);
    }
}
