package org.heddle.cli.check.finding;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.explore.Verdict;
import org.heddle.dpor.model.execution.Note;

/** Programs of which a check, once it has run them, can say nothing. */
public final class Refusals {
    private Refusals() {}

    /**
     * A program that makes a call that is not modelled, if nothing was found before.
     *
     * @throws UserError if it is such a one
     */
    public static void ofUnmodelled(Program program, Verdict verdict, AddressNames names) throws UserError {
        if (!verdict.findings().isEmpty()) {
            return;
        }
        for (Note note : verdict.notes()) {
            if (note.kind() == Note.Kind.UNMODELLED_CALL) {
                String place = names.location(note.site()).brief();
                throw new UserError(program.recipe().shown() + " calls " + note.text()
                        + (place.isEmpty() ? "" : " at " + place)
                        + (note.text().contains("heddle_")
                                ? ", so nothing can be said of what follows: mend the test"
                                : ", which Heddle does not model, so nothing can be said of what follows: leave the call"
                                        + " out of what is checked"));
            }
        }
    }

    /**
     * A program of one thread that tells how it is used and fails: it has no bug, but was used wrongly.
     *
     * @throws UserError if it is such a one; what was kept of the finding is removed
     */
    public static void ofUsage(Program program, List<ReportedFinding> words, FindingsSoFar findings) throws UserError {
        if (words.size() != 1 || !words.get(0).cause().startsWith("status-")) {
            return;
        }
        Optional<String> usage = words.get(0)
                .output()
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).contains("usage"))
                .findFirst();
        if (usage.isPresent() && words.get(0).kind().equals(Kind.EXIT_CODE.ruleId())) {
            findings.discardAll();
            String name = program.recipe().shown();
            throw new UserError(name
                    + " made no thread, told its usage and failed: give it its arguments after --, as in: heddle check "
                    + name + " -- ARGUMENTS; it said: " + usage.get().strip());
        }
    }
}
