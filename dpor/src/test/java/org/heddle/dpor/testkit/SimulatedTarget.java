package org.heddle.dpor.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Section;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;

/** Runs plans on a simulated program, as the shim does on a real one. Keeps the classes it has seen. */
public final class SimulatedTarget implements ExecutionRunner {
    /** The class of a longer execution is not kept: telling it takes long. */
    private static final int LONGEST_RECORDED = 200;

    private final Program program;
    private final int memorySize;
    private final Lookahead lookahead;
    private final ArrayDeque<Execution> done = new ArrayDeque<>();
    private final Map<String, Integer> classes = new HashMap<>();
    private final Map<Integer, Map<String, Integer>> classesWithin = new HashMap<>();
    private final Set<String> outcomes = new HashSet<>();
    private UnaryOperator<Execution> tampering = UnaryOperator.identity();
    private boolean recording = true;
    private boolean findsRounds;
    private ExitRule exits = ExitRule.EARLY;
    private Relation relation = Relation.PLAIN;
    private final Histories histories = new Histories();
    private Roles roles; // null: nobody asks

    public SimulatedTarget(Program program, int memorySize, int inFlight) {
        this(program, memorySize, Lookahead.of(inFlight));
    }

    public SimulatedTarget(Program program, int memorySize, Lookahead lookahead) {
        this.program = program;
        this.memorySize = memorySize;
        this.lookahead = lookahead;
    }

    /** Changes executions before they are handed out. */
    public SimulatedTarget tamper(UnaryOperator<Execution> change) {
        tampering = change;
        return this;
    }

    /** Has processes end by this rule, whatever the plans say. */
    public SimulatedTarget exiting(ExitRule rule) {
        exits = rule;
        return this;
    }

    /** Has more commute, whatever the plans say. */
    public SimulatedTarget with(Relation other) {
        relation = other;
        return this;
    }

    /** What can be told of the executions so far. */
    public Histories histories() {
        return histories;
    }

    /** The same by who does not know threads with the same code apart. */
    public Roles roles() {
        return roles;
    }

    /** Keeps what {@link #roles} tells, which takes time. */
    public SimulatedTarget withRoles() {
        roles = new Roles();
        return this;
    }

    /** Finds rounds that threads can repeat for ever where plans ask for them, which takes time. */
    public SimulatedTarget withRounds() {
        findsRounds = true;
        return this;
    }

    /** Does not keep classes, which takes time. */
    public SimulatedTarget withoutRecording() {
        recording = false;
        return this;
    }

    /** The classes of the complete executions so far, with the number of executions of each. */
    public Map<String, Integer> classes() {
        return classes;
    }

    /** What memory held at the end of the complete executions so far, and how they have ended. */
    public Set<String> outcomes() {
        return outcomes;
    }

    /** The same of the executions whose plans allowed each thread so many operations. */
    public Map<String, Integer> classesWithin(int operations) {
        return classesWithin.getOrDefault(operations, Map.of());
    }

    @Override
    public Lookahead lookahead() {
        return lookahead;
    }

    @Override
    public void submit(Plan plan) {
        if (done.size() == lookahead.most()) {
            throw new IllegalStateException("too many plans in flight");
        }
        Run run = new Run(plan);
        Execution execution = run.toEnd();
        if (execution.outcome().isComplete()) {
            outcomes.add(run.machine.outcome());
            if (recording) {
                histories.add(execution.events(), run.machine);
            }
            if (roles != null) {
                roles.add(execution.events(), run.machine, program);
            }
        }
        if (recording && execution.outcome().isComplete() && execution.events().size() <= LONGEST_RECORDED) {
            String name = ReferenceOrder.classOf(execution.events(), execution.terminator(), relation(plan));
            classes.merge(name, 1, Integer::sum);
            classesWithin
                    .computeIfAbsent(plan.limits().operations(), operations -> new HashMap<>())
                    .merge(name, 1, Integer::sum);
        }
        done.add(tampering.apply(execution));
    }

    private Relation relation(Plan plan) {
        return new Relation(
                relation.cautious() || plan.relation().cautious(),
                relation.inTurn() || plan.relation().inTurn(),
                relation.counting() || plan.relation().counting(),
                relation.marking() || plan.relation().marking(),
                relation.alike() || plan.relation().alike());
    }

    @Override
    public Execution take() {
        return done.remove();
    }

    private final class Run {
        private final Plan plan;
        private final Machine machine;
        private final List<Event> events = new ArrayList<>();
        private List<Event> sleep = List.of();
        private int current = -1;
        private int inRow;
        private final Rounds rounds;
        private Event unlock; // which comes next

        Run(Plan plan) {
            this.plan = plan;
            rounds = new Rounds(findsRounds && plan.description().cycles());
            ExitRule rule = plan.lateExit() ? ExitRule.LATE : exits;
            machine = new Machine(program, memorySize, rule, relation(plan).alike());
        }

        Execution toEnd() {
            for (int k = 0; k < plan.prefix().size(); k++) {
                Divergence divergence = follow(k, plan.prefix().get(k));
                if (divergence != null) {
                    return end(Outcome.DIVERGED, divergence);
                }
            }
            sleep = plan.sleep();
            while (machine.ended() == null || unlock != null) {
                if (events.size() >= plan.limits().maxEvents()) {
                    return end(Outcome.TOO_LONG, null);
                }
                if (unlock != null) {
                    execute(unlock.thread(), Event.NO_ALTERNATIVE);
                    continue;
                }
                int thread = choose();
                if (thread < 0 && machine.lastResort() >= 0 && !isCutOff(machine.lastResort())) {
                    execute(machine.lastResort(), Event.TIMEOUT);
                    continue;
                }
                if (thread < 0) {
                    return end(stuck(), null);
                }
                execute(thread, awake(thread).get(0));
            }
            return end(machine.ended(), null);
        }

