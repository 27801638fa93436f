package org.heddle.cli.check.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.OutputFolder;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.program.Program;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.cli.schedule.ScheduleWriter;
import org.heddle.server.worker.BrokenRuntimeException;

/** What is said, and kept, where an invariant of the runtime does not hold. */
public final class BrokenRuntime {
    private static final String KIND = "broken-runtime";

    private BrokenRuntime() {}

    /**
     * Of a check: keeps the execution that led there.
     *
     * @param findings schedules that were kept before
     */
    public static UserError whileChecking(
            BrokenRuntimeException broken, Program program, CheckOptions options, List<Path> findings) {
        Path file = options.telling()
                .output()
                .file("%s.%s.heddle-schedule".formatted(program.recipe().name(), KIND));
        StringBuilder words = new StringBuilder(what(broken))
                .append(
                        "send the program and this command, which takes the same course again. The execution that led there is ");
        try {
            new ScheduleWriter().write(schedule(broken, program, options), file);
            words.append("in ").append(file).append(", for heddle replay");
        } catch (IOException failed) {
            words.append("lost, as ").append(file).append(" cannot be written (");
            words.append(OutputFolder.why(failed)).append(')');
        }
        findings.forEach(found ->
                words.append("; the schedule of what was found before is in ").append(found));
        return new UserError(words.toString(), ExitCodes.INTERNAL);
    }

    /** Of a replay, whose schedule is there already. */
    public static UserError whileReplaying(BrokenRuntimeException broken, Path schedule) {
        return new UserError(what(broken) + "send the program and the schedule " + schedule, ExitCodes.INTERNAL);
    }

    private static String what(BrokenRuntimeException broken) {
        return "an invariant of the runtime does not hold: native-shim/src/" + broken.place() + ": "
                + broken.invariant()
                + ". This is a fault of Heddle, unless the program writes over the runtime's memory: ";
    }

    private static ScheduleFile schedule(BrokenRuntimeException broken, Program program, CheckOptions options)
            throws IOException {
        return new ScheduleFile(
                program.recipe(),
                options.executing().around(),
                program.sha256(),
                options.executing().run(),
                broken.visible(),
                KIND,
                broken.place(),
                KIND,
                broken.invariant() + ", in " + broken.planned(),
                List.of(),
                OptionalInt.empty(),
                broken.steps().stream()
                        .map(step -> new ScheduleFile.Line(
                                step, "T" + step.thread(), step.kind().name(), ""))
                        .toList());
    }
}
