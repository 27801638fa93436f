package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.heddle.dpor.explore.plan.Description;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.Requirement;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Section;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.CallStack;
import org.heddle.dpor.model.execution.Divergence;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.dpor.model.execution.Misuse;
import org.heddle.dpor.model.execution.Note;
import org.heddle.dpor.model.execution.Outcome;
import org.heddle.dpor.model.execution.PendingOperation;
import org.heddle.dpor.model.execution.Race;
import org.heddle.dpor.model.execution.ReadyWords;
import org.heddle.dpor.model.execution.ThreadInfo;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.server.protocol.message.DivergenceReason;
import org.heddle.server.protocol.message.ProtocolException;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.protocol.message.ResolvedKind;
import org.heddle.server.protocol.message.RunFlag;

/** Random values of the model, from a seed. */
final class Samples {
    private final Random random;
    private final Random ofSections; // by itself, so that the other values stay what they are

    Samples(long seed) {
        random = new Random(seed);
        ofSections = new Random(seed);
    }

    /** Each set of flags for one of the seeds from 0 to 127. */
    static Set<RunFlag> flags(int seed) {
        return RunFlag.ofBits(seed * 16);
    }

    static Relation relation(Random random) {
        return new Relation(
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    Plan plan() {
        List<Event> prefix = events(1 + random.nextInt(20));
        return new Plan(
                prefix.stream().map(Step::of).toList(),
                withSections(events(random.nextInt(4))),
                new Plan.Limits(random.nextInt(), random.nextInt()),
                random.nextBoolean(),
                relation(random),
                random.nextBoolean(),
                ofSections.nextBoolean(),
                new WholeSections(
                        ofSections.nextBoolean(),
                        ofSections.longs(ofSections.nextInt(3)).boxed().collect(Collectors.toSet())),
                policy(),
                visible(),
                new Description(random.nextBoolean(), visible().ranges(), random.nextBoolean(), random.nextBoolean()),
                List.of());
    }

    private List<Event> withSections(List<Event> events) {
        return events.stream()
                .map(event -> ofSections.nextInt(20) == 0 ? event.with(section()) : event)
                .toList();
    }

    private Section section() {
        List<Section.Touch> touches = ofSections
                .longs(ofSections.nextInt(4))
                .boxed()
                .map(address -> new Section.Touch(new MemoryRange(address, 8), ofSections.nextBoolean()))
                .toList();
        return new Section(touches, ofSections.nextBoolean());
    }

    private Policy policy() {
        return new Policy(
                pick(Policy.Kind.values()),
                random.nextLong(),
                random.nextInt(),
                random.nextInt(),
                random.longs(random.nextInt(3)).boxed().toList(),
                random.longs(random.nextInt(3))
                        .mapToObj(n -> new Policy.Weight(random.nextInt(), n))
                        .toList(),
                random.longs(random.nextInt(3))
                        .mapToObj(n -> new Requirement(n, random.nextLong(), random.nextLong(), random.nextBoolean()))
                        .toList(),
                false);
    }

    Execution execution(Plan plan) {
        return new Execution(course(), end(plan), seen(), output(), plan.visible());
    }

    private Execution.Course course() {
        List<PendingOperation> pending = events(random.nextInt(3)).stream()
                .map(event -> new PendingOperation(event.thread(), event.operation(), event.value()))
                .toList();
        return new Execution.Course(
                withSections(events(random.nextInt(50))), pending, threads(random.nextInt(4)), false, words());
    }

    private ReadyWords words() {
        long[] words = {random.nextLong() | Long.MIN_VALUE, 2, random.nextLong(), random.nextLong()};
        return random.nextBoolean() ? ReadyWords.NONE : new ReadyWords(words);
    }

    private Execution.End end(Plan plan) {
        Outcome outcome = Outcome.ofCode(1 + random.nextInt(12));
        Divergence divergence = outcome == Outcome.DIVERGED ? divergence(plan) : null;
        return new Execution.End(outcome, random.nextInt(), random.nextInt(3) - 1, divergence);
    }

    private Execution.Seen seen() {
        return new Execution.Seen(
                notes(random.nextInt(3)),
                races(random.nextInt(3)),
                stacks(random.nextInt(3)),
                new Execution.Counters(
                        random.nextLong(),
                        random.nextLong(),
                        random.nextLong(),
                        random.nextLong(),
                        random.nextBoolean()));
    }

    private Execution.Output output() {
        return new Execution.Output(text().getBytes(StandardCharsets.UTF_8), text().getBytes(StandardCharsets.UTF_8));
    }

    private List<CallStack> stacks(int count) {
        List<CallStack> stacks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            stacks.add(new CallStack(
                    pick(CallStack.Kind.values()),
                    random.nextInt(),
                    random.nextInt(),
                    range(),
                    random.nextLong(),
                    random.nextBoolean() ? OptionalLong.of(random.nextLong()) : OptionalLong.empty(),
                    random.longs(random.nextInt(33)).boxed().toList()));
        }
        return stacks;
    }

    private VisibleMemory visible() {
        List<MemoryRange> ranges = new ArrayList<>();
        for (int i = 0; i < random.nextInt(3); i++) {
            ranges.add(range());
        }
        return VisibleMemory.NONE.with(ranges).withTimeLimit(random.nextInt(1 << 30));
    }

    private MemoryRange range() {
        return new MemoryRange(random.nextInt(1 << 20), 1 + random.nextInt(16));
    }

    private List<Race> races(int count) {
        List<Race> races = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            races.add(new Race(
                    access(),
                    access(),
                    random.nextBoolean(),
                    random.nextBoolean(),
                    random.nextInt(),
                    range(),
                    range(),
                    range(),
                    random.nextLong()));
        }
        return races;
    }

