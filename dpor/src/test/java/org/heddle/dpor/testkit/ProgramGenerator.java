package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.testkit.Program.Style;
import org.heddle.dpor.testkit.Statement.Handled;
import org.heddle.dpor.testkit.Statement.Holding;
import org.heddle.dpor.testkit.Statement.If;
import org.heddle.dpor.testkit.Statement.Loop;
import org.heddle.dpor.testkit.Statement.Once;
import org.heddle.dpor.testkit.Statement.Retry;
import org.heddle.dpor.testkit.Statement.Section;
import org.heddle.dpor.testkit.Statement.Simple;
import org.heddle.dpor.testkit.Statement.Try;

/** Draws a random program. */
final class ProgramGenerator {
    private static final int SENT = 3; // the variable that counts the signals sent to the first thread

    private final Random random;
    private String[] mix;
    private final int threads;

    private final boolean crowded;
    private final Style style;
    private final boolean exits; // before others have ended, more often than not

    ProgramGenerator(Random random, String[][] mixes, boolean crowded) {
        this(random, mixes, crowded, false);
    }

    ProgramGenerator(Random random, String[][] mixes, boolean crowded, boolean exits) {
        this.exits = exits;
        this.random = random;
        this.crowded = crowded;
        mix = mixes[random.nextInt(mixes.length)];
        threads = 2 + random.nextInt(3);
        Style any = List.of(Style.BARE, Style.BARE, Style.EXITING, Style.FULL).get(random.nextInt(4));
        style = exits ? Style.FULL : any;
    }

