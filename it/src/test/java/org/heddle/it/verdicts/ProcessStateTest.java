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
            #include <sched.h>
            #include <signal.h>
            #include <string.h>
            #include <sys/fsuid.h>
            #include <sys/mman.h>
            #include <sys/personality.h>
            #include <sys/prctl.h>
            #include <sys/resource.h>
            #include <sys/socket.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            #define IDLE_IO (3 << 13)
            #define IO(value) syscall(SYS_ioprio_set, 1, 0, value)
            static struct rlimit few = {3, 3}, short_files = {2, 4096};
            static char name[16];
            static struct sched_param usual;
            static cpu_set_t one;
            static __thread cpu_set_t set;
            static int processors(void) { sched_getaffinity(0, sizeof set, &set); return CPU_COUNT(&set); }
            static int placed(pthread_t t) { pthread_getaffinity_np(t, sizeof set, &set); return CPU_COUNT(&set); }
            static int readable(void) { return open("/etc/shadow", O_RDONLY) >= 0; }
            static int p[2], ends[2], n, g;
            static void *work(void *unused) { @THREAD@; return unused; }
            int main(void) {
                pthread_t thread;
                int f = memfd_create("made", 0);
                signal(SIGXFSZ, SIG_IGN);
                n = geteuid() == 0 ? -1 : 0;
                g = dup(f);
                socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
                write(f, "abcd", 4);
                int cpus = processors();
                CPU_SET(0, &one);
                prctl(PR_SET_NAME, "main");
                prctl(PR_SET_TIMERSLACK, 77);
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
                "fcntl(g, F_SETFL, O_APPEND)           | lseek(f, 0, SEEK_SET); n = write(f, \"x\", 1); assert(lseek(f, 0, SEEK_END) == 4)",
                "fcntl(g, F_SETFL, O_APPEND)           | assert(!(fcntl(f, F_GETFL) & O_APPEND))",
                "n = close(ends[0])                    | n = sendmmsg(ends[0], NULL, 0, 0); assert(n == 0)",
                "n = close(ends[0])                    | n = recvmmsg(ends[0], NULL, 0, 0, NULL); assert(n == 0)",
                "sched_setaffinity(getpid(), sizeof one, &one) | assert(processors() == cpus)",
                "sched_setaffinity(getpid(), sizeof one, &one) | assert(placed(pthread_self()) == cpus)",
                "setfsuid(65534); n = seteuid(65533)   | assert(n < 0 ? n : (uid_t)setfsuid(-1) != 65533)",
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
                "sched_setaffinity(0, sizeof one, &one)     | assert(processors() == cpus && placed(thread) >= 1)",
                "sched_setaffinity(gettid(), sizeof one, &one); assert(processors() == 1) | assert(processors() == cpus)",
                "prctl(PR_SET_TIMERSLACK, 5)                | assert(prctl(PR_GET_TIMERSLACK) == 77)",
                "assert(prctl(PR_GET_TIMERSLACK) == 77)     | prctl(PR_SET_TIMERSLACK, 5)",
                "prctl(PR_SET_TIMERSLACK, 5); prctl(PR_SET_TIMERSLACK, 0); assert(prctl(PR_GET_TIMERSLACK) == 77) | n = 1",
                "prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)     | assert(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0)",
                "prctl(PR_SET_KEEPCAPS, 1)                  | assert(prctl(PR_GET_KEEPCAPS) == 0)",
                "prctl(PR_SET_PDEATHSIG, SIGUSR1)           | int s; prctl(PR_GET_PDEATHSIG, &s); assert(s == 0)",
                "setfsuid(65534)                            | assert((uid_t)setfsuid(-1) == geteuid())",
                "setfsuid(65534)                            | assert(geteuid() ? 1 : readable())",
                "setfsuid(65534); assert(!readable())       | assert(geteuid() ? 1 : readable())",
                "setfsgid(65534)                            | assert((gid_t)setfsgid(-1) == getegid())",
                "personality(WHOLE_SECONDS)                 | assert(!(personality(-1) & WHOLE_SECONDS))",
                "IO(IDLE_IO)                                | assert(syscall(SYS_ioprio_get, 1, 0) != IDLE_IO)",
                "IO(IDLE_IO); assert(syscall(SYS_ioprio_get, 1, gettid()) == IDLE_IO) | IO(IDLE_IO - 1)",
                "syscall(SYS_sched_setscheduler, 0, SCHED_BATCH, &usual) | assert(sched_getscheduler(0) == SCHED_OTHER)",
            })
    void settingOfAThread_isItsOwn(String inThread, String inMain) throws IOException {
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
