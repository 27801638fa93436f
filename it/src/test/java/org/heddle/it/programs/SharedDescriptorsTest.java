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
import org.junit.jupiter.params.provider.ValueSource;

/** What one thread does to a descriptor, or to the file behind it, while another uses it: both orders are explored. */
@Timeout(900)
final class SharedDescriptorsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            read(p[0], &c, 1)                              |  1 | 0
            (int)pread(p[0], &c, 1, 0)                     | -1 | 0
            recv(p[0], &c, 1, 0) + errno                   | ENOTSOCK - 1 | ENOTSOCK - 1
            fcntl(p[0], F_GETFL) & O_RDWR                  |  0 | O_RDWR
            (int)lseek(p[0], 0, SEEK_END)                  | -1 | 0
            ftruncate(p[0], 0)                             | -1 | 0
            fsync(p[0])                                    | -1 | 0
            fstat(p[0], &status) + S_ISREG(status.st_mode) |  0 | 1
            dup2(p[0], 20) == 20 ? (int)read(20, &c, 1) : 9 | 1 | 0
            poll(&(struct pollfd){p[0], POLLOUT, 0}, 1, 0) |  0 | 1
            """)
    void aFileThatDup2PutsBehindThePipe_isUsedOrNot(String use, String before, String after) throws IOException {
        for (String value : new String[] {before, after}) {
            assertFails(
                    """
                    if (pipe(p)) return 0;
                    f = fileno(tmpfile());
                    if (write(p[1], "x", 1) != 1) return 0;
                    """,
                    "dup2(f, p[0])",
                    use,
                    value);
        }
    }

    /** One of the two pairs has "x" and the other one "y" to read; the new one is shut down. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            (int)read(p[0], &c, 1) + c                                      | 121 | 122
            (int)readv(p[0], &(struct iovec){&c, 1}, 1) + c                 | 121 | 122
            (int)preadv2(p[0], &(struct iovec){&c, 1}, 1, -1, 0) + c        | 121 | 122
            (int)recv(p[0], &c, 1, 0) + c                                   | 121 | 122
            (int)recvfrom(p[0], &c, 1, 0, NULL, NULL) + c                   | 121 | 122
            (int)recvmsg(p[0], &message, 0) + c                             | 121 | 122
            (int)write(p[0], &c, 1)                                         |   1 |  -1
            (int)writev(p[0], &(struct iovec){&c, 1}, 1)                    |   1 |  -1
            (int)pwritev2(p[0], &(struct iovec){&c, 1}, 1, -1, 0)           |   1 |  -1
            dprintf(p[0], "x")                                              |   1 |  -1
            (int)send(p[0], &c, 1, MSG_NOSIGNAL)                            |   1 |  -1
            (int)sendto(p[0], &c, 1, MSG_NOSIGNAL, NULL, 0)                 |   1 |  -1
            (int)sendmsg(p[0], &message, MSG_NOSIGNAL)                      |   1 |  -1
            poll(&asked, 1, 0) * 100 + asked.revents                        | 105 | 121
            (int)read(dup(p[0]), &c, 1) + c                                 | 121 | 122
            """)
    void aNumberThatComesToStandForAnotherPair_isUsedBeforeOrAfterwards(String use, String before, String after)
            throws IOException {
        String setUp =
                """
                signal(SIGPIPE, SIG_IGN);
                if (socketpair(AF_UNIX, SOCK_STREAM, 0, p) || socketpair(AF_UNIX, SOCK_STREAM, 0, q)) return 0;
                if (write(p[1], "x", 1) != 1 || write(q[1], "y", 1) != 1 || shutdown(q[0], SHUT_WR) || shutdown(q[1], SHUT_WR)) return 0;
                asked = (struct pollfd){p[0], POLLIN | POLLOUT, 0};
                """;
        for (String value : new String[] {before, after}) {
            assertFails(setUp, "dup2(q[0], p[0])", use, value);
        }
    }

    @ParameterizedTest
    @CsvSource({"(int)read(p[0]; &c; 1) + c, 121, 122", "poll(&asked; 1; 0) * 100 + asked.revents, 101, 100"})
    void aNumberOfAClosedPipeThatIsGivenAgain_isUsedBeforeInBetweenOrAfterwards(String use, String before, String after)
            throws IOException {
        String setUp =
                """
                if (pipe(p) || write(p[1], "x", 1) != 1) return 0;
                asked = (struct pollfd){p[0], POLLIN, 0};
                """;
        String meanwhile = "close(p[0]); if (pipe(q) || q[0] != p[0] || write(q[1], \"y\", 1) != 1) return 0";
        String between = use.startsWith("poll") ? "100 + POLLNVAL" : "-1";
        for (String value : new String[] {before, between, after}) {
            assertFails(setUp, meanwhile, use.replace(';', ','), value.equals("100") ? "0" : value);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1"})
    void aFileThatIsClosed_isPutBehindThePipeOrNot(String value) throws IOException {
        assertFails("if (pipe(p)) return 0; f = fileno(tmpfile());", "close(f)", "dup2(f, p[0]) == -1 ? -1 : 0", value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"F_UNLCK", "F_WRLCK"})
    void aLockOfADescriptor_isFoundOrNot(String type) throws IOException {
        String lock = "struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1}; ";
        assertFails(
                """
                char name[] = "@FOLDER@/lock-XXXXXX";
                f = mkstemp(name);
                g = open(name, O_RDWR);
                unlink(name);
                """,
                lock + "fcntl(f, F_OFD_SETLK, &l)",
                "({ " + lock + "fcntl(g, F_OFD_GETLK, &l); l.l_type; })",
                type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1"})
    void aLockThatGoesWithItsDescriptor_isThereOrNot(String value) throws IOException {
        assertFails(
                """
                char name[] = "@FOLDER@/lock-XXXXXX";
                f = mkstemp(name);
                g = open(name, O_RDWR);
                unlink(name);
                flock(f, LOCK_EX);
                """,
                "dup2(2, f)",
                "flock(g, LOCK_EX | LOCK_NB)",
                value);
    }

    /** That the use has this value in some order. */
    private void assertFails(String before, String meanwhile, String use, String value) throws IOException {
        Path source = folder.resolve("program.c");
        Files.writeString(
                source,
                """
                #define _GNU_SOURCE
                #include <assert.h>
                #include <errno.h>
                #include <fcntl.h>
                #include <poll.h>
                #include <pthread.h>
                #include <stdio.h>
                #include <stdlib.h>
                #include <signal.h>
                #include <sys/file.h>
                #include <sys/socket.h>
                #include <sys/stat.h>
                #include <sys/uio.h>
                #include <unistd.h>
                static int p[2], q[2], f, g, n = 99;
                static char c;
                static struct stat status;
                static struct pollfd asked;
                static struct iovec part = {&c, 1};
                static struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
                static void *work(void *unused) { n = @USE@; return unused; }
                int main(void) {
                    (void)q, (void)g, (void)c, (void)status, (void)asked, (void)message;
                    @BEFORE@
                    pthread_t thread;
                    pthread_create(&thread, NULL, work, NULL);
                    { @MEANWHILE@; }
                    pthread_join(thread, NULL);
                    assert(n != @VALUE@);
                    return 0;
                }
                """
                        .replace("@USE@", use)
                        .replace("@BEFORE@", before)
                        .replace("@FOLDER@", folder.toString())
                        .replace("@MEANWHILE@", meanwhile)
                        .replace("@VALUE@", value));
        Run run = Heddle.check(folder, source);
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals("assertion", run.json().at("/findings/0/kind").textValue(), run::toString);
    }
}
