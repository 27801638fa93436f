package org.heddle.cli.check.dap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.lsp4j.debug.Scope;
import org.eclipse.lsp4j.debug.ScopePresentationHint;
import org.eclipse.lsp4j.debug.Variable;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.inspect.Place;
import org.heddle.cli.check.replay.OpenSchedule;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.TraceLine;

/** What stands in scopes, and the numbers by which an editor asks for what variables contain, at one moment. */
final class Scopes {
    private final OpenSchedule open;
    private final Values values;
    private final Map<Integer, Contents> shown = new HashMap<>();
    private int lastReference;

    /** What a variable or a scope contains. */
    @FunctionalInterface
    private interface Contents {
        List<Variable> some(int start, int count) throws UserError, InterruptedException;
    }

    Scopes(OpenSchedule open, Values values) {
        this.open = open;
        this.values = values;
    }

    /** Forgets those of an earlier moment. */
    void clear() {
        shown.clear();
    }

    /** The scopes of a frame. */
    List<Scope> of(int moment, Place place) {
        Scope locals = scope(
                "Locals",
                (start, count) -> show(moment, values.gdb().locals(moment, place)),
                ScopePresentationHint.LOCALS);
        Scope globals =
                scope("Globals", (start, count) -> show(moment, values.gdb().globals(moment, place)), null);
        Scope schedule = scope("Schedule", (start, count) -> schedule(moment, place.thread()), null);
        return List.of(locals, globals, schedule);
    }

    private Scope scope(String name, Contents contents, String hint) {
        Scope scope = new Scope();
        scope.setName(name);
        scope.setPresentationHint(hint);
        scope.setVariablesReference(keep(contents));
        return scope;
    }

    private int keep(Contents contents) {
        shown.put(++lastReference, contents);
        return lastReference;
    }

    /**
     * What a scope or a variable contains.
     *
     * @param start the first element of an array
     * @param count how many elements; 0 for all
     * @throws UserError if it is of another moment, or gdb cannot tell it
     */
    List<Variable> contents(int reference, int start, int count) throws UserError, InterruptedException {
        Contents contents = shown.get(reference);
        if (contents == null) {
            throw new UserError("this variable is of another moment: ask for the scopes again");
        }
        return contents.some(start, count);
    }

    /** The expression of a variable in what is shown with this number; its name, if no number is given or none is known. */
    String expression(Integer reference, String name) throws UserError, InterruptedException {
        if (reference == null || reference == 0) {
            return name;
        }
        return contents(reference, 0, 0).stream()
                .filter(variable -> variable.getName().equals(name) && variable.getEvaluateName() != null)
                .map(Variable::getEvaluateName)
                .findFirst()
                .orElse(name);
    }

    private List<Variable> show(int moment, List<org.heddle.cli.check.inspect.Variable> found) {
        return found.stream().map(one -> show(moment, one)).toList();
    }

    /** As the protocol has it. */
    Variable show(int moment, org.heddle.cli.check.inspect.Variable found) {
        Variable variable = named(found.name(), found.value());
        variable.setType(found.type().isEmpty() ? null : found.type());
        variable.setEvaluateName(found.expression().isEmpty() ? null : found.expression());
        if (found.reference() > 0) {
            variable.setVariablesReference(
                    keep((start, count) -> show(moment, values.gdb().parts(moment, found.reference(), start, count))));
            variable.setIndexedVariables(found.elements() > 0 ? found.elements() : null);
        }
        return variable;
    }

    private static Variable named(String name, String value) {
        Variable variable = new Variable();
        variable.setName(name);
        variable.setValue(value);
        return variable;
    }

    /** What is known without gdb: where the schedule stands, and where this thread does. */
    private List<Variable> schedule(int moment, String thread) throws UserError, InterruptedException {
        List<TraceLine> lines = open.moments().lines();
        List<Variable> told = new ArrayList<>();
        told.add(named("step", moment + " of " + lines.size()));
        if (moment > 0) {
            told.add(named("last step", lines.get(moment - 1).sentence()));
        }
        if (moment < lines.size()) {
            told.add(named("next step", lines.get(moment).sentence()));
        }
        for (ThreadState state : open.moments().at(moment).threads()) {
            if (state.thread().equals(thread)) {
                told.add(named(thread + " does next", state.next()));
                if (!state.waitsFor().isEmpty()) {
                    told.add(named(thread + " waits for", state.waitsFor()));
                }
                state.holds().forEach(lock -> told.add(named(thread + " holds", lock)));
            }
        }
        told.add(named("finding", open.finding()));
        return told;
    }
}
