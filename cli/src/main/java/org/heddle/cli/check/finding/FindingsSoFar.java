package org.heddle.cli.check.finding;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.program.Around;
import org.heddle.cli.program.HeddleTests;
import org.heddle.cli.program.Recipe;
import org.heddle.cli.report.HeldValue;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Switch;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.cli.schedule.ScheduleWriter;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.model.Step;
import org.heddle.server.protocol.message.RunOptions;

/**
 * Writes each finding's schedule at once, so that nothing that happens later loses it; at the end once more, with words. Safe
 * for use by several threads.
 */
public final class FindingsSoFar {
    private final Recipe recipe;
    private final Around around;
    private final String sha256;
    private final RunOptions run;
    private final OutputFolder output;
    private final PrintWriter err;
    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, String> unwritten =
            new LinkedHashMap<>(); // what was found, in words, where there is no schedule
    private final Map<String, Integer> found = new HashMap<>();
    private final Map<String, Integer> reported = new HashMap<>();
    private boolean complained;
    private boolean frozen;

    public FindingsSoFar(Recipe recipe, String sha256, CheckOptions options, PrintWriter err) {
        this.recipe = recipe;
        this.sha256 = sha256;
        around = options.executing().around();
        run = options.executing().run();
        output = options.telling().output();
        this.err = err;
    }

    public synchronized void found(Finding finding) {
        if (files.isEmpty()) {
            AddressResolver.warmUp();
        }
        if (!finding.hasSchedule()) {
            unwritten.put(finding.fingerprint(), finding.message().toString());
            return;
        }
        Path file = next(found, finding.kind());
        files.put(finding.fingerprint(), file);
        write(
                new ScheduleFile(
                        recipe,
                        around,
                        sha256,
                        run,
                        finding.visible(),
                        finding.kind().ruleId(),
                        finding.cause(),
                        finding.fingerprint(),
                        finding.message().toString(),
                        List.of(),
                        OptionalInt.empty(),
                        new Lines(finding.schedule(), FindingsSoFar::line)),
                file);
    }

    private static OptionalInt critical(ReportedFinding words) {
        return words.schedule()
                .critical()
                .map(Switch::step)
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    /** The file of the next finding of a kind. */
    private Path next(Map<String, Integer> numbers, Kind kind) {
        int number = numbers.merge(kind.ruleId(), 1, Integer::sum);
        return output.file("%s.%s.%d.heddle-schedule".formatted(HeddleTests.nameOf(recipe), kind.ruleId(), number));
    }

    /** The finding is not to be reported: removes its schedule. */
    public synchronized void discard(Finding finding) {
        unwritten.remove(finding.fingerprint());
        Path file = files.remove(finding.fingerprint());
        if (file != null) {
            remove(file);
        }
    }

    private void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException kept) {
            err.println("heddle: cannot remove " + file + ", a schedule that is not needed any more ("
                    + OutputFolder.why(kept) + ")");
        }
    }

    /** All begins anew: removes every schedule. */
    public synchronized void discardAll() {
        files.values().forEach(this::remove);
        files.clear();
        unwritten.clear();
    }

    /**
     * Writes the schedule of a finding that has been put into words; returns the finding with its path. Findings come in the order of
     * the report, and are numbered in this order.
     */
    synchronized ReportedFinding write(Finding finding, ReportedFinding words) {
        if (!finding.hasSchedule()) {
            return words;
        }
        Path file = next(reported, finding.kind());
        Path before = files.put(finding.fingerprint(), file);
        List<TraceLine> rows = words.trace();
        boolean written = write(
                new ScheduleFile(
                        recipe,
                        around,
                        sha256,
                        run,
                        finding.visible(),
                        words.kind(),
                        finding.cause(),
                        words.fingerprint(),
                        words.message(),
                        words.values().stream().map(HeldValue::sentence).toList(),
                        critical(words),
                        new Lines(
                                finding.schedule(),
                                (step, i) -> i < rows.size() ? line(step, rows.get(i)) : line(step, i))),
                file);
        if (written && before != null && !before.equals(file)) {
            remove(before);
        }
        return words.withSchedule(written ? file.toString() : "");
    }

    private static ScheduleFile.Line line(Step step, TraceLine row) {
        return new ScheduleFile.Line(step, row.thread(), row.operation(), row.site());
    }

    private static ScheduleFile.Line line(Step step, int number) {
        return new ScheduleFile.Line(step, "T" + step.thread(), step.kind().name(), "");
    }

    /** How a step is written. */
    private interface Words {
        ScheduleFile.Line of(Step step, int number);
    }

    /** The lines of a schedule, each made when it is written: there may be a million of them. */
    private static final class Lines extends AbstractList<ScheduleFile.Line> {
        private final List<Step> steps;
        private final Words words;

        Lines(List<Step> steps, Words words) {
            this.steps = steps;
            this.words = words;
        }

        @Override
        public ScheduleFile.Line get(int number) {
            return words.of(steps.get(number), number);
        }

        @Override
        public int size() {
            return steps.size();
        }
    }

    private boolean write(ScheduleFile schedule, Path file) {
        if (frozen) {
            return false;
        }
        try {
            new ScheduleWriter().write(schedule, file);
            return true;
        } catch (IOException failed) {
            if (!complained) {
                err.println("heddle: cannot write the schedule " + file + " (" + OutputFolder.why(failed)
                        + "): make room or name another folder with -o; the report itself is complete");
                complained = true;
            }
            return false;
        }
    }

    /** Writes nothing more; what is being written is finished first. */
    public synchronized void freeze() {
        frozen = true;
    }

    /** Whether nothing was found so far. */
    public synchronized boolean isEmpty() {
        return files.isEmpty() && unwritten.isEmpty();
    }

    /** What was found of which there is no schedule, in words. */
    public synchronized List<String> unwritten() {
        return List.copyOf(unwritten.values());
    }

    /** The schedules written so far. */
    public synchronized List<Path> files() {
        return List.copyOf(files.values());
    }
}
