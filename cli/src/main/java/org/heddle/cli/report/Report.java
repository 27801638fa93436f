package org.heddle.cli.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.heddle.cli.report.cost.Cost;
import org.heddle.cli.report.cost.Restarts;

/**
 * What a check came to, in words.
 *
 * @param program as the user named it
 * @param conclusion the verdict
 * @param complete whether every interleaving was explored, and everything that the program does was seen or vouched for
 * @param preemptionBound up to how many preemptions every interleaving was explored, where not all were
 * @param operationBound of how many of the first operations of each thread, where not of all
 * @param total executions run
 * @param blocked of these, redundant ones
 * @param diverged of these, ones that did not replay
 * @param restarts how they were run, and those for the report
 * @param cost what one of them cost, on average
 * @param seconds of wall time
 * @param claim one sentence: what was proved, or how far it came
 * @param remarks what limits the claim, each one sentence
 * @param stages what the exploration consisted of
 * @param unseen calls whose effects no claim covers
 * @param coverage which orders were seen, if that was asked for
 * @param model of which memory model the claim holds
 * @param findings what was found
 */
public record Report(
        String program,
        Conclusion conclusion,
        boolean complete,
        OptionalLong preemptionBound,
        OptionalLong operationBound,
        long total,
        long blocked,
        long diverged,
        Restarts restarts,
        Cost cost,
        double seconds,
        String claim,
        List<String> remarks,
        List<Stage> stages,
        List<UnseenCall> unseen,
        Optional<Coverage> coverage,
        MemoryModel model,
        List<ReportedFinding> findings) {
    /** A report that was kept by an older version does not say how its executions were run, what they cost, nor what they covered. */
    public Report {
        restarts = restarts == null ? Restarts.NONE : restarts;
        cost = cost == null ? Cost.NONE : cost;
        coverage = coverage == null ? Optional.empty() : coverage;
        model = model == null ? MemoryModel.NONE : model;
    }

    /** The same with other findings, and the verdict that goes with them. */
    public Report withFindings(List<ReportedFinding> others) {
        Conclusion own = !others.isEmpty() || conclusion != Conclusion.BUG
                ? conclusion
                : complete ? Conclusion.CLEAN : Conclusion.INCONCLUSIVE;
        return with(own, remarks, others);
    }

    /** The same with these remarks. */
    public Report withRemarks(List<String> others) {
        return with(conclusion, List.copyOf(others), findings);
    }

    private Report with(Conclusion verdict, List<String> notes, List<ReportedFinding> found) {
        return new Report(
                program,
                verdict,
                complete,
                preemptionBound,
                operationBound,
                total,
                blocked,
                diverged,
                restarts,
                cost,
                seconds,
                claim,
                notes,
                stages,
                unseen,
                coverage,
                model,
                found);
    }

    /** The verdict in a word. */
    public enum Conclusion {
        CLEAN,
        BUG,
        INCONCLUSIVE
    }
}
