package org.heddle.cli.report.words;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.heddle.cli.report.Drawing;
import org.heddle.cli.report.MemoryUse;
import org.heddle.cli.report.OtherUse;
import org.heddle.cli.report.Permitted;
import org.heddle.cli.report.Place;
import org.heddle.cli.report.RacingAccesses;
import org.heddle.cli.report.ReportedFinding;
import org.heddle.cli.report.Schedule;
import org.heddle.cli.report.ThreadState;
import org.heddle.cli.report.names.AddressNames;
import org.heddle.cli.report.names.AddressResolver;
import org.heddle.cli.report.names.AddressResolver.Role;
import org.heddle.cli.report.names.Location;
import org.heddle.cli.report.names.ObjectNames;
import org.heddle.cli.report.names.OwnLines;
import org.heddle.cli.report.names.Stacks;
import org.heddle.cli.report.names.UsedAddresses;
import org.heddle.dpor.analysis.Unprovoked;
import org.heddle.dpor.detect.finding.Finding;
import org.heddle.dpor.detect.finding.Finding.InvolvedThread;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.detect.finding.Timeline;
import org.heddle.dpor.minimise.Minimal;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.ThreadInfo;

/** Puts a finding into words, with the execution that shows it. */
public final class FindingWriter {
    private static final int MOST_THREADS = 65_536;

    private final AddressResolver resolver;

