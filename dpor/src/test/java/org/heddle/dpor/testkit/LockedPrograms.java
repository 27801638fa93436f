package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.heddle.dpor.testkit.Program.Style;
import org.heddle.dpor.testkit.Statement.IfOdd;
import org.heddle.dpor.testkit.Statement.Locked;
import org.heddle.dpor.testkit.Statement.Simple;
import org.heddle.dpor.testkit.Statement.Try;

/** Draws random programs whose threads keep plain data under mutexes: the variables 4 and 5 under the one, 6 and 7 under the other. */
public final class LockedPrograms {
    private static final int FIRST_MUTEX = 100;
    private final Random random;
    private final boolean isMixed;

    private LockedPrograms(long seed, boolean isMixed) {
        random = new Random(seed);
        this.isMixed = isMixed;
    }

    /** The program with this seed, in which nothing visible is done with a mutex in hand. */
    public static RandomProgram simple(long seed) {
        return new LockedPrograms(seed, false).program();
    }

    /** The program with this seed, in which anything is done with some mutex in hand. */
    public static RandomProgram mixed(long seed) {
        return new LockedPrograms(seed, true).program();
    }

    private RandomProgram program() {
        int threads = 2 + random.nextInt(3);
        Style style = List.of(Style.BARE, Style.BARE, Style.EXITING, Style.FULL).get(random.nextInt(4));
        int longest = threads == 2 ? 4 : threads == 3 ? 3 : 2;
        List<List<Statement>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            List<Statement> body = new ArrayList<>();
            for (int n = 1 + random.nextInt(longest); n > 0; n--) {
                body.add(statement());
            }
            if (style == Style.FULL && t == 0) {
                body = mainOf(body, threads);
            }
            all.add(body);
        }
        return new RandomProgram(all, style);
    }

    private List<Statement> mainOf(List<Statement> body, int threads) {
        List<Statement> main = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            main.add(new Simple("initMutex", FIRST_MUTEX, 0, 0));
        }
        for (int t = 1; t < threads; t++) {
            main.add(new Simple("create", t, 0, 0));
        }
        main.addAll(body);
        for (int t = 1; t < threads; t++) {
            if (random.nextInt(3) > 0) {
                main.add(new Simple("join", t, 0, 0));
            }
        }
        if (random.nextInt(4) == 0) {
            main.add(new Simple("destroyMutex", FIRST_MUTEX, 0, 0));
        }
        return main;
    }

    private Statement statement() {
        int choice = random.nextInt(isMixed ? 14 : 9);
        return switch (choice) {
            case 0, 1, 2, 3, 4 -> locked(random.nextInt(2), List.of());
            case 5 -> new Simple("publish", random.nextInt(2), 0, 0);
            case 6 -> new Simple("read", random.nextInt(2), 0, 0);
            case 7 -> new Simple("add", random.nextInt(2), 1, 0);
            case 8 -> random.nextInt(4) == 0 ? new IfOdd(List.of(crash()), List.of()) : locked(0, List.of());
            case 9 -> locked(random.nextInt(2), List.of(new Simple("write", 2, 1, 0)));
            case 10 -> locked(0, List.of(locked(1, List.of())));
            case 11 -> locked(1, List.of(locked(0, List.of())));
            case 12 -> new Try(FIRST_MUTEX + random.nextInt(2), List.of());
            default -> locked(random.nextInt(2), List.of(new IfOdd(List.of(crash()), List.of())));
        };
    }

    private Statement crash() {
        return new Simple(random.nextBoolean() ? "crash" : "fail", 0, 0, 0);
    }

    private Statement locked(int mutex, List<Statement> inside) {
        List<Statement> body = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            body.add(access(mutex));
        }
        body.addAll(inside);
        return new Locked(FIRST_MUTEX + mutex, body);
    }

    private Statement access(int mutex) {
        int variable = 4 + 2 * mutex;
        return switch (random.nextInt(6)) {
            case 0, 1 -> new Simple("plainRead", variable + random.nextInt(2), 0, 0);
            case 2, 3 -> new Simple("plainWrite", variable + random.nextInt(2), 1 + random.nextInt(2), 0);
            case 4 -> new Simple("plainPick", variable, 1, 0);
            default -> new IfOdd(
                    List.of(new Simple("plainWrite", variable, 1, 0)),
                    List.of(new Simple("plainRead", variable + 1, 0, 0)));
        };
    }
}
