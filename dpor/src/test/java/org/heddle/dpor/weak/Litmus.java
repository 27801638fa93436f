package org.heddle.dpor.weak;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.heddle.dpor.model.MemoryOrder;

/**
 * A small program of atomic accesses and fences.
 *
 * @param threads what each thread does
 */
record Litmus(List<List<Step>> threads) {
    /** What a step does. */
    enum Kind {
        LOAD,
        STORE,
        ADD,
        EXCHANGE,
        COMPARE,
        FENCE
    }

    /**
     * A step.
     *
     * @param kind what it does
     * @param location where
     * @param value what it stores or adds
     * @param expected what a compare-and-swap expects; of any other step: it is left out if its thread read something else last, unless this
     *     is negative
     * @param order its memory order
     * @param failure that of a compare-and-swap that fails
     */
    record Step(Kind kind, int location, int value, int expected, MemoryOrder order, MemoryOrder failure) {
        @Override
        public String toString() {
            return kind + "(" + location + "," + value + "," + expected + "," + order + "," + failure + ")";
        }
    }

    static Step load(int location, MemoryOrder order) {
        return new Step(Kind.LOAD, location, 0, -1, order, order);
    }

    static Step store(int location, int value, MemoryOrder order) {
        return new Step(Kind.STORE, location, value, -1, order, order);
    }

    static Step fence(MemoryOrder order) {
        return new Step(Kind.FENCE, 0, 0, -1, order, order);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    static Litmus of(List<Step>... threads) {
        return new Litmus(List.of(threads));
    }

    /** Two threads that store each one location, and load the other's. */
    static Litmus storeBuffering(MemoryOrder stores, MemoryOrder loads) {
        return of(List.of(store(0, 1, stores), load(1, loads)), List.of(store(1, 1, stores), load(0, loads)));
    }

    /** Two threads that store each one location, and two that load both in either order. */
    static Litmus independentReads(MemoryOrder stores, MemoryOrder loads) {
        return of(
                List.of(store(0, 1, stores)),
                List.of(store(1, 1, stores)),
                List.of(load(0, loads), load(1, loads)),
                List.of(load(1, loads), load(0, loads)));
    }

    /** A random program. */
    static Litmus random(Random random) {
        int threadCount = 2 + (random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0);
        int locations = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 2;
        int flavour = random.nextInt(4);
        int room = threadCount == 2 ? 7 : threadCount + 4;
        List<List<Step>> threads = new ArrayList<>();
        for (int t = 0; t < threadCount; t++) {
            List<Step> steps = new ArrayList<>();
            int others = threadCount - t - 1;
            int length = Math.min(room - others, 2 + random.nextInt(3));
            room -= length;
            int location = random.nextInt(locations);
            for (int k = 0; k < length; k++) {
                steps.add(step(random, location, flavour));
                location = (location + (random.nextInt(4) == 0 ? 0 : 1)) % locations;
            }
            threads.add(List.copyOf(steps));
        }
        return new Litmus(List.copyOf(threads));
    }

    private static Step step(Random random, int location, int flavour) {
        int value = 1 + random.nextInt(2);
        int condition = random.nextInt(8) == 0 ? random.nextInt(3) : -1;
        int kind = random.nextInt(flavour == 0 ? 10 : 13);
        MemoryOrder any = any(random, flavour);
        if (kind < 4) {
            MemoryOrder order = loads(any);
            return new Step(Kind.LOAD, location, 0, condition, order, order);
        }
        if (kind < 8) {
            MemoryOrder order = stores(any);
            return new Step(Kind.STORE, location, value, condition, order, order);
        }
        return switch (kind) {
            case 8 -> new Step(Kind.ADD, location, value, condition, any, any);
            case 9 -> new Step(Kind.COMPARE, location, value, random.nextInt(3), any, loads(any(random, flavour)));
            case 10 -> new Step(Kind.EXCHANGE, location, value, condition, any, any);
            default -> {
                MemoryOrder order = any == MemoryOrder.RELAXED ? MemoryOrder.SEQ_CST : any;
                yield new Step(Kind.FENCE, 0, 0, condition, order, order);
            }
        };
    }

    private static MemoryOrder any(Random random, int flavour) {
        MemoryOrder[] orders =
                switch (flavour) {
                    case 1 -> new MemoryOrder[] {MemoryOrder.RELAXED, MemoryOrder.SEQ_CST};
                    case 2 -> new MemoryOrder[] {MemoryOrder.ACQ_REL, MemoryOrder.ACQ_REL, MemoryOrder.SEQ_CST};
                    default -> new MemoryOrder[] {
                        MemoryOrder.RELAXED,
                        MemoryOrder.ACQUIRE,
                        MemoryOrder.RELEASE,
                        MemoryOrder.ACQ_REL,
                        MemoryOrder.SEQ_CST,
                        MemoryOrder.SEQ_CST
                    };
                };
        return orders[random.nextInt(orders.length)];
    }

    private static MemoryOrder loads(MemoryOrder order) {
        return switch (order) {
            case RELEASE -> MemoryOrder.RELAXED;
            case ACQ_REL -> MemoryOrder.ACQUIRE;
            default -> order;
        };
    }

    private static MemoryOrder stores(MemoryOrder order) {
        return switch (order) {
            case ACQUIRE -> MemoryOrder.RELAXED;
            case ACQ_REL -> MemoryOrder.RELEASE;
            default -> order;
        };
    }
}
