package org.heddle.cli.check.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Printable;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.ReportedFinding.Watched;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.schedule.ScheduleFile;

/**
 * An expression of C whose value is shown where it changes.
 *
 * @param thread label of the thread in whose innermost frame it is evaluated; empty for that of the last step
 * @param expression the expression
 */
public record Watch(String thread, String expression) {
    private static final Pattern OF_THREAD = Pattern.compile("(main|T\\d+(?:\\.\\d+)*):\\s*(.*)");

    /**
     * One as it is written on a command line: {@code counter}, or {@code T1:i} for what T1 calls i.
     *
     * @throws UserError if there is no expression
     */
    public static Watch of(String text) throws UserError {
        Matcher matcher = OF_THREAD.matcher(text.strip());
        Watch watch = matcher.matches() ? new Watch(matcher.group(1), matcher.group(2)) : new Watch("", text.strip());
        if (watch.expression.isEmpty()) {
            throw new UserError("--watch needs an expression of C, such as counter, or T1:i for what T1 calls i");
        }
        return watch;
    }

    /**
     * Those of a command line.
     *
     * @throws UserError if one has no expression, or there is no gdb
     * @throws InterruptedException if the thread is interrupted
     */
    public static List<Watch> of(List<String> texts) throws UserError, InterruptedException {
        List<Watch> watches = new ArrayList<>();
        for (String text : texts) {
            watches.add(of(text));
        }
        if (!watches.isEmpty()) {
            Gdb.require("leave --watch out");
        }
        return watches;
    }

    /**
     * Follows the schedule, and tells each change of the values of some expressions.
     *
     * @param err is told where a tool for names is missing
     * @return lines, those of one expression after those of another; none where the program does not follow the schedule
     * @throws UserError if the program cannot be started, or one cannot be evaluated
     * @throws IOException if the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    public static List<String> changes(
            List<Watch> watches, Installation installation, ScheduleFile schedule, Program program, PrintWriter err)
            throws UserError, IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        if (watches.isEmpty()) {
            return lines;
        }
        try (Moments moments = Moments.of(installation, schedule, program, err)) {
            for (Watch watch : watches) {
                lines.addAll(watch.changes(moments));
            }
        } catch (UserError failed) {
            if (failed.exitCode() != ExitCodes.DIVERGED) {
                throw failed;
            }
        }
        return lines;
    }

    private List<String> changes(Moments moments) throws UserError, IOException, InterruptedException {
        return lines(values(moments), moments.lines());
    }

    /**
     * From which step on the expression holds another value than before.
     *
     * @param moments of the schedule
     * @throws UserError if it cannot be evaluated
     * @throws IOException if the program cannot be run
     * @throws InterruptedException if the thread is interrupted
     */
    public List<Watched> values(Moments moments) throws UserError, IOException, InterruptedException {
        List<TraceLine> steps = moments.lines();
        String last = steps.isEmpty() ? "main" : steps.get(steps.size() - 1).thread();
        try {
            return changed(expression, moments.values(thread.isEmpty() ? last : thread, expression), steps);
        } catch (UserError wrong) {
            throw new UserError("--watch " + expression + ": " + wrong.getMessage() + " (name what "
                    + (thread.isEmpty() ? last : thread)
                    + " can see where it stands, or another thread's, as in --watch T1:i)");
        }
    }

    /**
     * Where the value of an expression is another one than a step before; the step that changed it is the one before that moment.
     *
     * @param values by moment
     * @param steps of the schedule
     * @return a line for each, the first for the start
     */
    public static List<String> changes(String expression, Map<Integer, String> values, List<TraceLine> steps) {
        return lines(changed(expression, values, steps), steps);
    }

    private static List<Watched> changed(String expression, Map<Integer, String> values, List<TraceLine> steps) {
        List<Watched> changed = new ArrayList<>();
        String before = null;
        for (Map.Entry<Integer, String> entry : values.entrySet()) {
            if (!entry.getValue().equals(before)) {
                int step = entry.getKey() - 1;
                String by = step < 0 ? "" : steps.get(step).thread();
                changed.add(new Watched(expression, by, step, entry.getValue()));
                before = entry.getValue();
            }
        }
        return changed;
    }

    private static List<String> lines(List<Watched> changed, List<TraceLine> steps) {
        return changed.stream()
                .map(value -> Printable.of(value.sentence()
                        + (value.step() == Watched.AT_START
                                ? " at the start"
                                : " after step " + value.step() + ", "
                                        + steps.get(value.step()).sentence())))
                .toList();
    }
}
