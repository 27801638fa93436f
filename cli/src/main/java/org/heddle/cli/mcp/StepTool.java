package org.heddle.cli.mcp;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.replay.OpenSchedule;
import org.heddle.cli.check.step.StepSession;
import org.heddle.cli.format.text.Paint;
import org.heddle.cli.format.text.Sheet;

/** Goes through schedules, each of which stays where it is from one call to the next. */
final class StepTool implements Tool, AutoCloseable {
    static final String SCHEDULE = "schedule";
    static final String SCHEDULE_IS =
            "the schedule file of a finding (*.heddle-schedule), as check and findings name it";

    private static final String COMMANDS = "commands";
    private static final int MOST_OPEN = 3;
    private static final int WIDTH = 120; // columns

    private final Installation installation;
    private final Map<Path, Open> open = new LinkedHashMap<>();

    /** A schedule, and what its commands print. */
    private record Open(OpenSchedule schedule, StepSession session, StringWriter printed, List<FileTime> times) {}

    StepTool(Installation installation) {
        this.installation = installation;
    }

    @Override
    public String name() {
        return "step";
    }

    @Override
    public String description() {
        return "Goes through the interleaving of a finding, forward and back: the program is run up to any step, as often as"
                + " needed, and always does the same. A schedule stays at its step until the next call. Commands: step [N],"
                + " reverse-step [N], next and reverse-next (same thread), continue and reverse-continue (to breakpoints),"
                + " goto N, break WORD (a thread T1, an object, a kind of step, file.c:41), info threads, info locks, thread T1,"
                + " print EXPRESSION (C, needs gdb), watch EXPRESSION (each change in the whole run), last OBJECT (the last step"
                + " that used it), try T2 (what happens if T2 goes now instead), list, where, output, help, quit.";
    }

    @Override
    public Schema schema() {
        return new Schema(SCHEDULE)
                .text(SCHEDULE, SCHEDULE_IS)
                .words(
                        COMMANDS,
                        "done in this order, such as [\"goto 6\", \"info locks\", \"print counter\"]; where, if left out");
    }

    @Override
    public Result call(ToolArguments arguments, Call call)
            throws UserError, RpcException, IOException, InterruptedException {
        Path file = arguments.path(SCHEDULE, "").toAbsolutePath();
        Open there = opened(file);
        List<String> commands = new ArrayList<>(arguments.words(COMMANDS));
        for (String command : commands.isEmpty() ? List.of("where") : commands) {
            if (call.isCancelled()) {
                break;
            }
            if (!there.session().isDone(command)) {
                close(file);
                break;
            }
        }
        return new Result(taken(there.printed()), false);
    }

    /** The schedule as it was left; anew if it or its program has changed since. */
    private Open opened(Path file) throws UserError, IOException, InterruptedException {
        Open there = open.get(file);
        if (there != null && there.times().equals(times(file, there.schedule()))) {
            return there;
        }
        close(file);
        if (open.size() == MOST_OPEN) {
            close(open.keySet().iterator().next());
        }
        StringWriter printed = new StringWriter();
        PrintWriter out = new PrintWriter(printed, true);
        OpenSchedule schedule = OpenSchedule.of(installation, file, out);
        StepSession session = new StepSession(
                schedule.moments(), schedule.schedule().recipe().directory(), new Sheet(WIDTH, Paint.NONE), out, false);
        out.println(schedule.finding());
        if (!schedule.change().isEmpty()) {
            out.println(schedule.change());
        }
        Open begun = new Open(schedule, session, printed, times(file, schedule));
        open.put(file, begun);
        return begun;
    }

    /** When the files were changed last; of one that is not there any more, no time. */
    private static List<FileTime> times(Path file, OpenSchedule schedule) {
        List<Path> files = new ArrayList<>(schedule.schedule().recipe().files());
        files.add(file);
        List<FileTime> times = new ArrayList<>();
        for (Path one : files) {
            try {
                times.add(Files.getLastModifiedTime(one));
            } catch (IOException missing) {
                times.add(null);
            }
        }
        return times;
    }

    private static String taken(StringWriter printed) {
        String text = printed.toString();
        printed.getBuffer().setLength(0);
        return text;
    }

    private void close(Path file) {
        Open there = open.remove(file);
        if (there != null) {
            there.schedule().close();
        }
    }

    @Override
    public void close() {
        List.copyOf(open.keySet()).forEach(this::close);
    }
}
