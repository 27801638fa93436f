package org.heddle.cli.check.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.launch.BrokenRuntime;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.cli.schedule.ScheduleFile;
import org.heddle.cli.schedule.ScheduleReader;
import org.heddle.server.worker.BrokenRuntimeException;

/** A schedule file with its program, which is ready to be run: to be gone through. */
public final class OpenSchedule implements AutoCloseable {
    private final ScheduleFile schedule;
    private final Program program;
    private final Moments moments;

    private OpenSchedule(ScheduleFile schedule, Program program, Moments moments) {
        this.schedule = schedule;
        this.program = program;
        this.moments = moments;
    }

    /**
     * Reads a schedule, builds its program, and follows it once.
     *
     * @param err is told where a tool for names is missing
     * @throws UserError if it cannot be read, or the program cannot be had, or does not follow it
     * @throws IOException if a file cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public static OpenSchedule of(Installation installation, Path file, PrintWriter err)
            throws UserError, IOException, InterruptedException {
        ScheduleFile schedule = ScheduleReader.read(file);
        Program program = new ProgramBuilder(installation).build(schedule.recipe());
        Moments moments = null;
        try {
            moments = Moments.of(installation, schedule, program, err);
            return new OpenSchedule(schedule, program, moments);
        } catch (BrokenRuntimeException broken) {
            throw BrokenRuntime.whileReplaying(broken, file);
        } finally {
            if (moments == null) {
                program.close();
            }
        }
    }

    /** What the file holds. */
    public ScheduleFile schedule() {
        return schedule;
    }

    /** Its execution. */
    public Moments moments() {
        return moments;
    }

    /** What it shows, in words. */
    public String finding() {
        return schedule.message() + " [" + schedule.cause() + "]";
    }

    /** What had to be changed for a program that is not the one of the schedule any more, in words; empty if it is the same. */
    public String change() {
        return moments.fitted().isEmpty()
                ? ""
                : schedule.recipe().shown() + " has changed since the schedule was written, which was fitted to it: "
                        + moments.fitted();
    }

    @Override
    public void close() {
        try (program;
                moments) {
            return; // the moments first
        }
    }
}
