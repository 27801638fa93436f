package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that use {@code aio_read} and its like: nobody who waits for what they do is told to be deadlocked. */
@Timeout(60)
final class AsynchronousIoTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            aio_write  | aio_write(&request)
            aio_write  | aio_write64((struct aiocb64 *)&request)
            lio_listio | lio_listio(LIO_NOWAIT, list, 1, 0)
            """)
    void writesIntoAPipeThatAThreadReads_endTheCheckInAWord(String function, String call) throws Exception {
        Run run = check(
                """
                int p[2];
                if (pipe(p)) return 0;
                struct aiocb request = {.aio_fildes = p[1], .aio_buf = text, .aio_nbytes = 4, .aio_lio_opcode = LIO_WRITE};
                struct aiocb *list[] = {&request};
                (void)list;
                if (%s) return 0;
                return read(p[0], found, 4) != 4;
                """
                        .formatted(call));
        run.assertRefused(2, "calls " + function + " of a pipe, a socket or their like");
    }

    @Test
    void readOfAFile_isNamed() throws Exception {
        Run run = check(
                """
                struct aiocb request = {.aio_fildes = fileno(tmpfile()), .aio_buf = found, .aio_nbytes = 4};
                return aio_read(&request);
                """);
        assertEquals("aio_read", run.json().at("/unseen/0/function").textValue(), run::toString);
    }

    private Run check(String body) throws Exception {
        Path program = folder.resolve("requests.c");
        Files.writeString(
                program,
                """
                #define _GNU_SOURCE
                #include <aio.h>
                #include <pthread.h>
                #include <stdio.h>
                #include <unistd.h>
                static char text[4] = "abc", found[4];
                static void *other(void *unused) { return text[0] ? unused : NULL; }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, other, NULL);
                    pthread_join(thread, NULL);
                    (void)found;
                    %s
                }
                """
                        .formatted(body));
        return Heddle.check(folder, program);
    }
}
