package org.heddle.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.check.options.CheckRequest;
import org.heddle.cli.report.MemoryModel;
import org.heddle.cli.report.Report;
import org.heddle.cli.report.Report.Conclusion;
import org.heddle.cli.report.cost.Cost;
import org.heddle.cli.report.cost.Restarts;
import org.junit.jupiter.api.Test;

/** Which exit code goes with a report. */
final class CheckRequestTest {
    private static int exitCode(Conclusion conclusion, long executions, boolean complete, boolean requireComplete) {
        Report report = new Report(
                "a.c",
                conclusion,
                complete,
                OptionalLong.empty(),
                OptionalLong.empty(),
                executions,
                0,
                0,
                Restarts.NONE,
                Cost.NONE,
                0.1,
                "",
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                MemoryModel.NONE,
                List.of());
        return new CheckRequest(null, null, requireComplete, 7).exitCode(report);
    }

    @Test
    void whereNothingWasRun_nothingIsClean() {
        assertEquals(ExitCodes.INCOMPLETE, exitCode(Conclusion.INCONCLUSIVE, 0, false, false));
        assertEquals(ExitCodes.INCOMPLETE, exitCode(Conclusion.CLEAN, 0, true, false));
    }

    @Test
    void whatIsNotComplete_isAFailureOnlyWhereThatIsAsked() {
        assertEquals(ExitCodes.CLEAN, exitCode(Conclusion.INCONCLUSIVE, 1, false, false));
        assertEquals(ExitCodes.INCOMPLETE, exitCode(Conclusion.INCONCLUSIVE, 1, false, true));
        assertEquals(ExitCodes.CLEAN, exitCode(Conclusion.CLEAN, 1, true, true));
    }

    @Test
    void aFinding_hasTheExitCodeThatIsAskedFor() {
        assertEquals(7, exitCode(Conclusion.BUG, 1, false, true));
    }
}
