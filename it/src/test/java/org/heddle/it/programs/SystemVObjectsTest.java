package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executions do not meet in keys of System V; what they make, and leave, is removed after each. */
@Timeout(900)
final class SystemVObjectsTest {
    private static final String PROGRAM =
            """
            #include <assert.h>
            #include <pthread.h>
            #include <sys/msg.h>
            #include <sys/sem.h>
            #include <sys/shm.h>
            #include <sys/wait.h>
            #include <unistd.h>
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
                int memory = shmget(KEY, SIZE, IPC_CREAT | IPC_EXCL | 0600);
                assert(memory >= 0 && msgget(KEY, IPC_CREAT | IPC_EXCL | 0600) >= 0);
                assert(semget(KEY, COUNT, IPC_CREAT | IPC_EXCL | 0600) >= 0);
                assert(semget(KEY, 1, 0) >= 0 && semget(KEY + 1, 1, 0) < 0);
                assert(shmget(KEY, SIZE, IPC_CREAT | IPC_EXCL | 0600) < 0);
                #ifdef FORKS
                if (fork() == 0) _exit(shmget(KEY, SIZE, 0) != memory || msgget(KEY + 2, IPC_CREAT | 0600) < 0);
                int status;
                assert(wait(&status) > 0 && status == 0);
                assert(msgget(KEY + 2, 0) >= 0);
                #endif
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

    /** Our own, of all processes at one time: the key and the sizes have our number in them. */
    private static final int KEY =
            0x48_00_00_00 | ((int) ProcessHandle.current().pid() & 0xFF_FF_FF);

    private static final int SIZE = 0x10_00_00 + (KEY & 0xFF_FF);
    private static final int COUNT = 100 + KEY % 20_000;

    private Run check(String... options) throws IOException {
        Path source = Files.writeString(folder.resolve("objects.c"), PROGRAM);
        List<Object> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("-DKEY=" + KEY, "-DSIZE=" + SIZE, "-DCOUNT=" + COUNT, source));
        return Heddle.check(folder, words.toArray());
    }

    @Test
    void objectsOfAnExecution_areGoneForTheNextOne_andAfterTheCheck() throws Exception {
        Run fine = check("-j1", "-DMOST=3");
        assertEquals(0, fine.exitCode(), fine.out() + fine.err());
        assertEquals(List.of(), left());
        Run fails = check("-j1", "--keep-going", "-DMOST=2");
        assertEquals(1, fails.exitCode(), fails.out() + fails.err());
        assertEquals(List.of(), left());
    }

    @Test
    void executionsAtOneTime_doNotMeetInKeys_butProcessesThatAreForkedDo() throws Exception {
        Run fine = check("-j2", "-DMOST=3");
        assertEquals(0, fine.exitCode(), fine.out() + fine.err());
        assertTrue(fine.json().get("complete").booleanValue(), fine.out());
        Run forks = check("-j2", "-DMOST=3", "-DFORKS");
        assertEquals(0, forks.exitCode(), forks.out() + forks.err());
        assertEquals(0, forks.json().get("findings").size());
        assertEquals(List.of(), left());
    }

    /** In both tables the fourth column is how large it is. */
    private static List<String> left() throws IOException {
        try (Stream<String> shm = Files.lines(Path.of("/proc/sysvipc/shm"));
                Stream<String> sem = Files.lines(Path.of("/proc/sysvipc/sem"))) {
            return Stream.concat(
                            shm.filter(line -> line.strip().split(" +", -1)[3].equals("" + SIZE)),
                            sem.filter(line -> line.strip().split(" +", -1)[3].equals("" + COUNT)))
                    .toList();
        }
    }
}
