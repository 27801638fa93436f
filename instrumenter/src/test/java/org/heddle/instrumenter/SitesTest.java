package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the site records of real programs say. */
class SitesTest {
    private static final String DECLARATIONS =
            """
            #include <pthread.h>
            #include <stdlib.h>
            #include <string.h>
            struct node { struct node *next; int value; struct { char tag[8]; int depth; } part[3]; pthread_mutex_t lock; };
            static struct node pool[4], *head = &pool[1];
            static int counter, grid[3][3];
            static union { int number; float real; } either;
            __attribute__((noinline)) static struct node *find(void) { return &pool[0]; }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            counter = 1;                              | counter
            head->value = 1;                          | head->value
            head->next->value = 1;                    | head->next->value
            struct node *n = head; n->value++;        | n->value
            pool[i].value = 1;                        | pool[].value
            pool[2].part[i].depth = 1;                | pool[].part[].depth
            head->part[1].tag[i] = 1;                 | head->part[].tag[]
            grid[i][1] = 1;                           | grid[][]
            either.number = 1;                        | either.number
            find()->value = 1;                        | find()->value
            *p = 1;                                   | *p
            p[3] = 1;                                 | p[]
            void *v = head; struct node *w = v; w->value = 1; | w->value
            pthread_mutex_lock(&head->lock);          | pthread_mutex_lock(&head->lock)
            pthread_mutex_lock(&pool[i].lock);        | pthread_mutex_lock(&pool[].lock)
            free(head);                               | free(head)
            free(NULL);                               | free(NULL)
            memset(grid, 0, sizeof grid);             | grid
            memset(pool, 0, 8);                       | pool[].next
            """)
    void sites_areNamedAsTheSourceNamesThem(String code, String name) throws Exception {
        Workspace work = new Workspace(folder)
                .file(
                        "t.c",
                        DECLARATIONS + "void f(int i, int *p) { (void)i; (void)p;\n" + code + "\n}\n"
                                + "int main(int argc, char **argv) { (void)argv; if (argc > 5) f(argc, &counter); }\n");
        work.cc("t.c", "-o", "t").succeeds();
        List<String> names = work.runEchoed("./t").stream()
                .filter(line -> line.startsWith("site ") && line.contains("t.c:10:"))
                .map(line -> line.replaceAll(".* name=(.*) kind=.*", "$1"))
                .toList();
        assertTrue(names.contains(name), () -> names.toString());
    }

    /** With the version of the hooks that the runtime is built with. */
    private static String attach() throws IOException {
        Matcher version = Pattern.compile("#define HEDDLE_ABI_VERSION (\\d+)u")
                .matcher(Files.readString(Path.of("../native-shim/include/heddle_abi.h")));
        assertTrue(version.find());
        return "attach version=" + version.group(1);
    }

    @Test
    void records_holdPositionKindAndSize() throws Exception {
        Workspace work = new Workspace(folder).file("dir/t.c", "long x;\nint main(void) {\n  x = 1;\n  return 0;\n}\n");
        work.cc("-O2", "dir/t.c", "-o", "t").succeeds();
        assertEquals(
                List.of(
                        attach() + " sites=1",
                        "site " + folder.toRealPath() + "/dir/t.c:3:5 main name=x kind=2 size=8",
                        "write x main:3:5 size=8"),
                work.runEchoed("./t"));
    }

    @Test
    void variables_haveTheLayoutOfTheirTypes() throws Exception {
        Workspace work = new Workspace(folder)
                .file(
                        "t.c",
                        """
                struct part { char tag[4]; unsigned low : 4, high : 4; union { int number; float real; }; };
                static struct part parts[2][3];
                static int unused[7];
                static int (*calls[2])(const char *, ...);
                int scalar;
                int main(int argc, char **argv) {
                    (void)argv;
                    parts[argc][1].number = 1;
                    calls[argc] = 0;
                    return scalar;
                }
                """);
        work.cc("-O2", "t.c", "-o", "t").succeeds();
        List<String> variables = work.runEchoed("./t").stream()
                .filter(line -> line.startsWith("variable "))
                .toList();
        assertEquals(
                List.of(
                        "variable parts 72 [36,2][12,3]{tag:0:4[1,4];:8:4{number:0:4;real:0:4;};}",
                        "variable calls 16 [8,2]"),
                variables);
    }

    @Test
    void inlinedFunctions_keepTheirOwnPositions() throws Exception {
        Workspace work = new Workspace(folder)
                .file("in.h", "static inline void bump(int *n) {\n  ++*n;\n}\n")
                .file("t.c", "#include \"in.h\"\nint x;\nint main(void) { bump(&x); return 0; }\n");
        work.cc("-O3", "t.c", "-o", "t").succeeds();
        assertTrue(work.runEchoed("./t").contains("write *n bump:2:3 size=4"));
    }

    @Test
    void everyModuleOfAProcess_handsOverItsOwnTable() throws Exception {
        Workspace work = new Workspace(folder)
                .file("one.c", "int one; void set_one(void) { one = 1; }\n")
                .file("t.c", "void set_one(void); int two; int main(void) { set_one(); two = 2; return 0; }\n");
        work.cc("-shared", "-fPIC", "-O2", "one.c", "-o", "libone.so").succeeds();
        work.cc("-O2", "t.c", "-L.", "-lone", "-o", "t").succeeds();
        List<String> told = work.runEchoed("./t");
        assertEquals(
                2,
                told.stream().filter(line -> line.startsWith("attach version=")).count());
    }

    @Test
    void functionsThatTheSourceExempts_haveNoSites() throws Exception {
        Workspace work = new Workspace(folder)
                .file(
                        "t.c",
                        """
                int x;
                __attribute__((no_sanitize("thread"))) static int one(void) { return x; }
                __attribute__((noinline, __no_sanitize__("address", "thread"))) static int two(void) { return x; }
                __attribute__((no_sanitize_thread)) static int three(void) { return x; }
                __attribute__((no_sanitize("address"))) static int four(void) { return x; }
                int main(void) { return one() + two() + three() + four(); }
                """);
        work.cc("-Wall", "-Werror", "t.c", "-o", "t").succeeds();
        List<String> told = work.runEchoed("./t");
        assertEquals(
                List.of("read x four:5:72 size=4"),
                told.stream().filter(line -> line.startsWith("read ")).toList());
    }
}
