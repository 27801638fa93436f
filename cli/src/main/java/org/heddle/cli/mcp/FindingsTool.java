package org.heddle.cli.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.cli.base.UserError;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.cli.schedule.ScheduleReader;

/** Lists the findings whose schedules are kept. */
final class FindingsTool implements Tool {
    private static final String FOLDER = "folder";

    @Override
    public String name() {
        return "findings";
    }

    @Override
    public String description() {
        return "Lists the findings of earlier checks whose schedules are kept: the schedule's file, what it shows, and of which"
                + " program.";
    }

    @Override
    public Schema schema() {
        return new Schema().text(FOLDER, "where schedules are (" + CheckTool.FOLDER + " if left out)");
    }

    @Override
    public Result call(ToolArguments arguments, Call call) throws UserError, RpcException, IOException {
        Path folder = arguments.path(FOLDER, CheckTool.FOLDER);
        if (!Files.isDirectory(folder)) {
            throw new UserError("there is no folder " + folder + ": check a program first, or name another folder");
        }
        List<String> told = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".heddle-schedule"))
                    .sorted()
                    .toList()) {
                told.add(tell(file));
            }
        }
        return new Result(told.isEmpty() ? "No findings are kept in " + folder : String.join("\n", told), false);
    }

    private static String tell(Path file) {
        try {
            ScheduleFile schedule = ScheduleReader.read(file);
            return file + ": " + schedule.message() + " [" + schedule.cause() + "] in "
                    + schedule.recipe().shown() + ", " + schedule.lines().size() + " steps";
        } catch (UserError unreadable) {
            return file + ": cannot be read: " + unreadable.getMessage();
        }
    }
}
