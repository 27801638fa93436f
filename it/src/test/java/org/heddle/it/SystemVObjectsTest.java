package org.heddle.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What executions make of System V's objects, and leave, is removed after each. */
@Timeout(60)
final class SystemVObjectsTest {
    private static final String PROGRAM =
            """
            #include <assert.h>
            #include <pthread.h>
            #include <sys/msg.h>
            #include <sys/sem.h>
            #include <sys/shm.h>
            static int *shared;
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static void *work(void *unused) {
                pthread_mutex_lock(&lock);
                int mine = ++*shared;
                pthread_mutex_unlock(&lock);
                assert(mine < MOST);
                return unused;
            }
            int main(void) {
                int memory = shmget(KEY, 4096, IPC_CREAT | IPC_EXCL | 0600);
                assert(memory >= 0 && msgget(KEY, IPC_CREAT | IPC_EXCL | 0600) >= 0);
                assert(semget(KEY, 1, IPC_CREAT | IPC_EXCL | 0600) >= 0);
                shared = shmat(memory, NULL, 0);
                pthread_t one, two;
                pthread_create(&one, NULL, work, NULL);
                pthread_create(&two, NULL, work, NULL);
                pthread_join(one, NULL);
                pthread_join(two, NULL);
                return *shared != 2;
            }
            """;

    @TempDir
    private Path folder;

    /** Our own, of all processes at one time: the key has our number in it. */
    private static final int KEY =
            0x48_00_00_00 | ((int) ProcessHandle.current().pid() & 0xFF_FF_FF);

    @Test
    void objectsOfAnExecution_areGoneForTheNextOne_andAfterTheCheck() throws Exception {
        Path source = Files.writeString(folder.resolve("objects.c"), PROGRAM);
        Run fine = Heddle.check(folder, "-j1", "-DKEY=" + KEY, "-DMOST=3", source);
        assertEquals(0, fine.exitCode(), fine.out() + fine.err());
        assertEquals(List.of(), left());
        Run fails = Heddle.check(folder, "-j1", "--keep-going", "-DKEY=" + KEY, "-DMOST=2", source);
        assertEquals(1, fails.exitCode(), fails.out() + fails.err());
        assertEquals(List.of(), left());
    }

    private static List<String> left() throws IOException {
        String key = " " + KEY + " ";
        try (Stream<String> shm = Files.lines(Path.of("/proc/sysvipc/shm"));
                Stream<String> msg = Files.lines(Path.of("/proc/sysvipc/msg"));
                Stream<String> sem = Files.lines(Path.of("/proc/sysvipc/sem"))) {
            return Stream.of(shm, msg, sem)
                    .flatMap(lines -> lines)
                    .filter(line -> (" " + line.trim() + " ").contains(key))
                    .toList();
        }
    }
}
