package org.heddle.cli.report.names;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.heddle.dpor.analysis.Unprovoked;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.CallStack.Kind;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Race.Access;

/** Where the threads of an execution were, call by call, as far as the execution tells. */
public final class Stacks {
    /** Calls of these are put in by the compiler. */
    private static final String HOOK = "__heddle_";

    private final Execution execution;

    public Stacks(Execution execution) {
        this.execution = execution;
    }

    /** The steps that have to do with a finding; a call that fails, although nothing is wrong, is one of them. */
    public Set<Integer> steps(Finding finding) {
        Set<Integer> steps = new TreeSet<>(finding.related());
        Unprovoked.of(execution.events()).stream()
                .filter(one -> one.type() == Unprovoked.Type.CALL)
                .forEach(one -> steps.add(one.row()));
        return steps;
    }

    /** Those that have to do with a finding. */
    List<CallStack> of(Finding finding) {
        Set<Integer> steps = steps(finding);
        List<CallStack> shown = new ArrayList<>();
        for (CallStack stack : execution.stacks()) {
            boolean isShown =
                    switch (stack.kind()) {
                        case EVENT -> steps.contains(stack.number())
                                || finding.race().isPresent();
                        case ACCESS -> finding.sites().contains(stack.site());
                        case PENDING, ALLOCATED, FREED, CRASHED, AWAITED, LAST_WRITE, OPERAND -> true;
                    };
            if (isShown) {
                shown.add(stack);
            }
        }
        return shown;
    }

    /** Of a crash. */
    public Optional<CallStack> ofCrash() {
        return last(stack -> stack.kind() == Kind.CRASHED);
    }

    public Optional<CallStack> ofEvent(int step) {
        return last(stack -> stack.kind() == Kind.EVENT && stack.number() == step);
    }

    public Optional<CallStack> ofPending(int thread) {
        return last(stack -> stack.kind() == Kind.PENDING && stack.thread() == thread);
    }

    /** The first that the thread made of it at its time: the one that a race is told of. */
    public Optional<CallStack> ofAccess(Access access) {
        return execution.stacks().stream()
                .filter(stack -> stack.kind() == Kind.ACCESS
                        && stack.thread() == access.thread()
                        && stack.number() == access.clock()
                        && stack.site() == access.site())
                .findFirst();
    }

    /** The last access of a byte by a thread at a site. */
    public Optional<CallStack> ofAccess(int thread, long site, long address) {
        return last(stack -> stack.kind() == Kind.ACCESS
                && stack.thread() == thread
                && stack.site() == site
                && stack.memory().address() <= address
                && address < stack.memory().end());
    }

    /** The last time that the block that an address lies in or next to was allocated or freed. */
    public Optional<CallStack> ofBlock(Kind kind, long address) {
        Optional<CallStack> around = last(stack -> stack.kind() == kind && contains(stack.memory(), address));
        return around.isPresent()
                ? around
                : last(stack -> stack.kind() == kind && stack.memory().address() <= address);
    }

    private static boolean contains(MemoryRange range, long address) {
        return range.address() <= address && address < range.end();
    }

    private Optional<CallStack> last(java.util.function.Predicate<CallStack> wanted) {
        return execution.stacks().stream().filter(wanted).reduce((earlier, later) -> later);
    }

    /** Without hooks, and what is inlined into them. */
    private static List<Location> behindHooks(List<Location> calls) {
        int from = calls.size();
        while (from > 0 && !calls.get(from - 1).function().startsWith(HOOK)) {
            from--;
        }
        return calls.subList(from, calls.size());
    }

    /** The calls of a stack, the innermost first; this is where it was done, to the column, if that is known. */
    public static List<Location> calls(CallStack stack, AddressNames names) {
        List<Location> calls = new ArrayList<>();
        for (long frame : stack.frames()) {
            List<Location> ofFrame = names.calls(frame);
            calls.addAll(calls.isEmpty() ? behindHooks(ofFrame) : ofFrame);
        }
        Location site = names.location(stack.site());
        if (!calls.isEmpty()
                && site.line() > 0
                && site.function().equals(calls.get(0).function())) {
            calls.set(0, site);
        }
        return List.copyOf(calls);
    }
}
