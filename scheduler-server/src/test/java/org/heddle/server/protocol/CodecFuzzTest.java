package org.heddle.server.protocol;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.protocol.message.Failures;
import org.heddle.server.protocol.message.Hello;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.ProtocolException;
import org.heddle.server.protocol.message.Resolved;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.SignalRequest;
import org.heddle.server.protocol.message.Spurious;
import org.heddle.server.protocol.message.TimeoutsMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever bytes arrive, decoding gives a value or a {@link ProtocolException}; anything else fails these tests. */
@Tag("thorough")
final class CodecFuzzTest {
    private static final int ROUNDS = 10_000 * Integer.getInteger("heddle.times", 1);

    private final ResultCodec results = new ResultCodec();
    private final Plan plan = new Samples(1).plan();
    private long[] asked = {1, 2, 3};
    private int decoded;
    private int refused;

    @Test
    void randomBytes_areDecodedOrRefused() {
        Random random = new Random(20);
        ByteBuffer bytes = Samples.buffer();
        for (int i = 0; i < ROUNDS; i++) {
            bytes.clear();
            byte[] noise = new byte[random.nextInt(400)];
            random.nextBytes(noise);
            decodeEveryWay(bytes.put(noise).flip().slice().order(ByteOrder.LITTLE_ENDIAN));
        }
        assertTrue(refused > ROUNDS, refused + " refused");
    }

    @Test
    void mutatedFrames_areDecodedOrRefused() {
        Random random = new Random(30);
        ByteBuffer bytes = Samples.buffer();
        for (int i = 0; i < ROUNDS; i++) {
            bytes.clear();
            writeFrame(bytes, new Samples(i % 500), i);
            mutate(bytes, random);
            decodeFrames(bytes.flip());
        }
        assertTrue(decoded > ROUNDS / 20 && refused > ROUNDS / 20, decoded + " decoded, " + refused + " refused");
    }

    private void writeFrame(ByteBuffer bytes, Samples samples, int kind) {
        switch (kind % 4) {
            case 0 -> PlanCodec.encode(
                    bytes,
                    plan,
                    new PlanCodec.Envelope(
                            1,
                            2,
                            new RunOptions(
                                    PointsMode.ALL,
                                    TimeoutsMode.ANY,
                                    4,
                                    new Spurious(3, true),
                                    Failures.of(2),
                                    EnumSet.allOf(RunFlag.class),
                                    EnumSet.allOf(MachineChange.class),
                                    SignalRequest.NONE),
                            true,
                            Optional.empty()));
            case 1 -> {
                List<Resolved> answers = samples.resolved(3);
                asked = answers.stream().mapToLong(Resolved::address).toArray();
                ResolveCodec.encode(bytes, answers);
            }
            case 2 -> HelloCodec.encode(bytes, new Hello(3, false, true));
            default -> ResultEncoder.encode(bytes, samples.execution(plan), 1);
        }
    }

    private static void mutate(ByteBuffer bytes, Random random) {
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(Math.min(bytes.position(), random.nextBoolean() ? 64 : 4096));
            byte value = random.nextBoolean() ? (byte) random.nextInt() : (byte) (random.nextBoolean() ? -1 : 0);
            bytes.put(at, value);
        }
        if (random.nextInt(4) == 0) {
            bytes.position(random.nextInt(bytes.position() + 1));
        }
    }

    private void decodeFrames(ByteBuffer bytes) {
        if (bytes.limit() < Frame.HEADER) {
            return;
        }
        attempt(() -> {
            int length = Frame.bodyLength(bytes, 0);
            if (bytes.limit() - Frame.HEADER >= length) {
                decode(Frame.at(bytes, 0, length));
            }
        });
    }

    private void decode(Frame frame) throws ProtocolException {
        switch (frame.type()) {
            case HELLO -> HelloCodec.decode(frame.body());
            case PLAN -> PlanCodec.decode(frame.body());
            case RESULT -> results.decode(frame.body(), plan, 1);
            case RESOLVE -> ResolveCodec.decodeRequest(frame.body());
            case RESOLVED -> ResolveCodec.decode(frame.body(), asked);
            case DEBUGGEE -> DebuggeeCodec.decode(frame.body());
            case BROKEN -> BrokenCodec.decode(frame.body());
            case ERROR -> TextCodec.decode(frame.body());
            case BYE -> frame.body().limit();
        }
    }

    private void decodeEveryWay(ByteBuffer body) {
        attempt(() -> HelloCodec.decode(body));
        attempt(() -> PlanCodec.decode(body));
        attempt(() -> results.decode(body, plan, 1));
        attempt(() -> ResolveCodec.decodeRequest(body));
        attempt(() -> ResolveCodec.decode(body, asked));
        attempt(() -> TextCodec.decode(body));
        attempt(() -> BrokenCodec.decode(body));
    }

    private interface Decoding {
        void run() throws ProtocolException;
    }

    private void attempt(Decoding decoding) {
        try {
            decoding.run();
            decoded++;
        } catch (ProtocolException expected) {
            refused++;
        }
    }
}
