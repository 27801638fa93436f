package org.heddle.cli.check.dap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.debug.Breakpoint;
import org.eclipse.lsp4j.debug.DataBreakpoint;
import org.eclipse.lsp4j.debug.DataBreakpointAccessType;
import org.eclipse.lsp4j.debug.FunctionBreakpoint;
import org.eclipse.lsp4j.debug.SourceBreakpoint;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.step.StepWord;
import org.heddle.cli.report.TraceLine;

/** Makes stop points of an editor's breakpoints, and says of each how many steps it stops at. */
final class Breakpoints {
    private static final String FUNCTIONS = "functions";
    private static final String DATA = "data";

    private final List<TraceLine> lines;
    private final StepPlaces places;
    private final DataPoints data;
    private final StopPoints points;

    Breakpoints(List<TraceLine> lines, StepPlaces places, DataPoints data, StopPoints points) {
        this.lines = lines;
        this.places = places;
        this.data = data;
        this.points = points;
    }

    /** Those of a file. */
    List<Breakpoint> ofLines(Path file, List<SourceBreakpoint> asked) {
        List<Breakpoint> answers = new ArrayList<>();
        List<StopPoint> set = new ArrayList<>();
        for (SourceBreakpoint one : asked) {
            Set<Integer> steps = places.stepsAt(file, one.getLine());
            StopPoint point = point("breakpoint", steps, one.getCondition(), "");
            set.add(point);
            Breakpoint answer = answer(point, noStepOn(file, one.getLine()));
            answer.setLine(one.getLine());
            answers.add(answer);
        }
        points.set("lines " + file, set);
        return answers;
    }

    private String noStepOn(Path file, int line) {
        List<Integer> there = places.linesOf(file);
        Optional<Integer> before = there.stream().filter(one -> one < line).reduce((first, second) -> second);
        Optional<Integer> behind = there.stream().filter(one -> one > line).findFirst();
        String near = List.of(before, behind).stream()
                .flatMap(Optional::stream)
                .map(String::valueOf)
                .collect(Collectors.joining(" and "));
        return near.isEmpty()
                ? "no step of this schedule is in this file"
                : "no step of this schedule is on this line; the nearest with one: " + near;
    }

    /** By the name of a function, or by a thread, an object or a kind of step, as in {@code heddle step}. */
    List<Breakpoint> ofFunctions(List<FunctionBreakpoint> asked) {
        List<Breakpoint> answers = new ArrayList<>();
        List<StopPoint> set = new ArrayList<>();
        for (FunctionBreakpoint one : asked) {
            Set<Integer> steps = new TreeSet<>(places.stepsIn(one.getName()));
            for (TraceLine line : lines) {
                if (StepWord.matches(line, one.getName())) {
                    steps.add(line.step());
                }
            }
            StopPoint point = point("function breakpoint", steps, one.getCondition(), one.getName());
            set.add(point);
            answers.add(answer(
                    point,
                    "no step of this schedule is in a function, by a thread, on an object or of a kind of this name"));
        }
        points.set(FUNCTIONS, set);
        return answers;
    }

    /** On data, by ids of {@link DataPoints}. */
    List<Breakpoint> ofData(List<DataBreakpoint> asked) throws IOException, InterruptedException {
        List<Breakpoint> answers = new ArrayList<>();
        List<StopPoint> set = new ArrayList<>();
        for (DataBreakpoint one : asked) {
            DataBreakpointAccessType access = one.getAccessType();
            boolean reads = access == DataBreakpointAccessType.READ || access == DataBreakpointAccessType.READ_WRITE;
            String problem = "no step of this schedule does so";
            Set<Integer> steps = Set.of();
            String name = one.getDataId();
            try {
                name = DataPoints.name(name);
                steps = data.steps(one.getDataId(), reads, access != DataBreakpointAccessType.READ);
            } catch (UserError unknown) {
                problem = unknown.getMessage();
            }
            StopPoint point = point("data breakpoint", steps, one.getCondition(), name);
            set.add(point);
            answers.add(answer(point, problem));
        }
        points.set(DATA, set);
        return answers;
    }

    private StopPoint point(String reason, Set<Integer> steps, String condition, String what) {
        return new StopPoint(points.nextId(), reason, steps, condition == null ? "" : condition.strip(), what);
    }

    private static Breakpoint answer(StopPoint point, String ifNone) {
        Breakpoint answer = new Breakpoint();
        int count = point.steps().size();
        answer.setId(point.id());
        answer.setVerified(count > 0);
        answer.setMessage(count == 0 ? ifNone : count == 1 ? "1 step" : count + " steps");
        return answer;
    }
}
