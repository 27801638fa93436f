package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The functions of heddle.h and the names that verification tools share. */
class HarnessTest {
    @TempDir
    Path folder;

    private Workspace work;

    @BeforeEach
    void openWorkspace() {
        work = new Workspace(folder);
    }

    @Test
    void onItsOwn_aProgramTakesTheFirstAlternative() throws Exception {
        work.file(
                "t.c",
                """
                #include <heddle.h>
                int main(void) {
                    heddle_atomic_begin();
                    heddle_assume(1);
                    heddle_atomic_end();
                    heddle_assert(heddle_choose(3) == 0);
                    return (int)heddle_choose(5);
                }
                """);
        work.cc("-Wall", "-Wextra", "-Werror", "t.c", "-o", "t").succeeds();
        assertEquals(0, work.run("./t").exitCode());
        List<String> told = work.runEchoed(134, "./t");
        assertTrue(told.contains("fail heddle_choose(3) == 0 t.c:6 main"), () -> String.join("\n", told));
        assertTrue(told.containsAll(List.of("atomic-begin", "assume 1", "atomic-end")));
    }

    @Test
    void aFailedAssertion_abortsWithAMessage() throws Exception {
        work.file("t.c", "#include <heddle.h>\nint main(void) { heddle_assert(1 > 2); }\n");
        work.cc("t.c", "-o", "t").succeeds();
        Workspace.Result result = work.run("./t");
        assertEquals(134, result.exitCode());
        assertEquals("t.c:2: main: assertion failed: 1 > 2\n", result.err());
    }

    @Test
    void anAssertion_tellsItsParts_onlyWhereItFails() throws Exception {
        work.file(
                "t.c",
                """
                #include <heddle.h>
                enum { LOW, HIGH = 7 };
                int a = 1, b = 2;
                int main(void) {
                    int local = a + b;
                    heddle_assert(a == 1 && b == 2);
                    heddle_assert(local == 3 && (a == 2 || b < local - 2));
                }
                """);
        work.cc("t.c", "-o", "t").succeeds();
        List<String> told = work.runEchoed(134, "./t").stream()
                .filter(line -> line.startsWith("operand"))
                .toList();
        assertEquals(List.of("operand local i 3", "operand a i 1 shared", "operand b i 2 shared"), told);
    }

    @Test
    void aFailedAssumption_endsQuietly() throws Exception {
        work.file(
                "t.c",
                """
                #include <heddle.h>
                #include <stdio.h>
                int main(void) {
                    printf("before\\n");
                    heddle_assume(0);
                    return 9;
                }
                """);
        work.cc("t.c", "-o", "t").succeeds();
        Workspace.Result result = work.run("./t");
        assertEquals(0, result.exitCode());
        assertEquals("before\n", result.out());
    }

    @Test
    void verificationTasks_runAsTheyAre() throws Exception {
        work.file(
                "t.c",
                """
                extern int __VERIFIER_nondet_int(void);
                extern _Bool __VERIFIER_nondet_bool(void);
                extern void __VERIFIER_assume(int);
                extern void __VERIFIER_atomic_begin(void);
                extern void __VERIFIER_atomic_end(void);
                extern void abort(void);
                void reach_error(void) { abort(); }
                int x;
                void __VERIFIER_atomic_inc(void) { x++; }
                int main(void) {
                    int n = __VERIFIER_nondet_int();
                    __VERIFIER_assume(n >= -1 && !(__VERIFIER_nondet_bool() && n > 5));
                    __VERIFIER_atomic_begin();
                    x = 0;
                    __VERIFIER_atomic_end();
                    __VERIFIER_atomic_inc();
                    if (x != 1) reach_error();
                    return 0;
                }
                """);
        work.cc("t.c", "-o", "t").succeeds();
        work.run("./t").succeeds();
        List<String> told = work.runEchoed("./t");
        assertEquals(2, told.stream().filter("atomic-begin"::equals).count());
        assertEquals(2, told.stream().filter("atomic-end"::equals).count());
    }
}
