package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver as a program of its own, called as build scripts call a compiler. */
class BuildScriptsTest {
    @TempDir
    Path folder;

    @Test
    void aConfigureScript_takesItForClang() throws Exception {
        Workspace work = new Workspace(folder)
                .file(
                        "configure",
                        """
                set -e
                echo 'int main(void) { return 0; }' > conftest.c
                $CC -o conftest $CFLAGS conftest.c && ./conftest && echo "works"
                $CC --version | head -n 1 | grep -q clang || $CC --version | sed 2q | grep -q clang && echo "clang"
                $CC -V > probe 2>&1 || echo "no -V: $?"
                printf '#ifdef __clang__\\nyes_clang\\n#endif\\n' | $CC -E - | grep yes_clang
                echo 'syntax error' > conftest.c
                $CC -c conftest.c 2> probe || echo "refused: $?"
                echo '#include <no_such_header.h>' > conftest.c
                $CC -E conftest.c > probe 2>&1 || echo "no header: $?"
                echo 'int no_such_function(void); int main(void) { return no_such_function(); }' > conftest.c
                $CC -o conftest conftest.c 2> probe || echo "no function: $?"
                echo 'int main(void) { return sizeof(void *) == 8 ? 0 : 1; }' > conftest.c
                $CC -o conftest conftest.c -lpthread && ./conftest && echo "64 bits"
                ls "$TMPDIR" | wc -l
                """);
        assertEquals(
                "works\nclang\nno -V: 1\nyes_clang\nrefused: 1\nno header: 1\nno function: 1\n64 bits\n0\n",
                run(work, "sh", "./configure").out());
    }

    @Test
    void aProjectOfSeveralFiles_isBuiltStepByStep() throws Exception {
        Workspace work = new Workspace(folder)
                .file("include/queue.h", "void push(int item);\nint pop(void);\n")
                .file(
                        "src/queue.c",
                        """
                        #include "queue.h"
                        static int items[8], top;
                        void push(int item) { items[top++] = item; }
                        int pop(void) { return items[--top]; }
                        """)
                .file(
                        "src/main.c",
                        """
                        #include "queue.h"
                        int main(void) { push(6); push(7); return pop() * pop(); }
                        """)
                .file(
                        "build",
                        """
                        set -e
                        mkdir -p out
                        for f in src/*.c; do
                            $CC -O2 -Wall -Iinclude -MMD -MP -c "$f" -o "out/$(basename "$f" .c).o"
                        done
                        ar rcs out/libqueue.a out/queue.o
                        $CC out/main.o -Lout -lqueue -o out/program
                        """);
        run(work, "sh", "./build").succeeds();
        assertEquals(42, work.run("out/program").exitCode());
        assertTrue(work.read("out/queue.d").contains("include/queue.h"));
        assertTrue(work.runEchoed(42, "out/program").contains("write items[] push:3:36 size=4"));
    }

    private static Workspace.Result run(Workspace work, String... command) throws Exception {
        Path temporary = Files.createDirectory(work.folder().resolve("temporary"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        work.file(
                "cc",
                "#!/bin/sh\nexec '" + java + "' -XX:TieredStopAtLevel=1 -Dnative='" + Workspace.nativeHome() + "' -cp '"
                        + classPath + "' " + CompilerMain.class.getName() + " \"$@\"\n");
        assertTrue(work.folder().resolve("cc").toFile().setExecutable(true));
        String cc = work.folder().resolve("cc").toString();
        return work.runWith(Map.of("CC", cc, "CFLAGS", "-O1", "TMPDIR", temporary.toString()), command);
    }
}
