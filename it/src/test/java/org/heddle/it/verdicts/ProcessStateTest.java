package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one thread changes of the process, and what calls of another one come to for that; what each thread has for itself. */
@Timeout(900)
final class ProcessStateTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <assert.h>
            #include <fcntl.h>
            #include <pthread.h>
            #include <signal.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <sys/prctl.h>
            #include <sys/resource.h>
            #include <unistd.h>
            static struct rlimit few = {3, 3}, short_files = {2, 4096};
            static char name[16];
            static int p[2], n;
            static void *work(void *unused) { @THREAD@; return unused; }
            int main(void) {
                pthread_t thread;
                int f = memfd_create("made", 0);
                signal(SIGXFSZ, SIG_IGN);
                n = geteuid() == 0 ? -1 : 0;
                prctl(PR_SET_NAME, "main");
                pthread_create(&thread, NULL, work, NULL);
                @MAIN@;
                pthread_join(thread, NULL);
                close(f);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "setrlimit(RLIMIT_NOFILE, &few)        | assert(open(\"/dev/null\", O_RDONLY) >= 0)",
                "setrlimit(RLIMIT_NOFILE, &few)        | assert(pipe(p) == 0)",
                "setrlimit(RLIMIT_NOFILE, &few)        | assert(dup(f) >= 0)",
                "setrlimit(RLIMIT_FSIZE, &short_files) | assert(write(f, \"abcdef\", 6) == 6)",
                "setrlimit(RLIMIT_FSIZE, &short_files) | assert(ftruncate(f, 6) == 0)",
                "n = seteuid(65534)                    | assert(geteuid() == 0 && n == -1)",
                "n = seteuid(65534)                    | assert(open(\"/etc/shadow\", O_RDONLY) >= 0)",
            })
    void changeOfTheProcess_comesBeforeTheCall(String inThread, String inMain) throws IOException {
        Run run = check(inThread, inMain);
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals("assertion", run.json().at("/findings/0/kind").textValue(), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prctl(PR_SET_NAME, \"thread\")          | prctl(PR_GET_NAME, name); assert(strcmp(name, \"main\") == 0)",
                "pthread_setname_np(pthread_self(), \"t\")  | prctl(PR_GET_NAME, name); assert(strcmp(name, \"main\") == 0)",
                "prctl(PR_GET_NAME, name); assert(strcmp(name, \"main\") == 0) | n = 1",
            })
    void nameOfAThread_isItsOwn(String inThread, String inMain) throws IOException {
        Run run = check(inThread, inMain);
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals("clean", run.json().at("/verdict").textValue(), run::toString);
    }

    private Run check(String inThread, String inMain) throws IOException {
        Path source = folder.resolve("program.c");
        Files.writeString(source, PROGRAM.replace("@THREAD@", inThread).replace("@MAIN@", inMain));
        return Heddle.check(folder, source);
    }
}