    /** A writer that gets its names there. */
    public FindingWriter(AddressResolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Puts a finding into words, with what is known of its schedule.
     *
     * @param others what else the same mistake shows, as {@link org.heddle.dpor.detect.finding.FindingGroups} has it, each with an execution that
     *     shows it
     * @param count how many executions showed it
     * @throws InterruptedException if the thread is interrupted
     */
    public ReportedFinding write(Minimal minimal, List<Minimal> others, long count) throws InterruptedException {
        Finding finding = minimal.finding();
        Execution execution = minimal.execution();
        UsedAddresses used = new UsedAddresses().with(finding, execution);
        others.forEach(other -> used.with(other.finding(), other.execution()));
        minimal.critical().ifPresent(critical -> used.with(critical.passing()));
        AddressNames names = resolver.resolve(used.roles());
        Map<Long, Role> known = used.roles();
        used.withCallers(execution, names);
        for (Minimal other : others) {
            used.withCallers(other.execution(), names);
        }
        names = used.roles().equals(known) ? names : resolver.resolve(used.roles());
        Wording wording = Wording.of(minimal, names);
        Stacks stacks = new Stacks(execution);
        Timeline timeline = Timeline.of(execution);
        List<RacingAccesses> pairs = finding.race().isPresent() ? pairs(minimal, others, names) : List.of();
        List<MemoryUse> uses = new MemoryUses(execution, wording, stacks).misuse(finding);
        List<Place> places = places(finding, execution, wording, stacks);
        List<Permitted> permitted = permitted(execution, wording);
        return new ReportedFinding(
                finding.kind().ruleId(),
                finding.reportedCause(),
                message(finding, permitted, wording),
                finding.kind() == Kind.ASSERTION ? HeldValues.of(execution, wording) : List.of(),
                first(finding, wording, stacks),
                StableFingerprint.of(
                        finding, others.stream().map(Minimal::finding).toList(), names),
                count,
                threads(finding, execution, timeline.waitsFor(), wording, stacks),
                memory(finding, wording),
                pairs,
                uses,
                otherUses(finding, others, names),
                places,
                TraceLines.of(finding, execution, wording),
                drawing(timeline, wording),
                permitted,
                new Schedule(
                        "",
                        finding.hasSchedule() ? finding.preemptions() : Schedule.UNKNOWN,
                        minimal.isLeast(),
                        minimal.critical().map(critical -> CriticalWords.of(critical, execution, wording)),
                        minimal.replays()),
                output(execution),
                List.of());
    }

    /** What happens for no reason, in the order of the execution. */
    private static List<Permitted> permitted(Execution execution, Wording wording) {
        return Unprovoked.of(execution.events()).stream()
                .map(one -> new Permitted(
                        one.type(),
                        wording.own().ofStep(one.choice()),
                        OlderValues.detail(execution, one, wording),
                        failure(execution, one)))
                .distinct()
                .toList();
    }

    private static int failure(Execution execution, Unprovoked one) {
        Event choice = execution.events().get(one.choice());
        return one.type() == Unprovoked.Type.CALL ? choice.operation().failure(choice.alternative()) : 0;
    }

    private static String message(Finding finding, List<Permitted> permitted, Wording wording) {
        StringBuilder message = new StringBuilder(wording.message(finding.message()));
        permitted.forEach(one -> message.append("; ").append(one.words()));
        return message.toString();
    }

    private static String memory(Finding finding, Wording wording) {
        if (finding.memory().isEmpty()) {
            return "";
        }
        String name = wording.object(finding.memory().get(0).address());
        boolean isOfBlock = finding.race()
                .map(pair -> pair.race())
                .filter(race -> Stream.of(race.first(), race.second())
                        .anyMatch(access -> access.isEnd() && wording.isCall(access.site())))
                .isPresent();
        return finding.kind() == Kind.LEAK ? "the lost block" : isOfBlock ? ObjectNames.ofBlock(name) : name;
    }

    private static List<RacingAccesses> pairs(Minimal minimal, List<Minimal> others, AddressNames names) {
        List<RacingAccesses> pairs = new ArrayList<>();
        List<Minimal> all = new ArrayList<>(List.of(minimal));
        all.addAll(others);
        for (Minimal one : all) {
            Execution execution = one.execution();
            MemoryUses uses = new MemoryUses(execution, Wording.of(one, names), new Stacks(execution));
            one.finding().race().ifPresent(race -> pairs.add(uses.pair(race)));
        }
        return List.copyOf(pairs);
    }

    /** Others but for races with a race, which are pairs. */
    private static List<OtherUse> otherUses(Finding finding, List<Minimal> others, AddressNames names) {
        return others.stream()
                .filter(other ->
                        finding.race().isEmpty() || other.finding().race().isEmpty())
                .map(other -> new MemoryUses(
                                other.execution(), new Wording(other.execution(), names), new Stacks(other.execution()))
                        .other(other.finding()))
                .toList();
    }

    /** The place to look at first. */
    private static Location first(Finding finding, Wording wording, Stacks stacks) {
        List<Location> crash = calls(stacks.ofCrash(), wording).stream()
                .filter(FindingWriter::hasSource)
                .toList();
        int thread = finding.threads().isEmpty() ? 0 : finding.threads().get(0).thread();
        return crash.stream()
                .filter(call -> !OwnLines.isForeign(call))
                .findFirst()
                .or(() -> crash.stream().findFirst())
                .or(() -> finding.sites().stream()
                        .map(site -> wording.own().ofSite(site, thread))
                        .filter(Location::isKnown)
                        .findFirst())
                .orElse(Location.UNKNOWN);
    }

    /** Libraries that a distribution has built are known by relative paths, if at all. */
    private static boolean hasSource(Location location) {
        return location.line() > 0 && location.file().startsWith("/");
    }

    private static List<Location> calls(Optional<CallStack> stack, Wording wording) {
        return stack.map(found -> Stacks.calls(found, wording.names())).orElse(List.of());
    }

    /** The steps with a part in a finding; where memory was used after its end, that end is one. */
    private static Collection<Integer> related(Finding finding, Execution execution, Stacks stacks) {
        Set<Integer> steps = stacks.steps(finding);
        if (finding.kind() == Kind.USE_AFTER_FREE || finding.kind() == Kind.DOUBLE_FREE) {
            finding.memory().stream()
                    .findFirst()
                    .flatMap(memory -> stacks.ofBlock(CallStack.Kind.FREED, memory.address()))
                    .ifPresent(freed -> stepOf(freed, execution).ifPresent(steps::add));
        }
        return steps;
    }

    /** The step that a call is: the thread's next one, or the last before, where what came right after it is known. */
    private static OptionalInt stepOf(CallStack call, Execution execution) {
        int own = 0;
        for (int step = 0; step < execution.events().size() && own <= call.number(); step++) {
            Event event = execution.events().get(step);
            own += event.thread() == call.thread() ? 1 : 0;
            if (event.thread() == call.thread()
                    && own >= call.number()
                    && event.operation().site() == call.site()) {
                return OptionalInt.of(step);
            }
        }
        return OptionalInt.empty();
    }

    private static List<Place> places(Finding finding, Execution execution, Wording wording, Stacks stacks) {
        List<Place> places = new ArrayList<>();
        for (int step : related(finding, execution, stacks)) {
            if (step < execution.events().size()) {
                Event event = execution.events().get(step);
                places.add(new Place(
                        wording.event(event),
                        wording.thread(event.thread()),
                        step,
                        wording.own().ofStep(step),
                        calls(stacks.ofEvent(step), wording)));
            }
        }
        for (InvolvedThread involved : finding.threads()) {
            Operation next =
                    CriticalWords.nextOf(involved.thread(), execution.events().size(), execution);
            if (next != null) {
                places.add(new Place(
                        "next: " + wording.operation(next),
                        wording.thread(involved.thread()),
                        -1,
                        wording.own().ofPending(involved.thread(), next),
                        calls(stacks.ofPending(involved.thread()), wording)));
            }
        }
        return List.copyOf(places);
    }

    /** A span is about an object, or, where a join is blocked, about a thread; objects have addresses, far above all threads. */
    private static String spanned(long object, Wording wording) {
        if (object == 0) {
            return "all threads";
        }
        return object < MOST_THREADS ? wording.thread((int) object) : wording.object(object);
    }

    private static Drawing drawing(Timeline timeline, Wording wording) {
        List<Drawing.Span> spans = timeline.spans().stream()
                .map(span -> new Drawing.Span(
                        span.type().name().toLowerCase(Locale.ROOT),
                        wording.thread(span.thread()),
                        spanned(span.object(), wording),
                        span.from(),
                        span.to()))
                .toList();
        List<Drawing.Link> links = timeline.links().stream()
                .map(link -> new Drawing.Link(link.type().name().toLowerCase(Locale.ROOT), link.from(), link.to()))
                .toList();
        return new Drawing(spans, links);
    }

    private static List<ThreadState> threads(
            Finding finding, Execution execution, Map<Integer, Integer> waitsFor, Wording wording, Stacks stacks) {
        Map<Integer, Operation> pending = new HashMap<>();
        for (PendingOperation operation : execution.pending()) {
            pending.put(operation.thread(), operation.operation());
        }
        Map<Integer, List<String>> held = new HashMap<>();
        for (InvolvedThread involved : finding.threads()) {
            held.put(involved.thread(), wording.locks(involved.held()));
        }
        AwaitedMemories awaited = new AwaitedMemories(execution, wording);
        List<ThreadState> states = new ArrayList<>();
        for (ThreadInfo info : execution.threads()) {
            Operation next = pending.get(info.id());
            if (next == null && !held.containsKey(info.id())) {
                continue; // it has finished and has no part in the bug
            }
            Optional<CallStack> crash = stacks.ofCrash().filter(stack -> next == null && stack.thread() == info.id());
            List<Location> calls = calls(next == null ? crash : stacks.ofPending(info.id()), wording);
            Location place = calls.isEmpty() ? Location.UNKNOWN : calls.get(0);
            states.add(new ThreadState(
                    wording.thread(info.id()),
                    wording.routine(info.id()),
                    next == null ? crash.map(stack -> "crash").orElse("") : wording.operation(next),
                    next == null ? place : wording.own().ofPending(info.id(), next),
                    waitsFor.containsKey(info.id()) ? wording.thread(waitsFor.get(info.id())) : "",
                    calls,
                    held.getOrDefault(info.id(), List.of()),
                    awaited.of(info.id())));
        }
        return List.copyOf(states);
    }

    static String output(Execution execution) {
        return new String(execution.stdout(), StandardCharsets.UTF_8)
                + new String(execution.stderr(), StandardCharsets.UTF_8);
    }
}
