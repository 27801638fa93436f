package org.heddle.it.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.heddle.it.race.Line.Action;

/** A small random program of plain and atomic accesses, mutexes, and pipes that are never empty; thread 0 is main. */
final class RandomRacyProgram {
    static final int OBJECTS = 2;

    private static final String HEAD =
            """
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stddef.h>
            #include <unistd.h>
            static struct { %s x0; %s x1; } x;
            #define x0 x.x0
            #define x1 x.x1
            static atomic_int a0, a1;
            static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
            static pthread_t t[4];
            static int p0[2], p1[2];
            static char c;
            static void begin(void) {
                if (pipe(p0) || pipe(p1) || write(p0[1], "0123456789", 10) != 10 || write(p1[1], "0123456789", 10) != 10) _exit(9);
            }
            static int receive(int end) {
                char mine = 0;
                return (int)read(end, &mine, 1) + mine;
            }
            """;

    /** Of the variables, which lie side by side: what the runtime knows of memory is kept for four bytes, or for each. */
    private static final List<String> TYPES = List.of("int", "char", "short", "long");

    private final Random random;
    private final boolean weak;
    private final boolean pipes;
    private final List<List<Line>> threads = new ArrayList<>();
    private final StringBuilder source = new StringBuilder();
    private int number = (int) HEAD.lines().count();

    /** A program of this seed; with memory orders of every kind, or with sequentially consistent atomics only. It has no pipes. */
    RandomRacyProgram(long seed, boolean weak) {
        this(seed, weak, false);
    }

    /** The same, with pipes or without. */
    RandomRacyProgram(long seed, boolean weak, boolean pipes) {
        random = new Random(seed);
        this.weak = weak;
        this.pipes = pipes;
        String type = TYPES.get((int) (seed % TYPES.size()));
        source.append(HEAD.formatted(type, type));
        int count = 2 + random.nextInt(2);
        threads.add(List.of());
        for (int thread = 1; thread < count; thread++) {
            threads.add(thread(thread, body(1 + random.nextInt(count == 2 ? 6 : 3))));
        }
        threads.set(0, main(count));
    }

    List<List<Line>> threads() {
        return threads;
    }

    String source() {
        return source.toString();
    }

    private List<Line> thread(int thread, List<Line> body) {
        return function("static void *run" + thread + "(void *u) {", body, "return u; }");
    }

    private List<Line> main(int count) {
        List<Line> body = new ArrayList<>();
        for (int thread = 1; thread < count; thread++) {
            body.add(new Line(Action.CREATE, thread, "", 0));
        }
        body.addAll(body(1 + random.nextInt(3)));
        for (int thread = 1; thread < count; thread++) {
            body.add(new Line(Action.JOIN, thread, "", 0));
        }
        body.add(plain(Action.READ));
        return function("int main(void) { begin();", body, "return 0; }");
    }

    private List<Line> function(String head, List<Line> body, String tail) {
        append(head + " int r = 0; (void)r;");
        List<Line> lines = new ArrayList<>();
        for (Line line : body) {
            append(line.text());
            lines.add(new Line(line.action(), line.object(), line.order(), number));
        }
        append(tail);
        return lines;
    }

    private void append(String line) {
        source.append(line).append('\n');
        number++;
    }

    private List<Line> body(int size) {
        List<Line> body = new ArrayList<>();
        while (body.size() < size) {
            switch (random.nextInt(pipes ? 12 : 10)) {
                case 0, 1, 2 -> body.add(plain(Action.READ));
                case 3, 4 -> body.add(plain(Action.WRITE));
                case 5, 6 -> {
                    int mutex = random.nextInt(OBJECTS);
                    body.add(new Line(Action.LOCK, mutex, "", 0));
                    body.add(plain(random.nextBoolean() ? Action.READ : Action.WRITE));
                    body.add(new Line(Action.UNLOCK, mutex, "", 0));
                }
                case 7 -> body.add(atomic(Action.STORE, "relaxed", "release", "seq_cst"));
                case 8 -> body.add(atomic(
                        random.nextBoolean() ? Action.LOAD : Action.LOAD_THEN_WRITE, "relaxed", "acquire", "seq_cst"));
                case 10, 11 -> body.add(plain(random.nextBoolean() ? Action.SEND : Action.RECEIVE));
                default -> body.add(
                        random.nextBoolean()
                                ? atomic(Action.ADD, "relaxed", "acquire", "release", "acq_rel", "seq_cst")
                                : atomic(Action.FENCE, "acquire", "release", "acq_rel", "seq_cst"));
            }
        }
        return body;
    }

    private Line plain(Action action) {
        return new Line(action, random.nextInt(OBJECTS), "", 0);
    }

    private Line atomic(Action action, String... orders) {
        String order = weak ? orders[random.nextInt(orders.length)] : "seq_cst";
        return new Line(action, random.nextInt(OBJECTS), order, 0);
    }
}
