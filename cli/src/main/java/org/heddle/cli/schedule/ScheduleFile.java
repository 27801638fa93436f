package org.heddle.cli.schedule;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.heddle.cli.program.Around;
import org.heddle.cli.program.Recipe;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.server.protocol.message.RunOptions;

/**
 * What a schedule file holds: how to come by the program, and the interleaving to run.
 *
 * @param recipe how to come by the program
 * @param around what is done before and after an execution
 * @param sha256 of the executable that was run
 * @param run what the runtime let happen, and looked for
 * @param visible the memory whose plain accesses are steps, where not all are
 * @param kind of the finding
 * @param cause of the finding
 * @param fingerprint of the finding
 * @param message of the finding
 * @param values what the parts of an assertion that fails held, a sentence each
 * @param critical the first step behind the critical switch, where there is one
 * @param lines the steps
 */
public record ScheduleFile(
        Recipe recipe,
        Around around,
        String sha256,
        RunOptions run,
        VisibleMemory visible,
        String kind,
        String cause,
        String fingerprint,
        String message,
        List<String> values,
        OptionalInt critical,
        List<Line> lines) {

    /**
     * A step with the words that a reader sees.
     *
     * @param step what is run
     * @param thread label of the thread
     * @param operation in words
     * @param place file and line, or empty
     */
    public record Line(Step step, String thread, String operation, String place) {}

    /** The same where each execution gets a fresh copy of this folder to run in. */
    public ScheduleFile inCopiesOf(Path folder) {
        Around other = new Around(around.verify(), Optional.of(folder));
        return new ScheduleFile(
                recipe, other, sha256, run, visible, kind, cause, fingerprint, message, values, critical, lines);
    }

    /** The steps alone. */
    public List<Step> steps() {
        return lines.stream().map(Line::step).toList();
    }
}
