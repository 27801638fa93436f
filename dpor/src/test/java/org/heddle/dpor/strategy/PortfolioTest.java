package org.heddle.dpor.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.heddle.dpor.bound.tree.TreeSearch;
import org.heddle.dpor.explore.frontier.Frontier;
import org.heddle.dpor.explore.frontier.Proved;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.optimal.OptimalDpor;
import org.heddle.dpor.testkit.Oracle;
import org.heddle.dpor.testkit.Program;
import org.heddle.dpor.testkit.SimulatedTarget;
import org.junit.jupiter.api.Test;

/** A portfolio proves what its systematic exploration proves, and samples add nothing to that. */
final class PortfolioTest {
    private static final Program PROGRAM =
            Program.times(3, t -> t.read(0).write(0, 1).add(1, 1));

    @Test
    void boundedSearch_provesTheBoundOnly() {
        Proved proved = prove(TreeSearch.preemptionBounded(new Dependence(), 1));
        assertEquals(Proved.upTo(Measure.PREEMPTIONS, 1), proved);
    }

    @Test
    void wholeSearch_provesEverything() {
        assertEquals(Proved.EVERYTHING, prove(new OptimalDpor()));
    }

    private static Proved prove(Frontier systematic) {
        Portfolio portfolio = new Portfolio(
                systematic, List.of(new Sampling(SamplingStrategy.POS, 1), new Sampling(SamplingStrategy.PCT, 1)));
        return Oracle.explore(new SimulatedTarget(PROGRAM, Oracle.MEMORY, 4), portfolio)
                .proved();
    }
}
