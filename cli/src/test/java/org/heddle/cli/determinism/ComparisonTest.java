package org.heddle.cli.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.determinism.Difference.OfEnd;
import org.heddle.cli.determinism.Difference.OfOutput;
import org.heddle.cli.determinism.Difference.OfSource;
import org.heddle.cli.determinism.Difference.OfStep;
import org.heddle.cli.determinism.Difference.Stream;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Execution.Course;
import org.heddle.dpor.model.execution.Execution.End;
import org.heddle.dpor.model.execution.Execution.Output;
import org.heddle.dpor.model.execution.Execution.Seen;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.junit.jupiter.api.Test;

/** Two executions are compared in each respect, up to the first difference in it. */
final class ComparisonTest {
    private static final End EXIT = End.of(Outcome.EXITED);

    private static Event store(int thread, long value) {
        return new Event(thread, Operation.of(OperationKind.ATOMIC_STORE, 0x100), Event.NO_ALTERNATIVE, 0, value);
    }

    private static Execution execution(End end, String stdout, String stderr, Event... events) {
        return new Execution(
                new Course(List.of(events), List.of(), List.of()),
                end,
                Seen.NOTHING,
                new Output(stdout.getBytes(StandardCharsets.UTF_8), stderr.getBytes(StandardCharsets.UTF_8)),
                VisibleMemory.NONE);
    }

    private static Execution diverged(String stdout, Event... events) {
        Divergence where =
                new Divergence(events.length, new Step(0, -1, OperationKind.YIELD, 0), null, "the thread has ended");
        return execution(new End(Outcome.DIVERGED, 0, -1, where), stdout, "", events);
    }

    @Test
    void equalExecutions_doNotDiffer() {
        assertEquals(
                List.of(),
                Comparison.of(execution(EXIT, "a\n", "b", store(0, 1)), execution(EXIT, "a\n", "b", store(0, 1))));
    }

    @Test
    void firstOfSeveralSteps_isNamed() {
        assertEquals(
                List.of(new OfStep(1)),
                Comparison.of(
                        execution(EXIT, "", "", store(0, 1), store(1, 2), store(0, 3)),
                        execution(EXIT, "", "", store(0, 1), store(1, 5), store(0, 6))));
    }

    /** Whatever an event is made of is compared, one thing at a time. */
    @Test
    void eachPartOfAnEvent_isCompared() {
        Operation operation = Operation.of(OperationKind.ATOMIC_STORE, 0x100);
        List<Event> others = new ArrayList<>(List.of(
                new Event(1, operation, 0, 0, 0),
                new Event(0, operation, 1, 0, 0),
                new Event(0, operation, 0, 1, 0),
                new Event(0, operation, 0, 0, 1),
                new Event(0, Operation.of(OperationKind.ATOMIC_LOAD, 0x100), 0, 0, 0),
                new Event(0, Operation.of(OperationKind.ATOMIC_STORE, 0x108), 0, 0, 0),
                new Event(0, new Operation(operation.kind(), 0x100, 1, 0, operation.order(), 0), 0, 0, 0),
                new Event(0, new Operation(operation.kind(), 0x100, 0, 1, operation.order(), 0), 0, 0, 0),
                new Event(0, new Operation(operation.kind(), 0x100, 0, 0, operation.order(), 1), 0, 0, 0)));
        for (Event other : others) {
            assertEquals(
                    List.of(new OfStep(0)),
                    Comparison.of(
                            execution(EXIT, "", "", new Event(0, operation, 0, 0, 0)), execution(EXIT, "", "", other)),
                    other.toString());
        }
    }

    @Test
    void oneThatEndsBefore_differsInTheStepThatItDoesNotHave() {
        assertEquals(
                List.of(new OfStep(1)),
                Comparison.of(execution(EXIT, "", "", store(0, 1), store(0, 2)), execution(EXIT, "", "", store(0, 1))));
        assertEquals(
                List.of(new OfStep(1)),
                Comparison.of(execution(EXIT, "", "", store(0, 1)), execution(EXIT, "", "", store(0, 1), store(0, 2))));
    }

