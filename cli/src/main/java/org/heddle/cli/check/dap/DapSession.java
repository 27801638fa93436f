package org.heddle.cli.check.dap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.debug.Thread;
import org.eclipse.lsp4j.debug.Variable;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.inspect.Place;
import org.heddle.cli.check.replay.CallStacks;
import org.heddle.cli.check.replay.Moments;
import org.heddle.cli.check.replay.OpenSchedule;
import org.heddle.cli.report.ThreadState;

/** One schedule that an editor has opened. */
final class DapSession implements AutoCloseable {
    private final OpenSchedule open;
    private final Moments moments;
    private final Values values;
    private final ThreadIds ids;
    private final SourcePaths paths;
    private final StepPlaces places;
    private final Frames frames;
    private final Scopes scopes;
    private final DataPoints data;
    private final Journey journey;
    private final Breakpoints breakpoints;

    /** A session that closes the schedule with itself. */
    static DapSession of(OpenSchedule open) throws UserError, InterruptedException {
        try {
            return new DapSession(open);
        } catch (UserError | InterruptedException | RuntimeException failed) {
            open.close();
            throw failed;
        }
    }

    private DapSession(OpenSchedule open) throws UserError, InterruptedException {
        this.open = open;
        moments = open.moments();
        values = new Values(moments);
        ids = new ThreadIds(moments.lines());
        paths = new SourcePaths(open.schedule().recipe().directory());
        CallStacks stacks = moments.callStacks();
        places = new StepPlaces(moments.lines(), stacks, paths);
        frames = new Frames(moments, stacks, paths);
        scopes = new Scopes(open, values);
        data = new DataPoints(moments, values);
        journey = new Journey(open, values, stacks.failure());
        breakpoints = new Breakpoints(moments.lines(), places, data, journey.points());
    }

    OpenSchedule open() {
        return open;
    }

    Journey journey() {
        return journey;
    }

    Breakpoints breakpoints() {
        return breakpoints;
    }

    Frames frames() {
        return frames;
    }

    Scopes scopes() {
        return scopes;
    }

    ThreadIds ids() {
        return ids;
    }

    /** The file that an editor calls by this name. */
    Path file(String name) {
        return paths.of(name);
    }

    /** The lines of a file with steps. */
    List<Integer> linesOf(Path file) {
        return places.linesOf(file);
    }

    /** What the program has printed so far. */
    String output() throws UserError, InterruptedException {
        return moments.at(journey.now()).output();
    }

    /** Those that have not ended, and the one that the finding is about, each with what it does next. */
    List<Thread> threads() throws UserError, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        String shown = journey.stop().thread();
        boolean isThere = false;
        for (ThreadState state : moments.at(journey.now()).threads()) {
            String waits = state.waitsFor().isEmpty() ? "" : "waits for " + state.waitsFor() + ": ";
            threads.add(thread(state.thread(), state.fullName() + ": " + waits + state.next()));
            isThere |= state.thread().equals(shown);
        }
        if (!isThere) {
            threads.add(thread(shown, shown));
        }
        return threads;
    }

    private Thread thread(String label, String name) {
        Thread thread = new Thread();
        thread.setId(ids.of(label));
        thread.setName(name);
        return thread;
    }

    /** What an expression holds in a frame; without one, in that of the thread that is shown. */
    Variable value(Integer frame, String expression) throws UserError, InterruptedException {
        return scopes.show(journey.now(), values.gdb().value(journey.now(), place(frame), expression));
    }

    private Place place(Integer frame) throws UserError {
        return frame == null || frame == 0 ? Place.innermost(journey.stop().thread()) : frames.place(frame);
    }

    /** The id of what data breakpoints are set on. */
    String data(Integer frame, String expression) throws UserError, InterruptedException {
        return data.id(journey.now(), place(frame), expression);
    }

    @Override
    public void close() {
        try (open;
                values) {
            return; // gdb first
        }
    }
}
