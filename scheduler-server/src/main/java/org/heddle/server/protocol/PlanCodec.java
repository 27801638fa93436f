package org.heddle.server.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.dpor.explore.plan.Description;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.Requirement;
import org.heddle.dpor.model.Digest;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryRange;
import org.heddle.dpor.model.Relation;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.WholeSections;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.server.protocol.message.Failures;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.ProtocolException;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.SignalRequest;
import org.heddle.server.protocol.message.Spurious;
import org.heddle.server.protocol.message.TimeoutsMode;

/** PLAN. */
public final class PlanCodec {
    private PlanCodec() {}

    /**
     * What a PLAN says besides the plan itself.
     *
     * @param number what its RESULT repeats
     * @param seed of the random numbers that the program is given
     * @param run what the runtime lets happen, and looks for
     * @param inProcess whether it may be executed without a fork
     * @param debug whether a debugger will attach itself, and what it is to see
     */
    public record Envelope(int number, long seed, RunOptions run, boolean inProcess, Optional<Debug> debug) {}

    /**
     * An execution for a debugger: its threads are kernel threads, and it begins once the debugger is there.
     *
     * @param stopAt the event before which it stops; {@link #NOWHERE} for none
     */
    public record Debug(int stopAt) {
        /** Not at any event. */
        public static final int NOWHERE = -1;
    }

    /**
     * A decoded PLAN.
     *
     * @param envelope what it says besides the plan
     * @param plan the plan
     */
    public record Numbered(Envelope envelope, Plan plan) {}

    /**
     * Bytes of the whole frame, header included.
     *
     * @throws IllegalArgumentException if the plan is longer than a frame may be
     */
    public static int frameSize(Plan plan) {
        long body = bodySize(plan, touches(plan));
        if (body > Wire.MAX_FRAME) {
            throw new IllegalArgumentException(
                    "a plan of " + plan.prefix().size() + " steps is longer than a frame may be");
        }
        return Frame.HEADER + (int) body;
    }

    /** Writes a whole PLAN frame. */
    public static void encode(ByteBuffer out, Plan plan, Envelope envelope) {
        List<Step> prefix = plan.prefix();
        List<Event> sleep = plan.sleep();
        List<MemoryRange> visible = plan.visible().ranges();
        Policy policy = plan.policy();
        RunOptions run = envelope.run();
        long touches = touches(plan);
        Frame.putHeader(out, FrameType.PLAN, (int) bodySize(plan, touches));
        out.putLong(envelope.seed()).putInt(envelope.number());
        out.putInt((plan.keepOutput() ? Wire.PLAN_KEEP_OUTPUT : 0)
                | flags(plan.relation())
                | (plan.sections().wanted() ? Wire.PLAN_WHOLE_SECTIONS : 0)
                | (plan.lateExit() ? Wire.PLAN_LATE_EXIT : 0)
                | (plan.serial() ? Wire.PLAN_SERIAL : 0)
                | (plan.policy().drawsLate() ? Wire.PLAN_DRAWS_LATE : 0)
                | (plan.readsOlder() ? Wire.PLAN_OLDER : 0)
                | (plan.description().isWanted() ? Wire.PLAN_DESCRIBE : 0)
                | (plan.description().cycles() ? Wire.PLAN_CYCLES : 0)
                | (plan.description().sources() ? Wire.PLAN_SOURCES : 0)
                | RunFlag.bits(run.flags())
                | (envelope.inProcess() ? Wire.PLAN_IN_PROCESS : 0)
                | (envelope.debug().isPresent() ? Wire.PLAN_DEBUG : 0));
        out.putInt(run.points().code()).putInt(policy.kind().code());
        out.putInt(plan.limits().maxEvents()).putInt(plan.limits().progressMillis());
        out.putInt(prefix.size()).putInt(sleep.size());
        out.putInt(run.timeouts().code()).putInt(run.spurious().code());
        out.putLong(policy.seed()).putInt(policy.depth()).putInt(policy.length());
        out.putInt(policy.objects().size()).putInt(policy.weights().size());
        out.putInt(visible.size()).putInt(plan.description().memory().size());
        out.putInt(envelope.debug().map(Debug::stopAt).orElse(0))
                .putInt(plan.limits().operations());
        out.putInt(run.request().signal()).putInt(run.request().after());
        out.putLong(plan.visible().timeLimit());
        out.putInt(run.expiries()).putInt(plan.known().size());
        out.putLong(Digest.of(plan.known()));
        out.putInt((int) touches).putInt(MachineChange.bits(run.allowed()));
        out.putLong(run.failures().bits());
        out.putInt(policy.requirements().size()).putInt(0);
        for (Step step : prefix) {
            out.putInt(step.thread()).putInt(step.alternative());
            out.putInt(step.kind().code()).putInt(0).putLong(step.object());
        }
        for (Event event : sleep) {
            int at = out.position();
            EventCodec.encode(out, event);
            if (event.section() != null) {
                boolean isEverything = event.section().isEverything();
                out.putInt(at + Wire.Event.FLAGS, isEverything ? Wire.EVENT_EVERYTHING : Wire.EVENT_WHOLE);
            }
        }
        policy.objects().forEach(object -> out.putLong(object).putLong(0));
        policy.weights().forEach(weight -> out.putLong(weight.thread()).putLong(weight.events()));
        policy.requirements().forEach(requirement -> encode(out, requirement));
        visible.forEach(range -> encode(out, range));
        plan.description().memory().forEach(range -> encode(out, range));
        if (touches > 0) {
            TouchCodec.encode(out, sleep);
            TouchCodec.encode(out, plan.sections());
        }
    }

