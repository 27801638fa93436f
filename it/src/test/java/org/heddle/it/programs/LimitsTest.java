package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.it.testkit.Binaries;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The limits that a program sees are those that it would have natively, though executions leave no core files. */
@Timeout(900)
final class LimitsTest {
    private static final String HEAD =
            """
            #define _GNU_SOURCE
            #include <assert.h>
            #include <errno.h>
            #include <pthread.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <sys/resource.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            static struct rlimit now, core;
            static rlim_t soft(void) { assert(getrlimit(RLIMIT_CORE, &now) == 0); return now.rlim_cur; }
            """;

    private static final String ALL =
            """
            int main(int count, char **given) {
                char shown[1000];
                int used = 0;
                for (int i = 0; i < RLIM_NLIMITS; i++) {
                    assert(getrlimit(i, &now) == 0);
                    used += sprintf(shown + used, "%lx:%lx,", (long)now.rlim_cur, (long)now.rlim_max);
                }
                if (count == 1) {
                    puts(shown);
                    return 0;
                }
                for (int i = 0; i < used; i++) {
                    assert(given[1][i] == shown[i]);
                }
                return 0;
            }
            """;

    private static final String RAISED =
            """
            int main(void) {
                assert(getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_cur <= core.rlim_max);
                core.rlim_cur = core.rlim_max;
                assert(setrlimit(RLIMIT_CORE, &core) == 0 && soft() == core.rlim_max);
                assert(prlimit(0, RLIMIT_CORE, NULL, &now) == 0 && now.rlim_cur == core.rlim_max);
                assert(syscall(SYS_prlimit64, getpid(), RLIMIT_CORE, NULL, &now) == 0 && now.rlim_cur == core.rlim_max);
                core.rlim_cur = 5, core.rlim_max = 4;
                assert(setrlimit(RLIMIT_CORE, &core) == -1 && errno == EINVAL);
                core.rlim_cur = 4, core.rlim_max = 4096;
                assert(prlimit(getpid(), RLIMIT_CORE, &core, &now) == 0 && soft() == 4 && now.rlim_max == 4096);
                return 0;
            }
            """;

    private static final String CRASHES =
            """
            int main(void) {
                assert(getrlimit(RLIMIT_CORE, &core) == 0);
                core.rlim_cur = core.rlim_max;
                assert(setrlimit(RLIMIT_CORE, &core) == 0);
                abort();
            }
            """;

    private static final String ORDERED =
            """
            static void *lower(void *unused) {
                setrlimit(RLIMIT_CORE, &(struct rlimit){1, 1});
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, lower, NULL);
                assert(soft() HOLDS 1);
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    private Path source(String text) throws IOException {
        return Files.writeString(folder.resolve("limits.c"), HEAD + text);
    }

    @Test
    void limits_areThoseOfANativeRun() throws Exception {
        Path source = source(ALL);
        Process natively = new ProcessBuilder(Binaries.compile(folder, source).toString()).start();
        String shown = new String(natively.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, natively.waitFor());
        Run run = Heddle.check(folder, source, "--", shown);
        assertEquals(0, run.exitCode(), run::toString);
    }

    @Test
    void limitOfCoreFiles_canBeRaisedToTheHardOne() throws Exception {
        for (String restart : List.of("process", "fork")) {
            Run run = Heddle.check(folder, "--restart=" + restart, source(RAISED));
            assertEquals(0, run.exitCode(), run::toString);
        }
    }

    @Test
    void crashAfterThat_leavesNoCoreFile() throws Exception {
        Run run = Heddle.check(folder, source(CRASHES));
        assertEquals(1, run.exitCode(), run::toString);
        try (Stream<Path> left = Files.list(Path.of(""))) {
            assertFalse(left.anyMatch(path -> path.getFileName().toString().startsWith("core")));
        }
    }

    @Test
    void changingALimit_isOrderedWithLookingAtIt() throws Exception {
        for (String holds : List.of("==", "!=")) {
            Run run = Heddle.check(folder, source(ORDERED.replace("HOLDS", holds)));
            assertEquals(1, run.exitCode(), run::toString);
        }
    }
}
