package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What instrumented programs tell of accesses outside of their variables, and that they tell of no others. */
class OutsideTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-O0", "-O1", "-O2", "-O3"})
    void programs_tellOfWhatIsOutsideAndNothingElse_howeverTheyAreOptimised(String level) throws Exception {
        Workspace work = new Workspace(folder)
                .file(
                        "t.c",
                        """
                        #include <string.h>
                        static int array[4], behind[4];
                        static struct { int first, more[2]; } record;
                        static int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
                        int main(int to, char **arguments) { /* with three arguments: to is 4 */
                            int local[4] = {0}, *end = array + 4, from = arguments[to] != NULL, within = 0;
                            for (int i = from; i < to; i++) { array[i] = i; local[i] = i; end[-1 - i] += local[i]; }
                            memcpy(behind, array, (size_t)to * sizeof *array);
                            memset(behind + to, 1, (size_t)from);
                            record.more[to - 3] = sum(array, to) + sum(local, to);
                            within += array[from - 1] + local[to] + record.more[to - 2];
                            array[to] = 1; /* from here on anything may be there */
                            memset(behind + 1, 0, (size_t)to * sizeof *behind);
                            return within == 1000000;
                        }
                        """);
        work.cc("-g", level, "-fno-inline", "t.c", "-o", "t").succeeds();
        List<String> told = work.runEchoed("./t", "a", "b", "c").stream()
                .filter(line -> line.startsWith("outside "))
                .toList();
        assertEquals(
                List.of(
                        "outside read array 4 bytes at -4 of 16",
                        "outside read local 4 bytes at 16 of 16",
                        "outside read record 4 bytes at 12 of 12",
                        "outside write array 4 bytes at 16 of 16",
                        "outside write behind 16 bytes at 4 of 16"),
                told);
    }

    /** Strings are meant for an array of characters, numbers of bytes for a whole variable. */
    @ParameterizedTest
    @ValueSource(strings = {"-O0", "-O1", "-O2", "-O3"})
    void programs_tellWhatTheArgumentsOfCallsAreMeantFor_unlessTheyCannotLeaveIt(String level) throws Exception {
        Workspace work = new Workspace(folder)
                .file(
                        "t.c",
                        """
                        #include <pthread.h>
                        #include <stdio.h>
                        #include <stdlib.h>
                        #include <string.h>
                        #include <time.h>
                        #include <unistd.h>
                        struct names { char first[4]; int between; char last[9]; };
                        static struct names one;
                        static _Thread_local char own[5];
                        static struct tm date;
                        int main(int count, char **arguments) {
                            struct names *many = calloc(2, sizeof *many);
                            char local[7];
                            time_t now = 0;
                            strcpy(one.first, arguments[1]);
                            strcat(one.last + count - 4, arguments[1]);
                            strcpy(many[count - 3].last, arguments[2]);
                            strncpy(many->first, arguments[2], (size_t)count);
                            sprintf(own, "%d", count);
                            snprintf(local, sizeof local, "%s", arguments[1]);
                            pthread_cleanup_push(free, many);
                            write(1, &one, (size_t)count);
                            pthread_cleanup_pop(1);
                            gmtime_r(&now, &date);
                            return local[0] + own[0] + date.tm_year == 1000000;
                        }
                        """);
        work.cc("-g", level, "t.c", "-o", "t").succeeds();
        List<String> told = work.runEchoed("./t", "a", "b", "c").stream()
                .filter(line -> line.startsWith("meant "))
                .toList();
        assertEquals(
                List.of(
                        "meant for one at 0 of 4",
                        "meant for one at 8 of 20",
                        "meant for many[].last at 0 of 9 or more",
                        "meant for many->first at 0 of 4",
                        "meant for own at 0 of 5",
                        "meant for local at 0 of 7",
                        "meant for one at 0 of 20"),
                told);
    }
}
