package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.heddle.it.testkit.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients are drawn, checked, told of, and the smallest that fails becomes a source that fails as it does. */
@Timeout(900)
final class OperationsTest {
    private static final String INCLUDE = "#include <heddle_operations.h>\n";

    /** A number for each caller, taken by two accesses: two callers get the same one. */
    private static final String TICKETS =
            """
            #include <heddle_operations.h>
            #include <stdatomic.h>
            static atomic_int next;
            HEDDLE_OPERATION(look) { return atomic_load(&next); }
            HEDDLE_OPERATION(ticket) {
                int mine = atomic_load(&next);
                atomic_store(&next, mine + 1);
                return mine;
            }
            """;

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private Run operations(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("operations", "-o", folder.resolve("out")));
        all.addAll(List.of(arguments));
        return Heddle.run(all.toArray());
    }

    @Test
    void smallestThatFails_isWritten_andItsCheckFailsInTheSameWay() throws Exception {
        Path source = Files.copy(Expectation.example("operations/stack.c"), folder.resolve("stack.c"));
        Run run = operations("--threads", 2, "--format", "json", source);
        assertEquals(1, run.exitCode(), run.toString());
        JsonNode json = run.json();
        Schemas.assertOperations(json);
        JsonNode failure = json.path("failures").path(0);
        assertEquals(1, json.path("failures").size(), run.out());
        assertEquals("push(1) push(2)", failure.path("client").path(0).asText());
        assertEquals("pop pop", failure.path("client").path(1).asText());
        assertEquals(
                "linearizability [no-serial-order]", failure.path("finding").asText());
        assertTrue(failure.path("confirmed").asBoolean());
        assertEquals(6, json.path("sizes").path(0).path("proved").asInt(), "two threads with an operation each");
        assertTrue(json.path("sizes").path(1).path("notRun").asInt() > 0, "stops at the first");

        Path client = Path.of(failure.path("file").asText());
        Run check = Heddle.check(folder.resolve("again"), client);
        assertEquals(1, check.exitCode(), check.toString());
        assertEquals("no-serial-order", check.json().at("/findings/0/cause").asText(), "as that of the client");
        Path schedule = folder.resolve("out/stack-client-1.linearizability.1.heddle-schedule");
        assertEquals(1, Heddle.run("replay", schedule).exitCode());
        Run repaired = Heddle.check(folder.resolve("again"), "-DFIXED", client);
        assertTrue(repaired.json().path("complete").asBoolean(), "the client is of the file as it is: " + repaired);
    }

    @Test
    void rightObject_isProved_andSamplesAreNotCalledComplete() throws Exception {
        Path source = Expectation.example("operations/stack.c");
        Run run = operations("-DFIXED", "--threads", 2, "--require-complete", source);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("2 threads x 2 operations: 72 clients, all of them: 72 proved"), run.out());
        assertTrue(run.out().contains("63 more"), run.out());
        assertTrue(run.out().contains("78 clients: 78 proved, 0 undecided, 0 failed, 0 not run"), run.out());
        Run sample = operations("-DFIXED", "--threads", 2, "--clients", 5, "--require-complete", source);
        assertEquals(3, sample.exitCode(), sample.toString());
        assertTrue(sample.out().contains("5 of 72 clients, drawn with seed 1: 5 proved"), sample.out());
        assertEquals(
                0, operations("-DFIXED", "--threads", 2, "--clients", 5, source).exitCode());
    }

    /** An operation that waits deadlocks in the smallest client; the other finding comes later. */
    @Test
    void keepGoing_writesTheSmallestOfEachSort_andLeavesOthersFilesAlone() throws Exception {
        Path source = file("tickets.c", TICKETS + "HEDDLE_OPERATION_VOID(crash) { __builtin_trap(); }\n");
        Path out = Files.createDirectory(folder.resolve("out"));
        Files.writeString(out.resolve("tickets-client-1.c"), "int mine;\n");
        Run run = operations("--keep-going", "--threads", 2, "--operations", 1, "--format", "json", source);
        assertEquals(1, run.exitCode(), run.toString());
        Schemas.assertOperations(run.json());
        List<String> findings = new ArrayList<>();
        run.json()
                .path("failures")
                .forEach(failure -> findings.add(failure.path("finding").asText()));
        assertTrue(findings.contains("linearizability [no-serial-order]"), run.out());
        assertTrue(findings.stream().anyMatch(finding -> finding.startsWith("crash")), run.out());
        assertEquals(0, run.json().at("/sizes/0/notRun").asInt());
        assertEquals("int mine;\n", Files.readString(out.resolve("tickets-client-1.c")));
        assertTrue(Files.readString(out.resolve("tickets-client-2.c")).contains("#include \"../tickets.c\""));
    }

    /** A take that waits where nothing comes is right; one that waits although something is there is not. */
    @Test
    void operationsThatWait_failWhereTheyShouldNotWait() throws Exception {
        Path source = Expectation.example("operations/waiting-queue.c");
        Run right = operations("-DFIXED", "--threads", 2, "--require-complete", source);
        assertEquals(0, right.exitCode(), right.toString());
        Run wrong = operations("--operations", 2, "--clients", 400, source);
        assertEquals(1, wrong.exitCode(), wrong.toString());
        assertTrue(
                wrong.out()
                        .contains("the smallest that fails: lost-wakeup [woke-another]: take | take | put(1) put(1)"),
                wrong.out());
        assertFalse(wrong.out().contains("is right to wait"), wrong.out());
        String undeclared =
                Files.readString(source).replace("heddle_operation_waits();", "/* heddle_operation_waits() */");
        Run told = operations("-DFIXED", "--threads", 2, file("undeclared.c", undeclared));
        assertEquals(1, told.exitCode(), told.toString());
        assertTrue(
                told.out().contains("an operation that is right to wait says so by heddle_operation_waits()"),
                told.out());
    }

    /** A specification says what is right; one that is wrong is noticed by the first client with such an operation. */
    @Test
    void specificationInBefore_isWhatIsRight() throws Exception {
        String specified = INCLUDE
                + """
                static int allows(void *state, const char *operation, const char *result) {
                    return strcmp(operation, "next(5)") == 0 && heddle_gives(result, "%d", ++*(int *)state);
                }
                static int count;
                static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                HEDDLE_BEFORE { heddle_specification(allows, &(int){FIRST}, sizeof(int)); }
                HEDDLE_OPERATION(next, HEDDLE_RANGE(unused, 5, 5)) {
                    pthread_mutex_lock(&lock);
                    int mine = unused - 4 + count++;
                    pthread_mutex_unlock(&lock);
                    return mine;
                }
                """;
        Path source = file("counter.c", specified);
        Run right = operations("-DFIRST=0", "--require-complete", "--threads", 2, source);
        assertEquals(0, right.exitCode(), right.toString());
        assertEquals(1, operations("-DFIRST=1", "--threads", 2, source).exitCode());
    }

    /** Nothing is compared where an operation cannot be executed in one go: that is no proof. */
    @Test
    void whatWasNotCompared_isUndecided() throws Exception {
        Path source = file(
                "threads.c",
                INCLUDE
                        + """
                        static void *nothing(void *unused) { return unused; }
                        HEDDLE_OPERATION(start) {
                            pthread_t other;
                            return pthread_create(&other, NULL, nothing, NULL) + pthread_join(other, NULL);
                        }
                        """);
        Run run = operations("--threads", 2, "--operations", 1, source);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("1 undecided"), run.out());
        assertTrue(run.out().contains("was not looked at"), run.out());
        assertEquals(
                3,
                operations("--threads", 2, "--operations", 1, "--require-complete", source)
                        .exitCode());
    }

    @Test
    void timeLimit_leavesClientsOut_andTellsSo() throws Exception {
        Path source = Expectation.example("operations/stack.c");
        Run run = operations("-DFIXED", "-t", "1ms", "--require-complete", source);
        assertEquals(3, run.exitCode(), run.toString());
        assertTrue(
                Pattern.compile("188 clients: .* 18[0-8] not run")
                        .matcher(run.out())
                        .find(),
                run.out());
    }

    @Test
    void junit_hasEachClient() throws Exception {
        Run run = operations("--threads", 2, "--operations", 1, "--format", "junit", file("t.c", TICKETS));
        assertEquals(1, run.exitCode(), run.toString());
        assertTrue(run.out().contains("name=\"t.c: ticket | ticket\""), run.out());
        assertTrue(run.out().contains("tests=\"3\""), run.out());
    }

    @Test
    void badInput_isToldInALine() throws Exception {
        operations(file("none.c", "int x;\n")).assertRefused(2, "none.c declares no operation");
        operations(file("empty.c", INCLUDE)).assertRefused(2, "empty.c declares no operation");
        operations(file("range.c", INCLUDE + "\nHEDDLE_OPERATION(put, HEDDLE_RANGE(v, 2, 1)) { return v; }\n"))
                .assertRefused(2, "range.c:3", "v from 2 to 1", "is empty");
        operations(file("large.c", INCLUDE + "HEDDLE_OPERATION(put, HEDDLE_RANGE(v, 1, 1000000)) { return v; }\n"))
                .assertRefused(2, "large.c:2", "more than 1000 different calls");
        operations(file("main.c", TICKETS + "int main(void) { return 0; }\n")).assertRefused(2, "main.c:10", "main");
        operations(file("pointer.c", INCLUDE + "HEDDLE_OPERATION(put, int *value) { return *value; }\n"))
                .assertRefused(2, "pointer.c:2", "'int *value'");
        operations(folder.resolve("missing.c")).assertRefused(2, "there is no file");
        operations("--threads", 1, file("t.c", TICKETS)).assertRefused(2, "--threads must be from 2 to 16");
        operations("--clients", 10_000_000, folder.resolve("t.c")).assertRefused(2, "--clients must be from 1 to");
        Heddle.run("check", folder.resolve("t.c")).assertRefused(2, "heddle operations draws");
        assertFalse(Files.exists(folder.resolve("out/t-client-1.c")));
    }

    /** A pointer as a result is refused by the compiler. */
    @Test
    void resultThatIsAPointer_doesNotCompile() throws Exception {
        Run run = operations(file("result.c", INCLUDE + "static int x;\nHEDDLE_OPERATION(at) { return &x; }\n"));
        assertEquals(2, run.exitCode(), run.toString());
        assertTrue(run.err().contains("result.c does not compile"), run.err());
    }

    /** In C and in C++, by other compilers as well; on its own the program runs the client that its arguments tell. */
    @Test
    void header_compilesWithoutWarnings_andTheProgramRunsOnItsOwn() throws Exception {
        String text = INCLUDE
                + """
                HEDDLE_OPERATION(sum, HEDDLE_RANGE(a, -1, 1), HEDDLE_RANGE(b, 0, 1), HEDDLE_RANGE(c, 0, 1),
                                 HEDDLE_RANGE(d, 0, 1)) { return a + b + c + d; }
                HEDDLE_OPERATION_VOID(nothing) {}
                HEDDLE_BEFORE { puts("before"); }
                HEDDLE_AFTER { puts("after"); }
                """;
        for (String ending : List.of(".c", ".cpp")) {
            Path source = file("sum" + ending, text);
            String compiler = ending.equals(".c") ? "cc" : "c++";
            List<String> flags = List.of(
                    ending.equals(".c") ? "-std=c11" : "-std=c++11",
                    "-Wall",
                    "-Wextra",
                    "-Wpedantic",
                    "-Werror",
                    "-fsyntax-only",
                    "-I" + System.getProperty("heddle.native"),
                    source.toString());
            List<String> command = new ArrayList<>(List.of(compiler));
            command.addAll(flags);
            assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
            Path program = folder.resolve("sum");
            Run built = Heddle.run(
                    compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread", "-o", program, source);
            assertEquals(0, built.exitCode(), built.toString());
            Process run = new ProcessBuilder(program.toString(), "sum(-1,0,1,1) nothing", " nothing ").start();
            assertEquals("before\nafter\n", new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(0, run.waitFor());
            for (String wrong : List.of("sum(1)", "nothing(1)", "no", "sum(1,1,1,1")) {
                assertEquals(
                        2, new ProcessBuilder(program.toString(), wrong).start().waitFor(), wrong);
            }
        }
        Run clients = operations("--threads", 2, "--operations", 1, "--clients", 4, folder.resolve("sum.cpp"));
        assertTrue(clients.out().contains("4 proved"), clients.toString());
    }
}