    private static long touches(Plan plan) {
        return TouchCodec.count(plan.sleep()) + plan.sections().ordinary().size();
    }

    private static void encode(ByteBuffer out, Requirement requirement) {
        out.putLong(requirement.object()).putLong(requirement.site()).putLong(requirement.from());
        out.putInt(requirement.wanted() ? 1 : 0).putInt(0);
    }

    private static void encode(ByteBuffer out, MemoryRange range) {
        out.putLong(range.address()).putLong(range.size());
    }

    /** The flags of a PLAN frame that tell the relation. */
    public static int flags(Relation relation) {
        return (relation.cautious() ? Wire.PLAN_CAUTIOUS : 0)
                | (relation.inTurn() ? Wire.PLAN_IN_TURN : 0)
                | (relation.counting() ? Wire.PLAN_COUNTING : 0)
                | (relation.marking() ? Wire.PLAN_MARKING : 0)
                | (relation.alike() ? Wire.PLAN_ALIKE : 0);
    }

    private static Relation relation(int flags) {
        return new Relation(
                (flags & Wire.PLAN_CAUTIOUS) != 0,
                (flags & Wire.PLAN_IN_TURN) != 0,
                (flags & Wire.PLAN_COUNTING) != 0,
                (flags & Wire.PLAN_MARKING) != 0,
                (flags & Wire.PLAN_ALIKE) != 0);
    }

