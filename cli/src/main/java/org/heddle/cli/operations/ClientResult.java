package org.heddle.cli.operations;

import org.heddle.cli.report.Report;
import org.heddle.cli.suite.EntryOutcome;
import org.heddle.dpor.explore.restart.SerialFirst;

/**
 * What the check of a client came to.
 *
 * @param client that was checked, or was to be
 * @param outcome of its check
 */
record ClientResult(Client client, EntryOutcome outcome) {
    /** It in a word. */
    enum Word {
        /** Every interleaving was explored, and the results of its operations were compared with what is right. */
        PROVED,
        /** Nothing was found, and it is not proved. */
        UNDECIDED,
        FAILED,
        /** It could not be checked. */
        ERROR,
        NOT_RUN
    }

    Word word() {
        if (outcome.isNotRun()) {
            return Word.NOT_RUN;
        }
        if (outcome.isError()) {
            return Word.ERROR;
        }
        Report report = outcome.report().orElseThrow();
        if (report.conclusion() == Report.Conclusion.BUG) {
            return Word.FAILED;
        }
        return report.complete() && isCompared(report) ? Word.PROVED : Word.UNDECIDED;
    }

    private static boolean isCompared(Report report) {
        return report.remarks().stream().anyMatch(remark -> remark.contains(SerialFirst.COMPARED));
    }

    /** Why it is undecided. */
    String why() {
        Report report = outcome.report().orElseThrow();
        return report.complete() || report.remarks().isEmpty()
                ? String.join("; ", report.remarks())
                : report.claim() + (isCompared(report) ? "" : "; " + String.join("; ", report.remarks()));
    }

    /** What was found first. */
    String title() {
        return outcome.report().orElseThrow().findings().get(0).title();
    }
}