    RandomProgram program() {
        int longest = threads == 2 ? 5 : threads == 3 ? 4 : 2;
        List<List<Statement>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            List<Statement> body = list(1 + random.nextInt(longest), 0);
            if (style != Style.BARE && t > 0 && random.nextInt(3) == 0) {
                String join = List.of("join", "join", "THREAD_TRYJOIN", "timedJoin", "THREAD_DETACH")
                        .get(random.nextInt(5));
                body.add(random.nextInt(body.size() + 1), new Simple(join, random.nextInt(threads), deadline(), 0));
            }
            if (style == Style.FULL && t == 0) {
                body = mainOf(body);
            }
            boolean handles = t == 0 && List.of(mix).contains("send");
            all.add(handles ? List.of(new Handled(SENT, list(1, 1), body)) : body);
        }
        return new RandomProgram(all, style);
    }

    private List<Statement> mainOf(List<Statement> body) {
        List<Statement> main = new ArrayList<>();
        for (int t = 1; t < threads; t++) {
            main.add(new Simple("create", t, 0, 0));
        }
        main.addAll(random.nextBoolean() ? body.subList(0, 1) : List.of());
        for (int t = 1; t < threads; t++) {
            if (random.nextInt(4) > (exits ? 2 : 0)) {
                main.add(new Simple("join", t, 0, 0));
            }
        }
        return main;
    }

    private List<Statement> list(int budget, int depth) {
        List<Statement> list = new ArrayList<>();
        int left = budget;
        while (left > 0) {
            left -= add(list, mix[random.nextInt(mix.length)], depth);
        }
        return list;
    }

    private int add(List<Statement> list, String what, int depth) {
        int variable = random.nextInt(2);
        int mutex = 100 + random.nextInt(2);
        switch (what) {
            case "mem" -> list.add(memory(variable));
            case "count" -> list.add(new Simple("count", variable, 1 + random.nextInt(2), 0));
            case "mark" -> list.add(new Simple("mark", variable, 1, 0));
            case "marks" -> list.add(new Simple("mark", variable, 1 + random.nextInt(2), 0));
            case "cas" -> list.add(new Simple("cas", variable, random.nextInt(3), random.nextInt(3)));
            case "bytes" -> list.add(bytes());
            case "await" -> list.add(new Simple("await", variable, random.nextInt(3), 0));
            case "awaitEither" -> list.add(new Simple("awaitEither", 0, random.nextInt(2), 0));
            case "awaitAny" -> list.add(new Simple("awaitAny", 0, random.nextInt(2), 0));
            case "more" -> list.add(memory(random.nextInt(4)));
            case "casLock" -> {
                list.add(new Simple("casLock", variable, 0, 0));
                list.addAll(nested(depth));
                list.add(new Simple("write", variable, 0, 0));
                return 2;
            }
            case "if" -> {
                list.add(new Simple("read", variable, 0, 0));
                list.add(new If(random.nextInt(2), nested(depth), nested(depth)));
                return 2;
            }
            case "lock" -> {
                list.add(new Simple("lock", mutex, 0, 0));
                list.addAll(nested(depth));
                if (random.nextInt(20) > 0) {
                    list.add(new Simple("unlock", mutex, 0, 0));
                }
                return 2;
            }
            case "try" -> {
                list.add(new Try(mutex, nested(depth)));
                return 2;
            }
            case "section" -> {
                list.add(section(Mixes.IN_SECTION, depth));
                return 2;
            }
            case "endingSection" -> {
                list.add(section(random.nextBoolean() ? Mixes.ENDING : Mixes.CRASHING, depth));
                return 2;
            }
            case "post" -> list.add(new Simple("SEM_POST", 400, 0, 0));
            case "signal" -> list.add(new Simple("signal", 200, 0, 0));
            case "loop" -> {
                list.add(new Loop(variable, 1 + random.nextInt(2), nested(depth)));
                return 3;
            }
            case "forever" -> {
                list.add(Loop.forever(nested(depth)));
                return 3;
            }
            case "retry" -> {
                list.add(new Retry(mutex, nested(depth)));
                return 2;
            }
            case "cond" -> {
                return condition(list);
            }
            case "once" -> list.add(new Once(300, nested(depth)));
            case "choose" -> {
                list.add(new Simple("choose", 2 + random.nextInt(2), 0, 0));
                list.add(new If(1, nested(depth), nested(depth)));
            }
            case "crash" -> {
                list.add(new Simple("read", variable, 0, 0));
                list.add(new If(random.nextInt(2), List.of(new Simple("crash", 0, 0, 0)), List.of()));
            }
            case "end" -> {
                list.add(new Simple("read", variable, 0, 0));
                String end = random.nextBoolean() ? "fail" : "exit";
                list.add(new If(random.nextInt(2), List.of(new Simple(end, 0, 0, 0)), List.of()));
            }
            case "io" -> list.add(io(variable));
            case "ioPoll" -> {
                long deadline = random.nextInt(3) == 0 ? deadline() : 0;
                int bits = 1 + random.nextInt(63);
                boolean isOfChannels = random.nextInt(3) > 0;
                boolean looks = isOfChannels && random.nextInt(3) == 0;
                list.add(
                        isOfChannels
                                ? new Simple("CHANNEL_POLL", bits, looks ? 0 : 1, deadline)
                                : new Simple("IO_POLL", bits, deadline, 0));
                long found = looks ? bits & -bits : OperationKind.TIMED_OUT;
                list.add(new If(found, nested(depth), nested(depth)));
                return 2;
            }
            case "interruptible" -> {
                list.add(interruptible());
                list.add(new If(OperationKind.INTERRUPTED, nested(depth), nested(depth)));
                return 2;
            }
            case "interruptibleLock" -> {
                list.add(interruptibleLock(mutex, depth));
                return 2;
            }
            case "sem" -> list.add(semaphore());
            case "rw" -> {
                list.add(rwlock(depth));
                return 2;
            }
            case "barrier" -> {
                int barrier = (int) ReferenceOrder.CROWDED_BARRIER - (crowded ? 0 : 1);
                list.add(new Simple("barrier", barrier, crowded ? 2 : threads, 0));
                return 2;
            }
            case "spin" -> {
                String take = random.nextInt(3) == 0 ? "SPIN_TRYLOCK" : "SPIN_LOCK";
                list.add(holding(new Simple(take, 150, 0, 0), depth, new Simple("SPIN_UNLOCK", 150, 0, 0)));
                return 2;
            }
            case "timed" -> {
                Simple take = new Simple("MUTEX_LOCK", mutex, deadline(), 0);
                list.add(holding(take, depth, new Simple("unlock", mutex, 0, 0)));
                return 2;
            }
            case "timedCond" -> {
                list.add(new Simple("lock", 100, 0, 0));
                list.add(new Simple("waitUntil", 200, 100, random.nextBoolean() ? 1 : deadline()));
                list.add(new Simple("unlock", 100, 0, 0));
                return 3;
            }
            case "arm" -> {
                boolean disarms = random.nextInt(5) == 0;
                long interval = random.nextInt(3) == 0 ? 1 : 0;
                list.add(new Simple("arm", random.nextInt(Timers.COUNT), disarms ? 0 : deadline(), interval));
            }
            case "expire" -> {
                list.add(new Simple("expire", random.nextInt(Timers.COUNT), 0, 0));
                list.addAll(nested(depth));
                return 2;
            }
            case "send" -> list.add(new Simple("send", SENT, 0, 0));
            case "stray" -> {
                String stray =
                        List.of("unlock", "initMutex", "destroyMutex", "yield").get(random.nextInt(4));
                list.add(new Simple(stray, mutex, 0, 0));
            }
            default -> throw new IllegalArgumentException(what);
        }
        return 1;
    }

    private Statement section(String[] kinds, int depth) {
        List<Statement> body = new ArrayList<>();
        String[] outer = mix;
        mix = kinds;
        int left = 1 + random.nextInt(3);
        while (left > 0) {
            left -= add(body, mix[random.nextInt(mix.length)], depth + 1);
        }
        mix = outer;
        return new Section(body);
    }

    private long deadline() {
        return 2L + random.nextInt(3);
    }

    /** Now and then does not give back. */
    private Statement holding(Simple take, int depth, Simple give) {
        return new Holding(take, nested(depth), random.nextInt(8) == 0 ? List.of() : List.of(give));
    }

    /** What interrupts waits is channel 1, which therefore is never used alone: see {@link #interruptible}. */
    private Statement io(int variable) {
        int channel = random.nextInt(3) == 0 ? 2 : variable;
        int kind = random.nextInt(12);
        String what = kind < 6 ? "READ" : kind < 11 ? "WRITE" : "CHANGE";
        String on = channel == 1 || random.nextInt(3) == 0 ? "IO_" : "CHANNEL_";
        return new Simple(on + what, channel, random.nextInt(4) > 0 ? 1 : 0, random.nextInt(4) == 0 ? 4 : 0);
    }

    private Statement semaphore() {
        int semaphore = 400 + random.nextInt(3);
        int kind = random.nextInt(11);
        if (kind == 10) {
            return new Simple("SEM_PASS", semaphore, 0, 0);
        }
        if (kind < 4) {
            return new Simple("SEM_WAIT", semaphore, kind == 0 ? deadline() : 0, 0);
        }
        String what = kind < 8 ? "SEM_POST" : kind < 9 ? "SEM_TRYWAIT" : "SEM_GETVALUE";
        return new Simple(what, semaphore, 0, 0);
    }

    private Statement interruptible() {
        int bit = 1 << (2 * random.nextInt(2));
        int deadline = random.nextInt(4) == 0 ? (int) deadline() : 0;
        return style != Style.BARE && random.nextInt(3) == 0
                ? new Simple("interruptibleJoin", random.nextInt(threads), deadline, bit)
                : new Simple("interruptibleWait", 400 + random.nextInt(2), deadline, bit);
    }

    private Statement interruptibleLock(int mutex, int depth) {
        int deadline = random.nextInt(4) == 0 ? (int) deadline() : 0;
        int kind = random.nextInt(6);
        if (kind < 3) {
            int bit = 1 << (2 * random.nextInt(2));
            Simple take = new Simple("interruptibleLock", mutex, deadline, bit);
            return holding(take, depth, new Simple("unlock", mutex, 0, 0));
        }
        String take = kind < 4 ? "interruptibleRead" : kind < 5 ? "interruptibleWrite" : "interruptibleWriteFirst";
        return holding(
                new Simple(take, 500, deadline, 4), depth, new Simple("RWLOCK_UNLOCK", 500, kind < 4 ? 0 : 1, 0));
    }

    private Statement rwlock(int depth) {
        int kind = random.nextInt(10);
        Simple take = new Simple(
                kind < 4
                        ? "RWLOCK_RDLOCK"
                        : kind < 5
                                ? "RWLOCK_TRYRDLOCK"
                                : kind < 7 ? "RWLOCK_WRLOCK" : kind < 8 ? "RWLOCK_TRYWRLOCK" : "writeLockFirst",
                500,
                kind % 2 == 0 && kind != 4 ? deadline() : 0,
                0);
        return holding(take, depth, new Simple("RWLOCK_UNLOCK", 500, kind < 5 ? 0 : 1, 0));
    }

    private int condition(List<Statement> list) {
        int kind = random.nextInt(10);
        if (kind < 5) {
            list.add(new Simple("lock", 100, 0, 0));
            List<Statement> wait = List.of(new Simple("wait", 200, 100, 0));
            if (random.nextBoolean()) {
                list.add(new Simple("read", 0, 0, 0));
                list.add(new If(0, wait, List.of()));
            } else {
                list.addAll(wait);
            }
            list.add(new Simple("unlock", 100, 0, 0));
            return 3;
        }
        list.add(new Simple(kind < 8 ? "signal" : "broadcast", 200, 0, 0));
        return 1;
    }

    private List<Statement> nested(int depth) {
        return depth < 2 && random.nextInt(3) > 0 ? list(1, depth + 1) : List.of();
    }

    private Statement memory(int variable) {
        int kind = random.nextInt(20);
        if (kind < 8) {
            return new Simple("write", variable, 1 + random.nextInt(2), 0);
        }
        if (kind < 15) {
            return new Simple("read", variable, 0, 0);
        }
        return kind < 17
                ? new Simple("add", variable, 1, 0)
                : new Simple("cas", variable, random.nextInt(3), random.nextInt(3));
    }

    private Statement bytes() {
        int size = List.of(1, 2, 4, 8, 12).get(random.nextInt(5));
        int address = random.nextInt(16);
        return random.nextInt(3) > 0
                ? new Simple("writeBytes", address, size, random.nextInt(1 << 20))
                : new Simple("readBytes", address, size, 0);
    }
}
