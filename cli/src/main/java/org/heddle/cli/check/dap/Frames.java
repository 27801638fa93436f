package org.heddle.cli.check.dap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.StackFrame;
import org.eclipse.lsp4j.debug.StackFramePresentationHint;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.inspect.Place;
import org.heddle.cli.check.replay.CallStacks;
import org.heddle.cli.check.replay.Failure;
import org.heddle.cli.check.replay.Moments;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.OwnLines;

/** The frames of threads, and the numbers that they were shown with at one moment. */
final class Frames {
    private final Moments moments;
    private final CallStacks stacks;
    private final SourcePaths paths;
    private final Map<Integer, Place> shown = new HashMap<>();
    private int lastId;

    Frames(Moments moments, CallStacks stacks, SourcePaths paths) {
        this.moments = moments;
        this.stacks = stacks;
        this.paths = paths;
    }

    /** Forgets the frames of an earlier moment. */
    void clear() {
        shown.clear();
    }

    /** The frames of a thread, the innermost first. */
    List<StackFrame> of(int moment, String thread) throws UserError, InterruptedException {
        List<StackFrame> frames = new ArrayList<>();
        Map<String, Integer> times = new HashMap<>();
        for (Location call : calls(moment, thread)) {
            int nth = times.merge(call.function(), 1, Integer::sum) - 1;
            shown.put(++lastId, new Place(thread, call.function(), nth));
            frames.add(frame(lastId, call));
        }
        return frames;
    }

    /** The calls of a thread; where they are not known, as of one that has not begun, the place of what it does next. */
    private List<Location> calls(int moment, String thread) throws UserError, InterruptedException {
        Optional<Failure> failure = stacks.failure()
                .filter(there -> there.moment() == moment && there.thread().equals(thread));
        List<Location> calls = failure.map(Failure::calls).orElse(List.of());
        calls = calls.isEmpty() ? stacks.at(moment, thread) : calls;
        if (!calls.isEmpty()) {
            return calls;
        }
        for (ThreadState state : moments.at(moment).threads()) {
            if (state.thread().equals(thread)) {
                Location place = state.location();
                return List.of(new Location(place.file(), place.line(), place.column(), state.name(), ""));
            }
        }
        return moments.lines().stream()
                .filter(line -> line.thread().equals(thread) && line.location().line() > 0)
                .map(TraceLine::location)
                .reduce((earlier, later) -> later)
                .stream()
                .toList();
    }

    private StackFrame frame(int id, Location call) {
        StackFrame frame = new StackFrame();
        frame.setId(id);
        frame.setName(call.function().isEmpty() ? "?" : call.function());
        frame.setLine(call.line());
        frame.setColumn(call.column());
        Optional<Path> file = paths.of(call);
        if (file.isPresent()) {
            Source source = new Source();
            source.setName(file.get().getFileName().toString());
            source.setPath(file.get().toString());
            frame.setSource(source);
        }
        if (OwnLines.isForeign(call)) {
            frame.setPresentationHint(StackFramePresentationHint.SUBTLE);
        }
        return frame;
    }

    /**
     * A frame that is shown.
     *
     * @throws UserError if there is none with this number
     */
    Place place(int id) throws UserError {
        Place place = shown.get(id);
        if (place == null) {
            throw new UserError("this frame is of another moment: ask for the stack again");
        }
        return place;
    }
}