    /**
     * Reads a PLAN frame's body.
     *
     * @throws ProtocolException if it is malformed
     */
    public static Numbered decode(ByteBuffer body) throws ProtocolException {
        if (body.limit() < Wire.Plan.SIZE) {
            throw new ProtocolException("PLAN of " + body.limit() + " bytes");
        }
        long steps = Integer.toUnsignedLong(body.getInt(Wire.Plan.STEP_COUNT));
        long asleep = Integer.toUnsignedLong(body.getInt(Wire.Plan.SLEEP_COUNT));
        long objects = Integer.toUnsignedLong(body.getInt(Wire.Plan.OBJECT_COUNT));
        long weights = Integer.toUnsignedLong(body.getInt(Wire.Plan.WEIGHT_COUNT));
        long required = Integer.toUnsignedLong(body.getInt(Wire.Plan.REQUIREMENT_COUNT));
        long ranges = Integer.toUnsignedLong(body.getInt(Wire.Plan.VISIBLE_COUNT));
        long described = Integer.toUnsignedLong(body.getInt(Wire.Plan.DESCRIBED_COUNT));
        long touches = Integer.toUnsignedLong(body.getInt(Wire.Plan.TOUCH_COUNT));
        if (bodySize(steps, asleep, objects + weights, required, ranges + described, touches) != body.limit()) {
            throw new ProtocolException("PLAN of " + body.limit() + " bytes with " + steps + " steps, " + asleep
                    + " events asleep, " + (objects + weights) + " weights, " + required + " requirements, " + ranges
                    + " visible, " + described
                    + " described and " + touches + " touched ranges");
        }
        Plan.Limits limits = new Plan.Limits(
                body.getInt(Wire.Plan.MAX_EVENTS),
                body.getInt(Wire.Plan.PROGRESS_MILLIS),
                body.getInt(Wire.Plan.OPERATIONS));
        int flags = body.getInt(Wire.Plan.FLAGS);
        boolean keepOutput = (flags & Wire.PLAN_KEEP_OUTPUT) != 0;
        boolean lateExit = (flags & Wire.PLAN_LATE_EXIT) != 0;
        Envelope envelope = new Envelope(
                body.getInt(Wire.Plan.PLAN),
                body.getLong(Wire.Plan.SEED),
                run(body, flags),
                (flags & Wire.PLAN_IN_PROCESS) != 0,
                (flags & Wire.PLAN_DEBUG) == 0
                        ? Optional.empty()
                        : Optional.of(new Debug(body.getInt(Wire.Plan.STOP_AT))));
        List<Step> prefix = prefix(body, (int) steps);
        int touchesAt = body.limit() - (int) touches * Wire.Touch.SIZE;
        List<Event> sleep = sleep(body, Wire.Plan.SIZE + (int) steps * Wire.Step.SIZE, (int) asleep, touchesAt);
        int describedAt = touchesAt - (int) described * Wire.Range.SIZE;
        int visibleAt = describedAt - (int) ranges * Wire.Range.SIZE;
        VisibleMemory visible =
                new VisibleMemory(ranges(body, visibleAt, (int) ranges), body.getLong(Wire.Plan.FREE_LIMIT));
        Description description = new Description(
                (flags & Wire.PLAN_DESCRIBE) != 0,
                ranges(body, describedAt, (int) described),
                (flags & Wire.PLAN_CYCLES) != 0,
                (flags & Wire.PLAN_SOURCES) != 0);
        return new Numbered(
                envelope,
                new Plan(
                        prefix,
                        sleep,
                        limits,
                        keepOutput,
                        relation(flags),
                        lateExit,
                        (flags & Wire.PLAN_SERIAL) != 0,
                        new WholeSections(
                                (flags & Wire.PLAN_WHOLE_SECTIONS) != 0,
                                TouchCodec.ordinary(body, touchesAt, (int) touches)),
                        policy(body, (flags & Wire.PLAN_DRAWS_LATE) != 0),
                        visible,
                        description,
                        List.of()));
    }

    private static RunOptions run(ByteBuffer body, int flags) throws ProtocolException {
        return new RunOptions(
                PointsMode.ofCode(body.getInt(Wire.Plan.POINTS)),
                TimeoutsMode.ofCode(body.getInt(Wire.Plan.TIMEOUTS)),
                body.getInt(Wire.Plan.EXPIRIES),
                Spurious.ofCode(body.getInt(Wire.Plan.SPURIOUS)),
                Failures.ofBits(body.getLong(Wire.Plan.FAILURES)),
                RunFlag.ofBits(flags),
                MachineChange.ofBits(body.getInt(Wire.Plan.ALLOWED)),
                new SignalRequest(body.getInt(Wire.Plan.SEND_SIGNAL), body.getInt(Wire.Plan.SEND_AFTER)));
    }

