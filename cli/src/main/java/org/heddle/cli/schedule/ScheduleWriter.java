package org.heddle.cli.schedule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.heddle.cli.program.Recipe;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Step;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.Spurious;
import org.heddle.server.protocol.message.TimeoutsMode;

/** Writes schedule files: lines of a keyword and its value; texts in JSON's quotes; behind # what people read. */
public final class ScheduleWriter {
    static final String HEADER = "heddle-schedule 1";

    private static final int PIECE = 8192; // characters

    private final ObjectMapper json = new ObjectMapper();

    /**
     * Writes the file, whole or not at all.
     *
     * @throws IOException if it cannot be written
     */
    public void write(ScheduleFile schedule, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        // no temporary file of the JDK's, which only its owner could read
        Path unfinished =
                folder.resolve(".heddle-" + ProcessHandle.current().pid() + "-" + file.getFileName() + ".part");
        try {
            try (Writer out = Files.newBufferedWriter(
                    unfinished, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                write(schedule, folder, out);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** The text of a file in that folder: its steps piece by piece, for there may be a million. */
    private void write(ScheduleFile schedule, Path folder, Writer out) throws IOException {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        Recipe recipe = schedule.recipe();
        line(text, "finding", schedule.kind() + " " + schedule.fingerprint());
        line(text, "cause", quoted(schedule.cause()));
        line(text, "message", quoted(schedule.message()));
        all(text, "value", schedule.values());
        schedule.critical().ifPresent(step -> line(text, "critical", Integer.toString(step)));
        line(text, "directory", quoted(path(recipe.directory(), folder)));
        recipe.files()
                .forEach(file ->
                        line(text, recipe.isSource() ? "source" : "program", quoted(path(file, recipe.directory()))));
        all(text, "compile-before", recipe.compilerBefore());
        all(text, "compile-after", recipe.compilerAfter());
        all(text, "argument", recipe.arguments());
        all(text, "peer", recipe.peers());
        if (!recipe.input().isNone()) {
            line(text, "stdin", recipe.input().encoded());
        }
        schedule.around().verify().ifPresent(command -> line(text, "verify", quoted(command)));
        schedule.around()
                .sandbox()
                .ifPresent(copied -> line(text, "sandbox", quoted(path(copied, recipe.directory()))));
        line(text, "sha256", schedule.sha256());
        line(text, "points", schedule.run().points().name());
        if (schedule.visible().timeLimit() > 0) {
            line(text, "time-limit", Long.toString(schedule.visible().timeLimit()));
        }
        for (MemoryRange range : schedule.visible().ranges()) {
            line(text, "visible", "0x%x %d".formatted(range.address(), range.size()));
        }
        if (schedule.run().timeouts() != TimeoutsMode.LAST_RESORT) {
            line(text, "timeouts", schedule.run().timeouts().name());
        }
        if (schedule.run().expiries() != RunOptions.MOST_EXPIRIES) {
            line(text, "expiries", Integer.toString(schedule.run().expiries()));
        }
        if (!schedule.run().spurious().equals(Spurious.NONE)) {
            line(text, "spurious", schedule.run().spurious().toString());
        }
        if (!schedule.run().failures().areNone()) {
            line(text, "failures", schedule.run().failures().toString());
        }
        schedule.run().flags().stream().sorted().forEach(flag -> line(text, flag.option(), flag.value()));
        if (!schedule.run().allowed().isEmpty()) {
            line(text, "allow", MachineChange.list(schedule.run().allowed()));
        }
        if (!schedule.run().request().isNone()) {
            line(text, "send", schedule.run().request().toString());
        }
        int number = 0;
        for (ScheduleFile.Line line : schedule.lines()) {
            step(text, line, number++);
            if (text.length() >= PIECE) {
                out.append(text);
                text.setLength(0);
            }
        }
        out.append(text.append("end\n"));
    }

    /** Relative where one lies in the other, so that the file is of use in another copy of the tree. */
    private static String path(Path path, Path from) {
        boolean near = path.startsWith(from) || from.startsWith(path);
        String relative = near ? from.relativize(path).toString() : path.toString();
        return relative.isEmpty() ? "." : relative;
    }

    /** Without a format: a schedule may have a million steps. */
    private static void step(StringBuilder text, ScheduleFile.Line line, int number) {
        Step step = line.step();
        text.append("step ").append(step.thread()).append(' ');
        if (step.alternative() == Event.NO_ALTERNATIVE) {
            text.append('-');
        } else {
            text.append(step.alternative());
        }
        text.append(' ').append(step.kind());
        text.append(" 0x").append(Long.toHexString(step.object()));
        text.append(" # ").append(number);
        text.append(" | ").append(line.thread());
        text.append(" | ").append(line.operation());
        text.append(" | ").append(line.place()).append('\n');
    }

    private void all(StringBuilder text, String keyword, List<?> values) {
        values.forEach(value -> line(text, keyword, quoted(value.toString())));
    }

    private static void line(StringBuilder text, String keyword, String value) {
        text.append(keyword).append(' ').append(value).append('\n');
    }

    private String quoted(String value) {
        try {
            return json.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a string has a JSON form", impossible);
        }
    }
}
