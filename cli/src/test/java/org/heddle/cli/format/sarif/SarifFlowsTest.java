package org.heddle.cli.format.sarif;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;
import org.junit.jupiter.api.Test;

/** Which steps of a long interleaving a SARIF report has. */
final class SarifFlowsTest {
    /** Steps of which every tenth has a part in the finding. */
    private static List<TraceLine> steps(int count) {
        return IntStream.range(0, count)
                .mapToObj(step ->
                        new TraceLine(step, "T1", "step", Location.UNKNOWN, false, "", "", step % 10 == 0, false))
                .toList();
    }

    private static List<Integer> kept(int count, int most) {
        return SarifFlows.most(steps(count), most).stream().map(TraceLine::step).toList();
    }

    @Test
    void shortInterleaving_isWhole() {
        assertEquals(IntStream.range(0, 50).boxed().toList(), kept(50, 50));
    }

    @Test
    void longOne_hasTheStepsWithAPartInTheFinding_andTheLastOfTheOthers() {
        assertEquals(List.of(0, 10, 20, 30, 40, 46, 47, 48, 49), kept(50, 9));
    }

    @Test
    void longOneOfWhichTooManySteps_haveAPart_hasTheLastOfThose() {
        assertEquals(List.of(70, 80, 90), kept(100, 3));
    }
}
