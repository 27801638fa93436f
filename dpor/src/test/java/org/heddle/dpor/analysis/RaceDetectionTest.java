package org.heddle.dpor.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.heddle.dpor.analysis.trace.TraceEnd;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.RandomProgram;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the analysis keeps of the trace before makes no difference to the next. */
final class RaceDetectionTest {
    private static final int PROGRAMS = 40;
    private static final int MOST_EXECUTIONS = 60;

    private static Stream<Arguments> families() {
        return Stream.of(
                family("any", RandomProgram::ofAnyKind),
                family("timers", RandomProgram::withTimers),
                family("sections", RandomProgram::withSections),
                family("exits", RandomProgram::exiting),
                family("spins", RandomProgram::spinning));
    }

    private static Arguments family(String name, LongFunction<RandomProgram> ofSeed) {
        return Arguments.of(Named.of(name, ofSeed));
    }

    @ParameterizedTest
    @MethodSource("families")
    void traceAfterOthers_isAnalysedAsOneByItself(LongFunction<RandomProgram> ofSeed) {
        RaceDetection used = new RaceDetection(new Dependence());
        Random random = new Random(1);
        long shared = 0;
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            List<Execution> executions = executions(ofSeed.apply(seed));
            for (Execution execution : executions) {
                boolean isBack = random.nextInt(8) == 0; // to a trace that came long before, or is the same again
                Execution next = isBack ? executions.get(random.nextInt(executions.size())) : execution;
                RaceDetection fresh = new RaceDetection(new Dependence());
                assertEquals(analysed(fresh, next), analysed(used, next), "seed " + seed);
                shared += used.trace().shared();
            }
        }
        assertTrue(shared > 1_000, "only " + shared + " events were shared");
    }

    /** A section conflicts with something of each thread, and is compared with what came last alone. */
    @Test
    @Timeout(60)
    void sectionsOfManyThreads_takeNoLongerThanTheirClocks() {
        int threads = 8_000;
        List<Event> events = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            for (OperationKind kind : List.of(OperationKind.SECTION_BEGIN, OperationKind.SECTION_END)) {
                events.add(new Event(thread, Operation.of(kind, 0), Event.NO_ALTERNATIVE, 0, 0));
            }
        }
        RaceDetection races = new RaceDetection(new Dependence());
        races.order(events.toArray(new Event[0]), events.size(), TraceEnd.UNKNOWN);
        assertEquals(threads - 1, races.raceCount());
        for (int race = 0; race < races.raceCount(); race++) {
            assertEquals(2 * race, races.first(race));
            assertEquals(2 * race + 2, races.second(race));
        }
    }

    private static List<Execution> executions(RandomProgram program) {
        List<Execution> executions = new ArrayList<>();
        SimulatedTarget target = new SimulatedTarget(program.compile(), Oracle.MEMORY, 1);
        Oracle.explore(target, new OptimalDpor(), MOST_EXECUTIONS, executions::add);
        return executions;
    }

    /** All that an analysis tells: races, alternatives, and which events happen before which. */
    private static String analysed(RaceDetection races, Execution execution) {
        Event[] events = execution.events().toArray(new Event[0]);
        races.analyse(events, events.length, TraceEnd.of(execution));
        StringBuilder told = new StringBuilder();
        for (int race = 0; race < races.raceCount(); race++) {
            told.append(races.first(race))
                    .append('-')
                    .append(races.second(race))
                    .append(' ');
        }
        for (int n = 0; n < races.alternatives().count(); n++) {
            Event event = races.alternatives().event(n);
            told.append(races.alternatives().row(n)).append(event).append(' ');
        }
        for (int a = 0; a < races.trace().rows(); a++) {
            for (int b = a; b < races.trace().rows(); b++) {
                told.append(races.trace().happensBefore(a, b) ? '<' : '|');
            }
        }
        return told.append(races.valuesContradict()).toString();
    }
}
