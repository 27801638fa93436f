package org.heddle.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.heddle.dpor.model.ChannelNames;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.MemoryOrder;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.Operation;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.OperationTrait;
import org.heddle.dpor.model.Relation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runtime and the exploration have one dependence relation, and one catalogue of operations. */
final class RuntimeDependenceTest {
    private static final int PAIRS = 200_000;
    private static final int QUESTION = 4 * Long.BYTES + 2 * Wire.Event.SIZE;
    private static final long[] ADDRESSES = {0x1000, 0x1004, 0x1008, 0x1010};
    private static final int[] THREADS = {0, 7, 9};
    private static final long[] CHANNELS = {
        ChannelNames.of(0, 1),
        ChannelNames.of(0, 2),
        ChannelNames.of(0, 47),
        ChannelNames.of(7, 1),
        ChannelNames.of(7, 46)
    };
    private static final long[] CHANNEL_SETS = {
        ChannelNames.of(0, 1),
        ChannelNames.of(0, 47),
        ChannelNames.of(7, 46),
        ChannelNames.ofSet(0, 0b11),
        ChannelNames.ofSet(0, 0b110),
        ChannelNames.ofSet(7, 0b11),
        ChannelNames.ofSet(7, (1L << ChannelNames.MOST_IN_SET) - 1)
    };
    private static final long[] SIZES = {0, 1, 2, 4, 8, 16};
    private static final long[] RESULTS = {0, 1, 4, 16, 22, 110, 131, -1};
    private static final long[] DEADLINES = {0, OperationKind.DEADLINE_ANY, 5000};
    private static final long[] INTERRUPTS = {0, OperationKind.SPINS, OperationKind.ANNOUNCED, 3, 4, 16, 22, 1L << 61};

    @TempDir
    private static Path folder;

    private static RuntimeOracle oracle;

    @BeforeAll
    static void compile() throws Exception {
        oracle = RuntimeOracle.compile(folder, "dependence_oracle.c", "model/dependence.c", "base/catalogue.c");
    }

    @Test
    void everyKind_hasTheSameRowInTheRuntime() throws Exception {
        String ours = Arrays.stream(OperationKind.values())
                .map(RuntimeDependenceTest::row)
                .collect(Collectors.joining());
        assertEquals(ours, oracle.ask("rows"));
    }

    private static String row(OperationKind kind) {
        return "%s %d %s %s %d %d %d\n"
                .formatted(
                        kind,
                        kind.code(),
                        kind.family(),
                        kind.use(),
                        kind.blockingForm() == kind ? 0 : kind.blockingForm().code(),
                        kind.canBlock() ? 1 : 0,
                        kind.isMemoryAccess() ? 1 : 0);
    }

    @Test
    void randomPairsOfEvents_areDependentInBothOrInNeither() throws Exception {
        Random random = new Random(20_26);
        ByteBuffer questions = ByteBuffer.allocate(PAIRS * QUESTION).order(ByteOrder.LITTLE_ENDIAN);
        List<Event> events = new ArrayList<>();
        Dependence[] relations = new Dependence[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            Relation relation = Samples.relation(random);
            relations[pair] = new Dependence(relation);
            questions
                    .putLong(relation.cautious() ? 1 : 0)
                    .putLong(relation.inTurn() ? 1 : 0)
                    .putLong(relation.counting() ? 1 : 0)
                    .putLong(relation.marking() ? 1 : 0);
            for (int side = 0; side < 2; side++) {
                Event event = event(random);
                events.add(event);
                EventCodec.encode(questions, event);
            }
        }
        String answers = oracle.ask(Files.write(folder.resolve("questions"), questions.array()));
        assertEquals(PAIRS, answers.length(), answers);
        int dependent = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            Event a = events.get(2 * pair);
            Event b = events.get(2 * pair + 1);
            boolean ours = relations[pair].dependent(a, b);
            assertEquals(answers.charAt(pair) != 0, ours, "the runtime's answer, for " + a + " and " + b);
            dependent += ours ? 1 : 0;
        }
        assertTrue(dependent > PAIRS / 10 && dependent < PAIRS * 9 / 10, "both answers are common: " + dependent);
    }

    private static Event event(Random random) {
        OperationKind[] kinds = OperationKind.values();
        OperationKind kind = kinds[random.nextInt(kinds.length)];
        Operation operation = new Operation(
                kind,
                object(random, kind),
                object2(random, kind),
                argument(random, kind),
                MemoryOrder.SEQ_CST,
                MemoryOrder.SEQ_CST,
                kind.isMemoryAccess() && random.nextInt(3) == 0,
                0);
        int thread = THREADS[random.nextInt(THREADS.length)];
        return new Event(thread, operation, random.nextInt(3) - 1, any(random, RESULTS), random.nextInt(3));
    }

    private static long object(Random random, OperationKind kind) {
        return switch (kind.family()) {
            case THREAD -> THREADS[random.nextInt(THREADS.length)];
            case KERNEL -> OperationKind.KERNEL_OBJECT;
            case CHANNEL -> kind == OperationKind.CHANNEL_POLL ? any(random, CHANNEL_SETS) : any(random, CHANNELS);
            default -> any(random, ADDRESSES);
        };
    }

    private static long object2(Random random, OperationKind kind) {
        if (kind == OperationKind.ATOMIC_RMW) {
            return random.nextBoolean() ? OperationKind.ADDS : 0;
        }
        if (kind == OperationKind.ATOMIC_STORE) {
            return random.nextBoolean() ? OperationKind.MARKS : 0;
        }
        return kind.has(OperationTrait.INTERRUPTIBLE) ? any(random, INTERRUPTS) : any(random, ADDRESSES);
    }

    private static long argument(Random random, OperationKind kind) {
        if (kind == OperationKind.AWAIT) {
            long more = random.nextBoolean() ? any(random, SIZES) << 8 : 2L << 8 | any(random, SIZES) << 16;
            return any(random, SIZES) | more;
        }
        if (kind.has(OperationTrait.WITH_TARGET)) {
            return random.nextBoolean() ? 0 : 1 + THREADS[random.nextInt(THREADS.length)];
        }
        if (kind.family() == ObjectFamily.MEMORY) {
            return any(random, SIZES);
        }
        return kind.isTimed() ? any(random, DEADLINES) : random.nextInt(3);
    }

    private static long any(Random random, long[] values) {
        return values[random.nextInt(values.length)];
    }
}
