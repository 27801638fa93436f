package org.heddle.it.programs;

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

/** A number that stands for a device, a folder or what may block, which one thread closes while another uses it. */
@Timeout(900)
final class NumbersOfDevicesTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <assert.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <poll.h>
            #include <pthread.h>
            #include <sys/epoll.h>
            #include <sys/eventfd.h>
            #include <sys/inotify.h>
            #include <sys/ioctl.h>
            #include <sys/mman.h>
            #include <sys/socket.h>
            #include <stdio.h>
            #include <sys/stat.h>
            #include <sys/syscall.h>
            #include <sys/timerfd.h>
            #include <unistd.h>
            static int f, g, n;
            static char one[1];
            static struct stat status;
            static socklen_t size = sizeof n;
            static struct itimerspec setting = {{0, 0}, {1, 0}};
            static void *work(void *unused) { @THREAD@; return unused; }
            int main(void) {
                f = @OPEN@;
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                @MAIN@;
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/dev/null | close(f)                                      | assert(write(f, \"x\", 1) == 1)",
                "/dev/null | close(f)                                      | assert(fcntl(f, F_GETFL) >= 0)",
                "/dev/null | close(f)                                      | assert(fstat(f, &status) == 0)",
                "/dev/null | close(f)                                      | assert(lseek(f, 0, SEEK_SET) == 0)",
                "/dev/null | close(f)                                      | assert(close(f) == 0)",
                "/dev/zero | close(f)                                      | assert(read(f, one, 1) == 1)",
                "/dev/zero | close(f)  | assert(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, f, 0) != MAP_FAILED)",
                "/dev/null | g = open(\"/dev/zero\", O_RDONLY); dup2(g, f) | assert(write(f, \"x\", 1) == 1)",
                "/dev/null | close(f); g = open(\"/dev/zero\", O_RDWR)     | n = read(f, one, 1); assert(n <= 0)",
                "/         | close(f)                                      | assert(fstat(f, &status) == 0)",
                "/dev/null | close(f)                                      | assert(dup(f) >= 0)",
                "/dev/null | close(f)                                      | assert(dup2(f, 9) == 9)",
                "/dev/null | close(f)                                      | assert(fdopen(f, \"w\") != NULL)",
                "/dev/null | close(f)                                      | assert(isatty(f) == 0 && fcntl(f, F_GETFL) >= 0)",
                "memory    | close(f)                                      | assert(write(f, \"x\", 1) == 1)",
                "memory    | close(f)                                      | assert(fsync(f) == 0)",
                "memory    | close(f)                                      | assert(fstat(f, &status) == 0)",
                "memory    | close(f)                                      | assert(dup(f) >= 0)",
                "unseen    | close(f)                                      | assert(write(f, \"x\", 1) == 1)",
                "unseen    | close(f)                                      | assert(lseek(f, 0, SEEK_SET) == 0)",
                "/dev/null | close(f) | struct pollfd p = {f, POLLOUT, 0}; poll(&p, 1, 0); assert(p.revents == POLLOUT)",
                "/dev/null | close(f)                                      | assert(readahead(f, 0, 1) == 0 ? 1 : errno != EBADF)",
                "/         | close(f)                                      | assert(fstatat(f, \"etc\", &status, 0) == 0)",
                "/         | close(f)                                      | assert(openat(f, \"etc\", O_RDONLY) >= 0)",
                "/         | close(f)                                      | assert(faccessat(f, \"etc\", F_OK, 0) == 0)",
                "/         | close(f)  | assert(renameat(f, \"none\", f, \"no\") == 0 ? 1 : errno != EBADF)",
                "counter   | close(f)                                      | assert(fcntl(f, F_GETFL) >= 0)",
                "counter   | close(f)                                      | assert(fcntl(f, F_DUPFD, 9) >= 0)",
                "counter   | close(f)                                      | assert(fstat(f, &status) == 0)",
                "counter   | dup2(g = open(\"/\", O_RDONLY), f)            | assert(fcntl(f, F_SETFL, O_NONBLOCK) == 0 &&"
                        + " fstat(f, &status) == 0 && !S_ISDIR(status.st_mode))",
                "socket    | close(f)                                      | assert(getsockopt(f, SOL_SOCKET, SO_TYPE, &n, &size) == 0)",
                "socket    | close(f)                                      | assert(fchmod(f, 0600) == 0)",
                "set       | close(f)                                      | assert(fcntl(f, F_GETFD) >= 0)",
                "timer     | close(f)                                      | assert(fstat(f, &status) == 0)",
                "timer     | dup2(g = eventfd(0, 0), f)                    | assert(timerfd_settime(f, 0, &setting, NULL) == 0)",
                "watcher   | close(f)                                      | assert(inotify_add_watch(f, \"/\", IN_CREATE) >= 0)",
                "watcher   | close(f)                                      | assert(fcntl(f, F_GETFL) >= 0)",
                "process   | close(f)                                      | assert(fcntl(f, F_GETFL) >= 0)",
            })
    void closeDuringAUse_isExplored(String path, String inThread, String inMain) throws IOException {
        Run run = check(path, inThread, inMain);
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals("assertion", run.json().at("/findings/0/kind").textValue(), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/dev/null | n = 1                                     | assert(write(f, \"x\", 1) == 1); close(f)",
                "/dev/null | assert(write(f, \"x\", 1) == 1)           | assert(write(f, \"x\", 1) == 1)",
                "memory    | assert(write(f, \"x\", 1) == 1)           | assert(write(f, \"x\", 1) == 1); assert(dup(f) >= 0)",
                "counter   | int h = eventfd(0, 0); close(h)           | assert(fcntl(f, F_GETFL) >= 0); close(f)",
                "counter   | assert(fstat(f, &status) == 0)            | assert(fcntl(f, F_GETFL) >= 0)",
                "/         | assert(openat(f, \"etc\", O_RDONLY) >= 0) | assert(fstatat(f, \"etc\", &status, 0) == 0)",
                "/dev/null | int h = open(\"/dev/null\", O_RDWR); close(h) | assert(write(f, \"x\", 1) == 1)",
            })
    void otherUses_areNotTold(String path, String inThread, String inMain) throws IOException {
        Run run = check(path, inThread, inMain);
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals("clean", run.json().at("/verdict").textValue(), run::toString);
    }

    /** How to open a path, memory without a name, what may block, or, by a call that the runtime does not stand in for, a device. */
    private static String open(String path) {
        return switch (path) {
            case "memory" -> "memfd_create(\"m\", 0)";
            case "counter" -> "eventfd(0, 0)";
            case "socket" -> "socket(AF_UNIX, SOCK_STREAM, 0)";
            case "set" -> "epoll_create1(0)";
            case "timer" -> "timerfd_create(CLOCK_MONOTONIC, 0)";
            case "watcher" -> "inotify_init1(0)";
            case "process" -> "(int)syscall(SYS_pidfd_open, getpid(), 0)";
            case "unseen" -> "(int)syscall(SYS_open, \"/dev/null\", O_RDWR)";
            default -> "open(\"" + path + "\", " + (path.equals("/") ? "O_RDONLY" : "O_RDWR") + ")";
        };
    }

    private Run check(String path, String inThread, String inMain) throws IOException {
        Path source = folder.resolve("program.c");
        Files.writeString(
                source,
                PROGRAM.replace("@THREAD@", inThread)
                        .replace("@OPEN@", open(path))
                        .replace("@MAIN@", inMain));
        return Heddle.check(folder, source);
    }
}