    private Race.Access access() {
        return new Race.Access(
                random.nextInt(),
                random.nextInt(),
                random.nextLong(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    List<Resolved> resolved(int count) {
        List<Resolved> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Resolved(
                    random.nextLong(),
                    pick(ResolvedKind.values()),
                    random.nextLong(),
                    random.nextInt(),
                    random.nextInt(),
                    text(),
                    text(),
                    text(),
                    text(),
                    text()));
        }
        return all;
    }

    /** A buffer as frames are read from and written to. */
    static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The frame that was written to this buffer. */
    static Frame frame(ByteBuffer written) throws ProtocolException {
        int length = Frame.bodyLength(written, 0);
        if (length != written.position() - Frame.HEADER) {
            throw new ProtocolException("the header says " + length + " bytes, there are " + written.position());
        }
        return Frame.at(written, 0, length);
    }

    private Divergence divergence(Plan plan) {
        int step = random.nextInt(plan.prefix().size());
        Operation actual = random.nextBoolean() ? operation() : null;
        return new Divergence(step, plan.prefix().get(step), actual, DivergenceReason.NOT_ENABLED.words());
    }

    List<Event> events(int count) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(new Event(
                    random.nextInt(), operation(), random.nextInt(3) - 1, random.nextInt(3), random.nextLong()));
        }
        return events;
    }

    private Operation operation() {
        return new Operation(
                pick(OperationKind.values()),
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                pick(MemoryOrder.values()),
                random.nextLong());
    }

    private List<ThreadInfo> threads(int count) {
        List<ThreadInfo> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(new ThreadInfo(random.nextInt(), i - 1, i, random.nextLong(), i == 0 ? "" : "wörker " + i));
        }
        return threads;
    }

    private List<Note> notes(int count) {
        List<Note> notes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            notes.add(new Note(
                    pick(Note.Kind.values()),
                    random.nextInt(),
                    random.nextInt(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    new Note.Memory(
                            pick(Note.Access.values()),
                            random.nextLong(),
                            random.nextLong(),
                            random.nextLong(),
                            random.nextInt()),
                    misuse(),
                    text()));
        }
        return notes;
    }

    private Misuse misuse() {
        Misuse.Fault fault = pick(Misuse.Fault.values());
        return fault == Misuse.Fault.NONE ? Misuse.NONE : new Misuse(fault, pick(ObjectFamily.values()));
    }

    private <T> T pick(T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String text() {
        return "x".repeat(random.nextInt(20)) + (random.nextBoolean() ? "é" : "");
    }
}