    private static Policy policy(ByteBuffer body, boolean drawsLate) throws ProtocolException {
        int code = body.getInt(Wire.Plan.POLICY);
        if (code < 0 || code >= Policy.Kind.values().length) {
            throw new ProtocolException("PLAN with the unknown policy " + code);
        }
        int at = Wire.Plan.SIZE
                + body.getInt(Wire.Plan.STEP_COUNT) * Wire.Step.SIZE
                + body.getInt(Wire.Plan.SLEEP_COUNT) * Wire.Event.SIZE;
        List<Long> objects = new ArrayList<>();
        for (int i = 0; i < body.getInt(Wire.Plan.OBJECT_COUNT); i++, at += Wire.Weight.SIZE) {
            objects.add(body.getLong(at + Wire.Weight.NAME));
        }
        List<Policy.Weight> weights = new ArrayList<>();
        for (int i = 0; i < body.getInt(Wire.Plan.WEIGHT_COUNT); i++, at += Wire.Weight.SIZE) {
            weights.add(new Policy.Weight(
                    (int) body.getLong(at + Wire.Weight.NAME), body.getLong(at + Wire.Weight.WEIGHT)));
        }
        List<Requirement> requirements = new ArrayList<>();
        for (int i = 0; i < body.getInt(Wire.Plan.REQUIREMENT_COUNT); i++, at += Wire.Requirement.SIZE) {
            requirements.add(new Requirement(
                    body.getLong(at + Wire.Requirement.OBJECT),
                    body.getLong(at + Wire.Requirement.SITE),
                    body.getLong(at + Wire.Requirement.FROM),
                    body.getInt(at + Wire.Requirement.WANTED) != 0));
        }
        return new Policy(
                Policy.Kind.ofCode(code),
                body.getLong(Wire.Plan.POLICY_SEED),
                body.getInt(Wire.Plan.DEPTH),
                body.getInt(Wire.Plan.LENGTH),
                List.copyOf(objects),
                List.copyOf(weights),
                List.copyOf(requirements),
                drawsLate);
    }

    private static List<Step> prefix(ByteBuffer body, int count) throws ProtocolException {
        List<Step> steps = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int at = Wire.Plan.SIZE + i * Wire.Step.SIZE;
            steps.add(new Step(
                    body.getInt(at + Wire.Step.THREAD),
                    body.getInt(at + Wire.Step.ALTERNATIVE),
                    EventCodec.kind(body, at + Wire.Step.KIND),
                    body.getLong(at + Wire.Step.OBJECT)));
        }
        return List.copyOf(steps);
    }

    private static List<Event> sleep(ByteBuffer body, int start, int count, int touchesAt) throws ProtocolException {
        EventCodec codec = new EventCodec();
        Event[] events = new Event[count];
        for (int i = 0; i < count; i++) {
            events[i] = codec.decode(body, start + i * Wire.Event.SIZE);
        }
        TouchCodec.decode(body, touchesAt, (body.limit() - touchesAt) / Wire.Touch.SIZE, events, 0);
        return List.of(events);
    }

    private static List<MemoryRange> ranges(ByteBuffer body, int start, int count) {
        List<MemoryRange> ranges = new ArrayList<>(count);
        for (int at = start; at < start + count * Wire.Range.SIZE; at += Wire.Range.SIZE) {
            ranges.add(new MemoryRange(body.getLong(at + Wire.Range.ADDRESS), body.getLong(at + Wire.Range.LENGTH)));
        }
        return List.copyOf(ranges);
    }

    private static long bodySize(Plan plan, long touches) {
        Policy policy = plan.policy();
        int weights = policy.objects().size() + policy.weights().size();
        return bodySize(
                plan.prefix().size(),
                plan.sleep().size(),
                weights,
                policy.requirements().size(),
                (long) plan.visible().ranges().size()
                        + plan.description().memory().size(),
                touches);
    }

    private static long bodySize(long steps, long asleep, long weights, long required, long ranges, long touches) {
        return Wire.Plan.SIZE
                + steps * Wire.Step.SIZE
                + asleep * Wire.Event.SIZE
                + weights * Wire.Weight.SIZE
                + required * Wire.Requirement.SIZE
                + ranges * Wire.Range.SIZE
                + touches * Wire.Touch.SIZE;
    }
}
