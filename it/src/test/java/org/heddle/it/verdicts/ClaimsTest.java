package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims about memory: conditions that never hold, and conditions that hold at some time. */
final class ClaimsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.claims", 4);
    private static final int VARIABLES = 3;

    private static final String RANDOM =
            """
            #include <heddle.h>
            #include <pthread.h>
            #include <stdatomic.h>
            #include <stdlib.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static int wanted[3], eventually = -1;
            @VARIABLES@
            static int is_wanted(void) { return v0 == wanted[0] && v1 == wanted[1] && v2 == wanted[2]; }
            HEDDLE_NEVER(eventually == 0 && is_wanted());
            HEDDLE_EVENTUALLY(eventually == 0 || (eventually == 1 && is_wanted()));
            @THREADS@
            int main(int count, char **arguments) {
                if (count != 5) return 9;
                for (int i = 0; i < 3; i++) wanted[i] = atoi(arguments[2 + i]);
                eventually = atoi(arguments[1]);
                pthread_t other[2];
                for (int i = 0; i < @OTHERS@; i++) pthread_create(&other[i], NULL, i ? second : first, NULL);
                main_thread();
                for (int i = 0; i < @OTHERS@; i++) pthread_join(other[i], NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    /** A write, or the lock (variable −1) with value 1 to take it and 0 to give it back. */
    private record Act(int variable, int value) {
        boolean isLock() {
            return variable < 0;
        }

        String inC() {
            return isLock()
                    ? "pthread_mutex_%s(&lock);".formatted(value == 1 ? "lock" : "unlock")
                    : "v%d = %d;".formatted(variable, value);
        }
    }

    /** What each interleaving of the acts comes to, by trying all of them. */
    private static final class BruteForce {
        private final List<List<Act>> threads;
        private final Map<List<Integer>, Set<List<Integer>>> statesFrom =
                new LinkedHashMap<>(); // that some way on comes to
        private final Map<List<Integer>, Set<List<Integer>>> certainFrom =
                new LinkedHashMap<>(); // that all ways on come to

        BruteForce(List<List<Act>> threads) {
            this.threads = threads;
            explore(start());
        }

        private List<Integer> start() {
            return new ArrayList<>(Collections.nCopies(threads.size() + 1 + VARIABLES, 0));
        }

        Set<List<Integer>> possible() {
            return statesFrom.get(start());
        }

        Set<List<Integer>> certain() {
            return certainFrom.get(start());
        }

        /** @param at how far each thread is, who has the lock (1 + its number), and what the variables hold */
        private void explore(List<Integer> at) {
            if (statesFrom.containsKey(at)) {
                return;
            }
            List<Integer> now = at.subList(threads.size() + 1, at.size());
            Set<List<Integer>> some = new HashSet<>();
            Set<List<Integer>> all = null;
            for (int thread = 0; thread < threads.size(); thread++) {
                List<Integer> next = step(at, thread);
                if (next != null) {
                    explore(next);
                    some.addAll(statesFrom.get(next));
                    Set<List<Integer>> certain = certainFrom.get(next);
                    if (all == null) {
                        all = new HashSet<>(certain);
                    } else {
                        all.retainAll(certain);
                    }
                }
            }
            Set<List<Integer>> certain = all == null ? new HashSet<>() : all;
            some.add(List.copyOf(now));
            certain.add(List.copyOf(now));
            statesFrom.put(at, some);
            certainFrom.put(at, certain);
        }

        private List<Integer> step(List<Integer> at, int thread) {
            int position = at.get(thread);
            if (position == threads.get(thread).size()) {
                return null;
            }
            Act act = threads.get(thread).get(position);
            List<Integer> next = new ArrayList<>(at);
            next.set(thread, position + 1);
            if (!act.isLock()) {
                next.set(threads.size() + 1 + act.variable, act.value);
            } else if (act.value == 1 && at.get(threads.size()) != 0) {
                return null;
            } else {
                next.set(threads.size(), act.value == 1 ? 1 + thread : 0);
            }
            return next;
        }
    }

    /** Plain variables have one writer each, or the lock around all writes; atomic ones have any. */
    private static List<List<Act>> random(Random random, boolean isAtomic) {
        int count = 2 + random.nextInt(2);
        boolean locks = !isAtomic && random.nextBoolean();
        List<List<Act>> threads = new ArrayList<>();
        for (int thread = 0; thread < count; thread++) {
            List<Act> acts = new ArrayList<>();
            int writes = 1 + random.nextInt(count == 2 ? 3 : 2);
            for (int n = 0; n < writes; n++) {
                int variable = isAtomic || locks ? random.nextInt(VARIABLES) : thread;
                acts.add(new Act(variable, 1 + random.nextInt(2)));
            }
            if (locks) {
                int from = random.nextInt(2) == 0 ? 0 : acts.size() / 2;
                acts.add(from, new Act(-1, 1));
                acts.add(from, new Act(-1, 0));
                acts.add(0, new Act(-1, 1));
                acts.add(new Act(-1, 0));
            }
            threads.add(acts);
        }
        return threads;
    }

    private Path compile(String name, List<List<Act>> threads, boolean isAtomic) throws Exception {
        StringBuilder variables = new StringBuilder();
        for (int n = 0; n < VARIABLES; n++) {
            variables.append("static %s v%d;%n".formatted(isAtomic ? "atomic_int" : "int", n));
        }
        StringBuilder functions = new StringBuilder();
        List<String> names = List.of("main_thread", "first", "second");
        for (int n = 0; n < names.size(); n++) {
            String body = n < threads.size()
                    ? String.join(" ", threads.get(n).stream().map(Act::inC).toList())
                    : "";
            functions.append(
                    n == 0
                            ? "static void main_thread(void) { " + body + " }\n"
                            : "static void *" + names.get(n) + "(void *unused) { " + body + " return unused; }\n");
        }
        Path source = Files.writeString(
                folder.resolve(name + ".c"),
                RANDOM.replace("@VARIABLES@", variables)
                        .replace("@THREADS@", functions)
                        .replace("@OTHERS@", Integer.toString(threads.size() - 1)));
        Path executable = folder.resolve(name);
        Run run = Heddle.run("cc", "-g", source, "-o", executable);
        assertEquals(0, run.exitCode(), run::toString);
        return executable;
    }

    private boolean isFound(Path executable, boolean eventually, List<Integer> state) throws Exception {
        Run run = Heddle.run(
                "check",
                "-o",
                folder,
                "--require-complete",
                executable,
                "--",
                eventually ? 1 : 0,
                state.get(0),
                state.get(1),
                state.get(2));
        assertTrue(run.exitCode() <= 1, run::toString);
        assertTrue(run.exitCode() == 0 || run.out().startsWith("assertion [assertion]"), run::toString);
        return run.exitCode() == 1;
    }

    /** The oracle: every state of every interleaving, of random programs. */
    @Test
    void claimsOfRandomPrograms_failWhereSomeInterleavingBreaksThem() throws Exception {
        int found = 0;
        int proved = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Random random = new Random(seed);
            boolean isAtomic = seed % 2 == 0;
            List<List<Act>> threads = random(random, isAtomic);
            BruteForce truth = new BruteForce(threads);
            Path executable = compile("random" + seed, threads, isAtomic);
            for (List<Integer> state : states(random, truth)) {
                boolean never = isFound(executable, false, state);
                boolean eventually = isFound(executable, true, state);
                String what = threads + " and " + state;
                assertEquals(truth.possible().contains(state), never, "never: " + what);
                assertEquals(!truth.certain().contains(state), eventually, "eventually: " + what);
                found += (never ? 1 : 0) + (eventually ? 1 : 0);
                proved += (never ? 0 : 1) + (eventually ? 0 : 1);
            }
        }
        assertTrue(found > PROGRAMS && proved > PROGRAMS, found + " found, " + proved + " proved");
    }

    /** Some that can be, some that cannot, and those that have to be. */
    private static Set<List<Integer>> states(Random random, BruteForce truth) {
        List<List<Integer>> possible = new ArrayList<>(truth.possible());
        Set<List<Integer>> chosen = new HashSet<>(truth.certain());
        chosen.remove(List.of(0, 0, 0));
        for (int n = 0; n < 3; n++) {
            chosen.add(possible.get(random.nextInt(possible.size())));
            chosen.add(List.of(random.nextInt(3), random.nextInt(3), random.nextInt(3)));
        }
        return chosen;
    }

    private static final String ONE =
            """
            #include <heddle.h>
            #include <pthread.h>
            #include <stdlib.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static int left = 5, right = 5, looks;
            struct account { int amount; };
            static int is_short(void *account) { return ((struct account *)account)->amount < 0; }
            static int unfinished(void *unused) { (void)unused; while (left > 0) {} return 0; }
            static int counting(void *unused) { (void)unused; return ++looks < 0; }
            static int nothing(void *unused) { (void)unused; return 0; }
            static struct account *account;
            static void *take(void *amount) {
                pthread_mutex_lock(&lock);
                if (account->amount >= *(int *)amount) {
                    pthread_mutex_unlock(&lock);
                    pthread_mutex_lock(&lock);
                    account->amount -= *(int *)amount;
                }
                pthread_mutex_unlock(&lock);
                return NULL;
            }
            int main(void) {
                (void)is_short, (void)unfinished, (void)counting, (void)nothing;
                account = malloc(sizeof *account);
                account->amount = 3;
                BEFORE;
                int amount = 2;
                pthread_t thread;
                pthread_create(&thread, NULL, take, &amount);
                AFTER;
                take(&amount);
                pthread_join(thread, NULL);
                free(account);
                return 0;
            }
            """;

    private Run check(String before, String after, Object... options) throws Exception {
        Path source = Files.writeString(
                folder.resolve("one.c"), ONE.replace("BEFORE", before).replace("AFTER", after));
        List<Object> words = new ArrayList<>(List.of("check", "-o", folder));
        words.addAll(Arrays.asList(options));
        words.add(source);
        return Heddle.run(words.toArray());
    }

    @Test
    void claimAboutABlock_isFoundWhereNoThreadLooks_andReplays() throws Exception {
        Run run = check("heddle_never(is_short, account)", "");
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("\"heddle_never(is_short, account)\" fails in"), run::toString);
        assertTrue(run.out().contains("one.c:26 in main"), run::toString);
        Run replayed = Heddle.run("replay", folder.resolve("one.assertion.1.heddle-schedule"));
        assertTrue(replayed.out().contains("The same happened again"), replayed::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "'heddle_never(counting, NULL)', '', of a condition that changes memory, 2",
        "'', 'heddle_never(nothing, NULL)', make claims before it, 2",
        "'heddle_never(unfinished, NULL)', '', of a condition that does not return, 2",
        "'for (int i = 0; i < 65; i++) heddle_never(nothing, NULL)', '', more than 64 calls of heddle_never, 3"
    })
    void mistakesInClaims_areToldWithTheLine(String before, String after, String words, int code) throws Exception {
        Run run = check(before, after, "--progress-limit", "1s", "--require-complete");
        String all = (run.out() + run.err()).replaceAll("\\s+", " ");
        assertTrue(all.contains(words), run::toString);
        assertTrue(all.contains("one.c:"), run::toString);
        assertEquals(code, run.exitCode(), run::toString);
        run.assertNoStackTrace();
    }

    @Test
    void betweenSynchronisationAlone_isNamedAsNotSeen() throws Exception {
        Run run = check("heddle_never(nothing, NULL)", "", "--points=sync", "--require-complete");
        assertTrue(
                run.out()
                        .replaceAll("\\s+", " ")
                        .contains(
                                "except for what these calls do: claims about memory between operations of synchronisation (one.c:26)"),
                run::toString);
    }

    @Test
    void aForkedProcess_inWhichNobodyLooks_isNamedAsNotSeen() throws Exception {
        Path source = Files.writeString(
                folder.resolve("f.c"),
                """
                #include <heddle.h>
                #include <sys/wait.h>
                #include <unistd.h>
                static int number;
                HEDDLE_NEVER(number == 1);
                int main(void) {
                    pid_t child = fork();
                    if (child == 0) {
                        _exit(0);
                    }
                    waitpid(child, NULL, 0);
                    return 0;
                }
                """);
        Run run = Heddle.run("check", "-o", folder, "--require-complete", source);
        String words = run.out().replaceAll("\\s+", " ");
        assertTrue(
                words.contains("except for what these calls do: claims about memory in a forked process (f.c:7)"),
                run::toString);
        assertEquals(3, run.exitCode(), run::toString);
    }

    @Test
    void claimsOfACxxProgram_areLookedAt_andItRunsOnItsOwn() throws Exception {
        Path source = Files.writeString(
                folder.resolve("t.cpp"),
                """
                #include <heddle.h>
                #include <thread>
                static int one, other;
                HEDDLE_NEVER(one == 1 && other == 1);
                int main() {
                    std::thread thread([] { one = 1; one = 0; });
                    other = 1;
                    other = 0;
                    thread.join();
                }
                """);
        Run run = Heddle.run("check", "-o", folder, source);
        assertTrue(run.out().contains("\"HEDDLE_NEVER(one == 1 && other == 1)\" fails in"), run::toString);
        Run built = Heddle.run("c++", source, "-o", folder.resolve("t"));
        assertEquals(0, built.exitCode(), built::toString);
        assertEquals(
                0,
                new ProcessBuilder(folder.resolve("t").toString())
                        .directory(folder.toFile())
                        .start()
                        .waitFor());
    }
}