        private Divergence follow(int k, Step step) {
            if (unlock != null && Step.of(unlock).equals(step)) {
                execute(step.thread(), step.alternative());
                return null;
            }
            if (unlock != null) {
                return new Divergence(k, step, unlock.operation(), "a section is executed in one go");
            }
            if (machine.ended() != null || !machine.threads().contains(step.thread())) {
                return new Divergence(k, step, null, "no such thread");
            }
            Operation pending = machine.pending(step.thread());
            if (pending.kind() != step.kind() || pending.object() != step.object()) {
                return new Divergence(k, step, pending, "another operation");
            }
            if (pending.kind().isTimed() && step.alternative() == Event.TIMEOUT) {
                if (machine.lastResort() != step.thread()) {
                    return new Divergence(k, step, pending, "no timeout is due");
                }
                execute(step.thread(), Event.TIMEOUT);
                return null;
            }
            List<Integer> alternatives = machine.alternatives(step.thread());
            int alternative = step.alternative() == Event.NO_ALTERNATIVE ? alternatives.get(0) : step.alternative();
            if (!machine.isEnabled(step.thread()) || !alternatives.contains(alternative)) {
                return new Divergence(k, step, pending, "not enabled");
            }
            execute(step.thread(), alternative);
            return null;
        }

        private void execute(int thread, int alternative) {
            if (unlock != null) { // of a section that has been executed in one go
                Event whole = Section.whole(events.get(events.size() - 1), unlock);
                done(unlock, whole);
                unlock = null;
                return;
            }
            List<Event> step = machine.step(thread, alternative, plan.sections());
            unlock = step.size() > 1 ? step.get(1) : null;
            done(step.get(0), unlock == null ? step.get(0) : null);
        }

        /** Has executed an event, which wakes what is dependent with this, if it is anything yet. */
        private void done(Event event, Event waking) {
            int thread = event.thread();
            events.add(event);
            inRow = thread == current ? inRow + 1 : 1;
            current = thread;
            rounds.executed(event, machine);
            if (waking != null) {
                sleep = sleep.stream()
                        .filter(asleep -> !ReferenceOrder.dependent(asleep, waking, relation(plan))
                                && !(plan.relation().cautious() && isSectionOfOne(asleep, waking)))
                        .toList();
            }
        }

        private static boolean isSectionOfOne(Event a, Event b) {
            return a.operation().kind() == OperationKind.SECTION_BEGIN
                    || b.operation().kind() == OperationKind.SECTION_BEGIN;
        }

        private int choose() {
            if (plan.policy().kind() == Policy.Kind.FAIR) {
                return next(inRow >= plan.policy().depth() || hasYielded());
            }
            if (current >= 0 && canRun(current)) {
                return current;
            }
            for (int thread : machine.threads()) {
                if (canRun(thread)) {
                    return thread;
                }
            }
            return -1;
        }

        /** The next one in order of creation that can run, behind the current thread if it gives way. */
        private int next(boolean givesWay) {
            int from = current + (givesWay ? 1 : 0);
            int count = program.threads().size();
            for (int k = 0; k < count; k++) {
                int thread = Math.floorMod(from + k, count);
                if (canRun(thread)) {
                    return thread;
                }
            }
            return -1;
        }

        private boolean hasYielded() {
            return !events.isEmpty()
                    && events.get(events.size() - 1).operation().kind().yields();
        }

        private boolean canRun(int thread) {
            return machine.threads().contains(thread)
                    && machine.isEnabled(thread)
                    && !isCutOff(thread)
                    && !awake(thread).isEmpty();
        }

        private boolean isCutOff(int thread) {
            return plan.limits().operations() > 0
                    && !machine.isInSection(thread)
                    && machine.executed(thread) >= plan.limits().operations();
        }

        private List<Integer> awake(int thread) {
            return machine.alternatives(thread).stream()
                    .filter(alternative -> sleep.stream()
                            .noneMatch(asleep -> asleep.thread() == thread && asleep.alternative() == alternative))
                    .toList();
        }

        private Outcome stuck() {
            if (machine.threads().isEmpty()) {
                return Outcome.EXITED;
            }
            if (machine.threads().stream().anyMatch(thread -> machine.isEnabled(thread) && !isCutOff(thread))) {
                return Outcome.SLEEP_BLOCKED;
            }
            boolean goesOn =
                    machine.lastResort() >= 0 || machine.threads().stream().anyMatch(machine::isEnabled);
            return goesOn ? Outcome.CUT_OFF : Outcome.DEADLOCK;
        }

        private Execution end(Outcome outcome, Divergence divergence) {
            List<PendingOperation> pending = machine.threads().stream()
                    .map(thread -> new PendingOperation(thread, machine.pending(thread), machine.pendingValue(thread)))
                    .toList();
            return Execution.of(
                    new Execution.Course(List.copyOf(events), pending, machine.infos()),
                    new Execution.End(outcome, machine.status(), machine.terminator(), divergence),
                    Execution.Seen.of(rounds.notes()));
        }
    }
}
