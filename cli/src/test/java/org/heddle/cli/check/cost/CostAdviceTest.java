package org.heddle.cli.check.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.heddle.cli.report.cost.Cost;
import org.heddle.server.protocol.Spent;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.restart.RestartCounts;
import org.junit.jupiter.api.Test;

/** Each advice is given where the check has shown that it would help, and nowhere else. */
final class CostAdviceTest {
    private static final long SECOND = 1_000_000_000;
    private static final Circumstances USUAL = new Circumstances(PointsMode.AUTO, false, 2, 2, Optional.empty());

    /** A hundred executions in ten seconds, with two workers. */
    private static Effort effort(long forked, long fromCheckpoints, Spent spent, long taking) {
        RestartCounts.Events events = new RestartCounts.Events(1000 - fromCheckpoints, fromCheckpoints);
        return new Effort(
                new TimedRunner.Times(10 * SECOND, SECOND / 100, taking, 16),
                new RestartCounts.Snapshot(100 - forked, forked, 5, Map.of(), -1, events, spent),
                OptionalLong.of(taking));
    }

    private static Effort inProgram(long accesses, double program, double alone, double around) {
        return effort(
                0,
                0,
                new Spent(accesses, (long) (program * SECOND), (long) (alone * SECOND), (long) (around * SECOND)),
                9 * SECOND);
    }

    private static String advice(Effort effort, Circumstances circumstances) {
        return String.join("; ", CostAdvice.of(effort, circumstances).advice());
    }

    private static Circumstances with(PointsMode points, boolean hasBegin, int workers, int cores) {
        return new Circumstances(points, hasBegin, workers, cores, Optional.empty());
    }

    @Test
    void whatIsToldIsTheAverage() {
        Cost cost = effort(0, 500, new Spent(4_000, 15 * SECOND, 2 * SECOND, SECOND), 8 * SECOND)
                .cost();
        assertEquals(100, cost.executions());
        assertEquals(10, cost.operations());
        assertEquals(40, cost.accesses());
        assertEquals(new Cost.Micros(150_000, 20_000, 10_100, 19_900), cost.micros());
        assertEquals(1.6, cost.atOnce());
        assertEquals(10, cost.seconds());
    }

    @Test
    void accesses_areNamedWhereTheyAreMostOfIt() {
        Effort many = inProgram(SECOND, 19, 0, 0.1); // 19 ns for each
        assertTrue(advice(many, USUAL).contains("--points=sync"), advice(many, USUAL));
        assertEquals("", advice(many, with(PointsMode.SYNC, false, 2, 2)));
        assertEquals("", advice(inProgram(SECOND / 10, 19, 0, 0.1), USUAL), "the program does something else");
        Spent few = new Spent(SECOND / 10, 2 * SECOND, 0, 0);
        assertEquals("", advice(effort(0, 0, few, 2 * SECOND), USUAL), "most of it is analysis");
        assertEquals("", advice(inProgram(SECOND, 5, 0, 6), USUAL), "most of it is done around the program");
    }

    @Test
    void beginning_isNamedWhereItTakesLongAndNothingSparesIt() {
        Effort repeats = inProgram(0, 19, 15, 0.1);
        assertTrue(advice(repeats, USUAL).contains("--begin"), advice(repeats, USUAL));
        assertTrue(advice(repeats, USUAL).contains("150 ms"), advice(repeats, USUAL));
        assertEquals("", advice(repeats, with(PointsMode.AUTO, true, 2, 2)), "it has said where to begin");
        assertEquals("", advice(inProgram(0, 19, 5, 0.1), USUAL), "most of it comes later");
        Effort spared = effort(0, 500, new Spent(0, 19 * SECOND, 15 * SECOND, 0), 9 * SECOND);
        assertEquals("", advice(spared, USUAL), "there are checkpoints");
        Circumstances forks = new Circumstances(PointsMode.AUTO, false, 2, 2, Optional.of("of --leaks"));
        String why = advice(effort(90, 0, new Spent(0, 19 * SECOND, 15 * SECOND, 0), 9 * SECOND), forks);
        assertTrue(why.contains("no checkpoints, because of --leaks") && !why.contains("--begin"), why);
    }

    @Test
    void forks_areNamedWithTheirReason() {
        Circumstances forks = new Circumstances(PointsMode.AUTO, false, 2, 2, Optional.of("of --sandbox"));
        Spent around = new Spent(0, 5 * SECOND, 0, 14 * SECOND);
        assertEquals("most of it are forks, because of --sandbox", advice(effort(90, 0, around, 9 * SECOND), forks));
        assertEquals("", advice(effort(10, 0, around, 9 * SECOND), forks), "few are forked");
        assertEquals("", advice(effort(90, 0, new Spent(0, 19 * SECOND, 0, SECOND), 9 * SECOND), forks));
    }

    @Test
    void workers_areNamedWhereAllAreBusyAndThereIsMoreForThem() {
        Effort busy = inProgram(0, 19, 0, 0.5);
        assertEquals("-j 8 uses all cores", advice(busy, with(PointsMode.AUTO, false, 2, 8)));
        assertEquals("", advice(busy, with(PointsMode.AUTO, false, 8, 8)));
        assertEquals("", advice(inProgram(0, 9, 0, 0.5), with(PointsMode.AUTO, false, 2, 8)), "half of them wait");
    }

    @Test
    void aShortCheck_getsNoAdvice() {
        Effort effort = new Effort(
                new TimedRunner.Times(SECOND / 2, 0, SECOND / 2, 8),
                new RestartCounts.Snapshot(
                        10, 0, 0, Map.of(), -1, RestartCounts.Events.NONE, new Spent(SECOND, SECOND / 2, 0, 0)),
                OptionalLong.empty());
        assertEquals(List.of(), CostAdvice.of(effort, USUAL).advice());
        assertEquals(Cost.NONE, CostAdvice.of(nothing(), USUAL), "and one without executions has no cost");
    }

    private static Effort nothing() {
        return new Effort(new TimedRunner.Times(SECOND, 0, 0, 0), new RestartCounts().snapshot(), OptionalLong.of(0));
    }
}
