package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions have a copy without hooks, which does the same. */
final class PlainCopiesTest {
    /** Of each way that control takes, and of variables that both copies share. */
    private static final String C =
            """
            #include <setjmp.h>
            #include <stdio.h>
            #include <string.h>
            int table[64];
            static jmp_buf back;
            struct pair { long a, b; };
            static int chosen(int n) {
                switch (n) {
                    case 0: return table[1]++;
                    case 1: table[2] += n; break;
                    case 7: table[3] = table[2] ? 5 : 6; /* falls through */
                    default: table[4]--;
                }
                return table[4];
            }
            static int of_length(int n) {
                int numbers[n], sum = 0;
                for (int i = 0; i < n; i++) numbers[i] = table[i % 64] + i;
                for (int i = n; i-- > 0;) sum += numbers[i];
                return sum;
            }
            static int computed(int n) {
                static void *const ways[] = {&&one, &&two};
                goto *ways[n & 1];
            one: return ++table[5];
            two: return table[5] += 2;
            }
            static struct pair swapped(struct pair p, struct pair *also) {
                struct pair q = {p.b, p.a};
                also->a += table[5];
                p = *also;
                return (struct pair){q.a + p.a, q.b};
            }
            static void jump(int n) { if (table[6]++ < n) longjmp(back, n); }
            static int jumps(void) { volatile int times = 0; setjmp(back); times++; jump(3); return times; }
            static long self(long n) { return n < 2 ? table[7]++ + n : self(n - 1) + self(n - 2); }
            static const char *text(const char *s) { return *s && table[0] >= 0 ? text(s + 1) : s; }
            int main(int count, char **arguments) {
                struct pair p = {count, 3};
                int sum = 0;
                for (int i = 0; i < 20; i++) sum = sum * 3 + chosen(i % 9) + of_length(i + 1) + computed(i);
                p = swapped(p, &p);
                printf("%d %ld %ld %d %ld %d %d\\n", sum, p.a, p.b, jumps(), self(10), *text(arguments[0]), table[4]);
                return 0;
            }
            """;

    private static final String CXX =
            """
            #include <cstdio>
            #include <stdexcept>
            #include <string>
            int state;
            struct Guard { ~Guard() { state += 10; } };
            static int risky(int n) {
                Guard guard;
                if (n % 3 == 0) throw std::runtime_error("three");
                if (n % 5 == 0) throw n;
                return state += n;
            }
            static int tries(int n) {
                try { return risky(n); }
                catch (const std::exception &e) { return state -= static_cast<int>(std::string(e.what()).size()); }
                catch (int caught) { return state ^= caught; }
            }
            int main() {
                int sum = 0;
                for (int i = 0; i < 30; i++) sum = sum * 3 + tries(i);
                std::printf("%d %d\\n", sum, state);
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-O1", "-O2", "-O3", "-Os"})
    void bothCopies_doWhatTheProgramDoes(String optimisation) throws Exception {
        Workspace work = new Workspace(folder).file("t.c", C).file("t.cc", CXX);
        for (String source : List.of("t.c", "t.cc")) {
            work.run(source.equals("t.c") ? "cc" : "c++", "-fwrapv", source, "-o", "native")
                    .succeeds();
            List<String> flags = List.of(optimisation, "-fwrapv", "-g", source, "-lstdc++", "-o", "t");
            work.cc(flags.toArray(String[]::new)).succeeds();
            String expected = work.run("./native").succeeds().out();
            assertEquals(expected, work.run("./t").succeeds().out(), "without hooks, " + source);
            List<String> echoed = work.runEchoed("./t");
            assertTrue(echoed.stream().anyMatch(line -> line.startsWith("write")), source);
        }
    }

    @Test
    void copiesAreMade_whereCodeIsToBeFast() throws Exception {
        Workspace work = new Workspace(folder)
                .file("t.c", "int x[9]; int f(int n) { int s = 0; while (n-- > 0) s += x[n]++; return s; }\n");
        work.cc("-O2", "-fno-unroll-loops", "-fno-vectorize", "-S", "t.c", "-o", "t.s")
                .succeeds();
        String code = work.read("t.s");
        assertTrue(code.contains("__heddle_attached"), code);
        work.cc("-O1", "-S", "t.c", "-o", "t.s").succeeds();
        assertTrue(!work.read("t.s").contains("__heddle_attached"), "as heddle check compiles");
    }
}
