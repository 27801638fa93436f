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

/** Programs that use {@code aio_read} and its like: requests are carried out at any time before their completion. */
@Timeout(900)
final class AsynchronousIoTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <aio.h>
            #include <assert.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <semaphore.h>
            #include <signal.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/socket.h>
            #include <unistd.h>
            #define BLOCK(fd, buffer, operation) \\
                {.aio_fildes = fd, .aio_buf = buffer, .aio_nbytes = 4, .aio_lio_opcode = operation, \\
                 .aio_sigevent.sigev_notify = SIGEV_NONE}
            #define AWAIT(block) while (aio_error(block) == EINPROGRESS) { }
            static char text[4] = "abc", found[4];
            static int p[2];
            static sem_t done;
            static volatile sig_atomic_t handled;
            static void handle(int number) { handled = number; }
            static void tell(union sigval value) { (void)value; sem_post(&done); }
            int main(void) {
                if (pipe(p)) return 0;
                int file = fileno(tmpfile());
                sem_init(&done, 0, 0);
                (void)handle, (void)tell;
                struct sigaction action = {.sa_handler = handle};
                struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = tell};
                struct timespec time = {1, 0};
                struct aiocb in = BLOCK(p[0], found, LIO_READ), out = BLOCK(p[1], text, LIO_WRITE);
                struct aiocb load = BLOCK(file, found, LIO_READ), store = BLOCK(file, text, LIO_WRITE);
                struct aiocb *list[] = {&store, &out};
                const struct aiocb *const waited[] = {&in};
                (void)action, (void)event, (void)time, (void)load, (void)list, (void)waited;
                @BODY@
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aio_write(&out); assert(read(p[0], found, 4) == 4 && found[0] == 'a');",
                "aio_write64((struct aiocb64 *)&out); AWAIT(&out) assert(aio_return(&out) == 4); text[0] = 'z';",
                "aio_read(&in); (void)!write(p[1], text, 4); AWAIT(&in) assert(aio_return(&in) == 4 && found[0] == 'a');",
                "aio_read(&in); (void)!write(p[1], text, 4); assert(aio_suspend(waited, 1, 0) == 0 && found[0] == 'a');",
                "aio_read(&in); assert(aio_suspend(waited, 1, &time) == -1 && errno == EAGAIN);",
                "aio_write(&store); AWAIT(&store) aio_read(&load); AWAIT(&load) assert(found[0] == 'a');",
                "struct aiocb more = store; more.aio_offset = 8; aio_write(&store); aio_write(&more); AWAIT(&store)"
                        + " AWAIT(&more) assert(lseek(file, 0, SEEK_END) == 12);",
                "aio_write(&store); assert(aio_fsync(O_SYNC, &load) == 0); AWAIT(&load) assert(aio_error(&store) == 0);",
                "assert(lio_listio(LIO_WAIT, list, 2, 0) == 0); text[0] = 'z';",
                "out.aio_fildes = -1; assert(lio_listio(LIO_WAIT, list, 2, 0) == -1 && errno == EIO);",
                "assert(lio_listio(LIO_NOWAIT, list, 2, &event) == 0); sem_wait(&done); text[0] = 'z';",
                "store.aio_sigevent = event; aio_write(&store); sem_wait(&done); assert(aio_return(&store) == 4); text[0] = 'z';",
                "store.aio_sigevent.sigev_notify = SIGEV_SIGNAL; store.aio_sigevent.sigev_signo = SIGUSR1;"
                        + " sigaction(SIGUSR1, &action, 0); aio_write(&store); while (!handled) usleep(1000);"
                        + " assert(aio_error(&store) == 0);",
                "aio_read(&in); if (aio_cancel(p[0], &in) == AIO_CANCELED) { assert(aio_error(&in) == ECANCELED); return 0; }"
                        + " (void)!write(p[1], text, 4); AWAIT(&in) assert(aio_error(&in) == 0);",
                "in.aio_fildes = -1; assert(aio_read(&in) == 0); AWAIT(&in) assert(aio_error(&in) == EBADF);",
                "in.aio_reqprio = -1; assert(aio_read(&in) == -1 && errno == EINVAL);",
            })
    void rightPrograms_areProved(String body) throws IOException {
        Run run = check(body);
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals("clean", run.json().at("/verdict").textValue(), run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            data-race | aio_write(&store); text[0] = 'z';
            data-race | aio_read(&in); (void)!write(p[1], text, 4); time.tv_sec = found[0];
            data-race | aio_write(&store); memset(&store, 0, sizeof store);
            assertion | aio_write(&store); assert(aio_error(&store) == 0);
            assertion | aio_read(&in); assert(aio_cancel(p[0], &in) == AIO_CANCELED);
            assertion | aio_read(&in); assert(aio_cancel(p[0], 0) == AIO_NOTCANCELED);
            assertion | aio_write(&out); fcntl(p[0], F_SETFL, O_NONBLOCK); assert(read(p[0], found, 4) == 4);
            deadlock  | aio_read(&in); aio_suspend(waited, 1, 0);
            livelock  | aio_read(&in); AWAIT(&in)
            deadlock  | aio_write(&store); sem_wait(&done);
            """)
    void wrongPrograms_areFound(String kind, String body) throws IOException {
        Run run = check(body);
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals(kind, run.json().at("/findings/0/kind").textValue(), run::toString);
    }

    private Run check(String body) throws IOException {
        Path program = folder.resolve("requests.c");
        Files.writeString(program, PROGRAM.replace("@BODY@", body));
        return Heddle.check(folder, program);
    }
}