    private static Note source(int step, long result) {
        return new Note(Note.Kind.SOURCE, 0, step, result, 0x40, 0, 0, "getpid");
    }

    private static Execution withSources(Execution execution, Note... sources) {
        return execution.with(Seen.of(List.of(sources)));
    }

    /** It comes first, being what the others come of; not if it came after the courses had parted. */
    @Test
    void resultThatNobodyControls_isNamedBeforeWhatComesOfIt() {
        Execution first = execution(EXIT, "17", "", store(0, 1), store(0, 17));
        Execution other = execution(EXIT, "21", "", store(0, 1), store(0, 21));
        List<Difference> effects = Comparison.of(first, other);
        assertEquals(List.of(new OfStep(1), new OfOutput(Stream.STDOUT, 1, 1, "17", "21")), effects);
        assertEquals(
                List.of(new OfSource(1), effects.get(0), effects.get(1)),
                Comparison.of(
                        withSources(first, source(0, 3), source(1, 17)),
                        withSources(other, source(0, 3), source(1, 21))));
        assertEquals(effects, Comparison.of(withSources(first, source(2, 17)), withSources(other, source(2, 21))));
    }

    @Test
    void resultThatNobodyControls_isNoDifference_ifNothingComesOfIt() {
        Execution execution = execution(EXIT, "", "", store(0, 1));
        Execution first = withSources(execution, source(0, 1));
        assertEquals(List.of(), Comparison.of(first, withSources(execution, source(0, 2))));
        assertEquals(Optional.of(new OfSource(0)), Comparison.source(first, withSources(execution, source(0, 2))));
        assertEquals(Optional.empty(), Comparison.source(first, first));
    }

    @Test
    void output_differsInItsLineAndByte() {
        assertEquals(
                List.of(
                        new OfOutput(Stream.STDOUT, 2, 6, "pid: 17", "pid: 21"),
                        new OfOutput(Stream.STDERR, 1, 1, "", "oops")),
                Comparison.of(
                        execution(EXIT, "hello\npid: 17\nend\n", "", store(0, 1)),
                        execution(EXIT, "hello\npid: 21\nend\n", "oops", store(0, 1))));
    }

    /** A line that one of them does not have, a last line without its end, bytes that are no text. */
    @Test
    void outputThatEndsBefore_differsThere() {
        assertEquals(
                List.of(new OfOutput(Stream.STDOUT, 2, 1, "b", "")),
                Comparison.of(execution(EXIT, "a\nb\n", ""), execution(EXIT, "a\n", "")));
        assertEquals(
                List.of(new OfOutput(Stream.STDOUT, 1, 2, "a", "a")),
                Comparison.of(execution(EXIT, "a", ""), execution(EXIT, "a\n", "")));
    }

    @Test
    void ends_differByOutcomeAndStatus() {
        assertEquals(
                List.of(new OfEnd()),
                Comparison.of(execution(EXIT, "", ""), execution(new End(Outcome.EXITED, 3, -1, null), "", "")));
        assertEquals(
                List.of(new OfEnd()),
                Comparison.of(execution(EXIT, "", ""), execution(End.of(Outcome.DEADLOCK), "", "")));
    }

    /** It was stopped there, so that its output and end are not those of the program. */
    @Test
    void divergence_isADifferenceOfTheStep_andOfOutputThatWasThereBefore() {
        Execution first = execution(EXIT, "one\ntwo\n", "", store(0, 1), store(0, 2));
        assertEquals(List.of(new OfStep(1)), Comparison.of(first, diverged("one\n", store(0, 1))));
        assertEquals(
                List.of(new OfStep(1), new OfOutput(Stream.STDOUT, 1, 2, "one", "own")),
                Comparison.of(first, diverged("own\n", store(0, 1))));
    }
}
