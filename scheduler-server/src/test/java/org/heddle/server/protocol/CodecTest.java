package org.heddle.server.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.protocol.PlanCodec.Envelope;
import org.heddle.server.protocol.PlanCodec.Numbered;
import org.heddle.server.protocol.message.Failures;
import org.heddle.server.protocol.message.Hello;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.ProtocolException;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.SignalRequest;
import org.heddle.server.protocol.message.Spurious;
import org.heddle.server.protocol.message.TimeoutsMode;
import org.junit.jupiter.api.Test;

/** What is encoded is decoded as it was, and what is malformed is refused in words. */
final class CodecTest {
    private final ByteBuffer buffer = Samples.buffer();

    @Test
    void plan_comesBackAsItWas() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            Plan plan = new Samples(seed).plan();
            Envelope envelope = new Envelope(
                    seed,
                    -seed,
                    new RunOptions(
                            seed % 2 == 0 ? PointsMode.SYNC : PointsMode.ALL,
                            seed % 3 == 0 ? TimeoutsMode.ANY : TimeoutsMode.NEVER,
                            seed % 9,
                            seed % 5 == 0 ? Spurious.AUTO : new Spurious(seed % 5, true),
                            seed % 4 == 0 ? Failures.of(seed % 7) : Failures.ofBits(seed * 7919L % (1L << 32)),
                            Samples.flags(seed),
                            MachineChange.ofBits(seed * 83),
                            seed % 5 == 0 ? new SignalRequest(15, seed) : SignalRequest.NONE),
                    seed % 8 == 0,
                    seed % 7 == 0 ? Optional.of(new PlanCodec.Debug(seed)) : Optional.empty());
            buffer.clear();
            PlanCodec.encode(buffer, plan, envelope);
            assertEquals(PlanCodec.frameSize(plan), buffer.position());
            Frame frame = Samples.frame(buffer).expect(FrameType.PLAN);
            assertEquals(new Numbered(envelope, plan), PlanCodec.decode(frame.body()));
        }
    }

    @Test
    void result_comesBackAsItWas() throws Exception {
        ResultCodec codec = new ResultCodec();
        for (int seed = 0; seed < 300; seed++) {
            Samples samples = new Samples(seed);
            Plan plan = samples.plan();
            Execution sent = samples.execution(plan);
            Execution received = codec.decode(encoded(sent, seed).body(), plan, seed);
            assertEquals(sent.events(), received.events());
            assertEquals(sent.pending(), received.pending());
            assertEquals(sent.threads(), received.threads());
            assertEquals(sent.outcome(), received.outcome());
            assertEquals(sent.status(), received.status());
            assertEquals(sent.terminator(), received.terminator());
            assertEquals(sent.notes(), received.notes());
            assertEquals(sent.divergence(), received.divergence());
            assertEquals(sent.counters(), received.counters());
            assertArrayEquals(sent.stdout(), received.stdout());
            assertArrayEquals(sent.stderr(), received.stderr());
        }
    }

    /** However much of a frame has arrived when its events are taken out, what comes of it is the same. */
    @Test
    void cutResult_hasAllButItsEvents() throws Exception {
        for (int seed = 0; seed < 100; seed++) {
            Samples samples = new Samples(seed);
            Plan plan = samples.plan();
            Execution sent = samples.execution(plan);
            ByteBuffer body = encoded(sent, seed).body();
            ByteBuffer cut = CutResult.of(body);
            equalButForEvents(sent, new ResultCodec().decode(cut, plan, seed));
            ByteBuffer whole = ByteBuffer.allocate(Frame.HEADER + body.limit()).order(ByteOrder.LITTLE_ENDIAN);
            Frame.putHeader(whole, FrameType.RESULT, body.limit());
            whole.put(body.duplicate());
            for (int arrived = Frame.HEADER + Wire.Result.SIZE; arrived <= whole.capacity(); arrived += 7) {
                ByteBuffer in = ByteBuffer.allocate(whole.capacity())
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put(0, whole, 0, arrived);
                in.limit(arrived);
                int toCome = CutResult.takeOut(in);
                assertEquals(sent.events().isEmpty(), toCome < 0);
                if (toCome >= 0) {
                    int next = arrived + toCome;
                    int end = in.limit();
                    in.limit(in.capacity()).position(end);
                    in.put(whole.slice(next, whole.capacity() - next)).flip();
                    assertEquals(cut, in.slice(Frame.HEADER, in.limit() - Frame.HEADER));
                    assertEquals(cut.limit(), Frame.bodyLength(in, 0));
                }
            }
            Execution again = new ResultCodec().decode(encoded(sent.cut(), seed).body(), plan, seed);
            equalButForEvents(sent, again);
        }
    }

    private static void equalButForEvents(Execution sent, Execution received) {
        assertTrue(received.isCut());
        assertEquals(List.of(), received.events());
        assertEquals(sent.pending(), received.pending());
        assertEquals(sent.threads(), received.threads());
        assertEquals(sent.outcome(), received.outcome());
        assertEquals(sent.notes(), received.notes());
        assertEquals(sent.races(), received.races());
        assertArrayEquals(sent.stdout(), received.stdout());
        assertArrayEquals(sent.stderr(), received.stderr());
    }

    @Test
    void eventsOfRepeatedExecutions_areTheSameObjects() throws Exception {
        Samples samples = new Samples(8);
        Plan plan = samples.plan();
        Execution sent = samples.execution(plan);
        ResultCodec codec = new ResultCodec();
        Execution first = codec.decode(encoded(sent, 1).body(), plan, 1);
        Execution second = codec.decode(encoded(sent, 2).body(), plan, 2);
        int count = first.events().size();
        long same = IntStream.range(0, count)
                .filter(i -> isSame(first.events().get(i), second.events().get(i)))
                .count();
        assertTrue(count > 10 && same > count * 0.8, same + " of " + count);
        assertSame(first.threads(), second.threads());
    }

    @SuppressWarnings("ReferenceEquality") // which is the point
    private static boolean isSame(Event one, Event other) {
        return one == other;
    }

    @Test
    void resolved_comesBackAsItWas() throws Exception {
        List<Resolved> answers = new Samples(3).resolved(50);
        long[] asked = answers.stream().mapToLong(Resolved::address).toArray();
        ResolveCodec.encode(buffer, answers);
        Frame frame = Samples.frame(buffer).expect(FrameType.RESOLVED);
        assertEquals(answers, ResolveCodec.decode(frame.body(), asked));
        buffer.clear();
        ResolveCodec.encodeRequest(buffer, asked);
        assertArrayEquals(
                asked, ResolveCodec.decodeRequest(Samples.frame(buffer).body()));
    }

    @Test
    void hello_comesBackAsItWas() throws Exception {
        HelloCodec.encode(buffer, new Hello(4711, true, false));
        assertEquals(
                new Hello(4711, true, false),
                HelloCodec.decode(Samples.frame(buffer).body()));
    }

    @Test
    void resultOfAnotherPlan_isRefused() throws Exception {
        Samples samples = new Samples(1);
        Plan plan = samples.plan();
        Frame frame = encoded(samples.execution(plan), 6);
        refused("RESULT of plan 6 where plan 7 was due", () -> new ResultCodec().decode(frame.body(), plan, 7));
    }

    @Test
    void hugeCounts_areRefusedWithoutAllocating() throws Exception {
        Samples samples = new Samples(1);
        Plan plan = samples.plan();
        Frame frame = encoded(samples.execution(plan), 1);
        frame.body().putInt(Wire.Result.EVENT_COUNT, -1);
        refused("whose counts add up to", () -> new ResultCodec().decode(frame.body(), plan, 1));
    }

    @Test
    void lengthBeyondTheLimit_isRefused() {
        Frame.putHeader(buffer, FrameType.RESULT, Wire.MAX_FRAME + 1);
        refused("a frame of 268435457 bytes", () -> Frame.bodyLength(buffer, 0));
        buffer.putInt(0, -1);
        refused("a frame of 4294967295 bytes", () -> Frame.bodyLength(buffer, 0));
    }

    @Test
    void otherVersion_isRefused() {
        Frame.putHeader(buffer, FrameType.RESULT, 0);
        buffer.putShort(Wire.Frame.VERSION, (short) 2);
        refused("protocol version 2, this side speaks version 1", () -> Frame.bodyLength(buffer, 0));
    }

    @Test
    void errorFrame_isRefusedWithItsText() throws Exception {
        TextCodec.encode(buffer, "no memory for the trace");
        Frame frame = Samples.frame(buffer);
        refused("the target reports: no memory for the trace", () -> frame.expect(FrameType.RESULT));
    }

    private Frame encoded(Execution execution, int number) throws ProtocolException {
        buffer.clear();
        ResultEncoder.encode(buffer, execution, number);
        return Samples.frame(buffer).expect(FrameType.RESULT);
    }

    private static void refused(String why, org.junit.jupiter.api.function.Executable decoding) {
        ProtocolException refusal = assertThrows(ProtocolException.class, decoding);
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }
}
