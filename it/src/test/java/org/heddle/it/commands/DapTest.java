package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.heddle.it.testkit.DapClient;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.GdbNeeded;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An editor goes through a schedule by the Debug Adapter Protocol, and nothing is left when it has gone, whichever way it goes. */
@Timeout(900)
final class DapTest {
    private static final String LIST =
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdio.h>
            #include <stdlib.h>
            struct item { int key; struct item *next; double weights[3]; };
            static struct { pthread_mutex_t lock; struct item *head; int size; } list = { PTHREAD_MUTEX_INITIALIZER, NULL, 0 };
            static void insert(int key) {
                struct item *one = calloc(1, sizeof *one);
                one->key = key;
                pthread_mutex_lock(&list.lock);
                one->next = list.head;
                list.head = one;
                list.size++;
                pthread_mutex_unlock(&list.lock);
            }
            static void *worker(void *argument) {
                int base = *(int *)argument;
                insert(base);
                insert(base + 1);
                return NULL;
            }
            int main(void) {
                int bases[2] = {10, 20};
                pthread_t threads[2];
                puts("begin");
                for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &bases[i]);
                for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
                puts("end");
                assert(list.size != 4);
            }
            """;

    @TempDir
    private Path folder;

    private HeddleProcess process;

    private Path example(String name, String schedule) throws Exception {
        Path source = Files.copy(Expectation.example(name), folder.resolve(name));
        Heddle.check(folder, source);
        return folder.resolve(schedule);
    }

    private Path lostUpdate() throws Exception {
        return example("06-lost-update.c", "06-lost-update.assertion.1.heddle-schedule");
    }

    private Path list() throws Exception {
        Path source = Files.writeString(folder.resolve("list.c"), LIST);
        Heddle.check(folder, "--cflags=-O0", source);
        return folder.resolve("list.assertion.1.heddle-schedule");
    }

    private DapClient editor() throws IOException {
        return editor(Map.of());
    }

    private DapClient editor(Map<String, String> environment) throws IOException {
        process = HeddleProcess.startTalking(environment, folder, "dap");
        return new DapClient(process.output(), process.input());
    }

    private void leave(DapClient editor) throws Exception {
        process.descendants();
        editor.ask("disconnect", "{}");
        Run run = process.end();
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals("", run.err());
        process.assertNothingLeft();
    }

    private static String launch(Path schedule) {
        return "{'schedule': '" + schedule + "'}";
    }

    private String breakpoints(String file, String lines) {
        return "{'source': {'path': '" + folder.resolve(file) + "'}, 'breakpoints': [" + lines + "]}";
    }

    private static int line(JsonNode frames) {
        return frames.path(0).path("line").asInt();
    }

    @Test
    void aSession_goesToBreakpoints_toTheFinding_andBack() throws Exception {
        Path schedule = lostUpdate();
        DapClient editor = editor();
        JsonNode at = editor.open(launch(schedule), "setBreakpoints", breakpoints("06-lost-update.c", "{'line': 28}"));
        assertEquals("entry", at.path("reason").asText());
        assertEquals(
                "main: create T1",
                editor.ask("threads", "{}").at("/threads/0/name").asText());

        at = editor.go("continue", at);
        assertEquals("breakpoint", at.path("reason").asText());
        JsonNode frames = editor.frames(at);
        assertEquals("count", frames.at("/0/name").asText());
        assertEquals(28, line(frames));
        assertEquals(
                folder.resolve("06-lost-update.c").toRealPath().toString(),
                frames.at("/0/source/path").asText());
        assertEquals(1, frames.size(), "the runtime's frames are hidden: " + frames);

        at = editor.go("stepBack", at);
        assertEquals(27, line(editor.frames(at)));
        at = editor.go("stepIn", at);
        assertEquals(28, line(editor.frames(at)));
        at = editor.go("continue", at);
        at = editor.go("continue", at);
        assertEquals("exception", at.path("reason").asText());
        assertEquals(
                "assertion: \"counter == 2\" fails in main [assertion]",
                at.path("text").asText());
        assertEquals(
                "assertion",
                editor.ask("exceptionInfo", "{'threadId': 1}")
                        .path("exceptionId")
                        .asText());
        assertTrue(editor.printed().contains("Assertion `counter == 2' failed"), editor.printed());
        assertEquals(39, line(editor.frames(at)));

        at = editor.go("reverseContinue", at);
        assertEquals(28, line(editor.frames(at)));
        at = editor.go("reverseContinue", at);
        at = editor.go("reverseContinue", at);
        assertEquals("step", at.path("reason").asText(), "the critical switch");
        at = editor.go("reverseContinue", at);
        assertEquals("entry", at.path("reason").asText());
        leave(editor);
    }

    @Test
    void nextStaysWithItsThread_andStepOutGoesToTheNextSwitch() throws Exception {
        Path schedule = example("01-database-deadlock.c", "01-database-deadlock.deadlock.1.heddle-schedule");
        DapClient editor = editor();
        JsonNode at = editor.open(launch(schedule));
        JsonNode other = editor.go("stepOut", at);
        assertTrue(other.path("threadId").asInt() != at.path("threadId").asInt(), other.toString());
        JsonNode same = editor.go("next", other);
        assertEquals(other.path("threadId"), same.path("threadId"));
        JsonNode end = editor.go("continue", same);
        assertTrue(end.path("text").asText().startsWith("deadlock: "), end.toString());
        String threads = editor.ask("threads", "{}").toString();
        assertTrue(threads.contains("T1 (operate): waits for T2: lock counts"), threads);
        assertTrue(
                editor.variables(editor.scope(end, "Schedule")).stream()
                        .anyMatch(told -> told.startsWith("T2 holds = counts, locked at")),
                threads);
        editor.ask("continue", "{'threadId': 1}");
        editor.event("terminated");
        leave(editor);
    }

    @Test
    void structuresUnfold_andExpressionsAreEvaluated_inTheFrameThatIsAsked() throws Exception {
        GdbNeeded.orSkip();
        Path schedule = list();
        DapClient editor = editor();
        JsonNode at = editor.open(
                launch(schedule),
                "setBreakpoints",
                breakpoints("list.c", "{'line': 14, 'condition': 'one->key == 20'}"));
        at = editor.go("continue", at);
        JsonNode one = editor.variable(editor.scope(at, "Locals"), "one");
        assertTrue(
                editor.variables(one).contains("key = 20"),
                editor.variables(one).toString());
        assertEquals(
                "one->key", editor.variable(one, "key").path("evaluateName").asText());
        JsonNode weights = editor.variable(one, "weights");
        assertEquals(3, weights.path("indexedVariables").asInt());
        assertEquals(List.of("[0] = 0", "[1] = 0", "[2] = 0"), editor.variables(weights));
        JsonNode globals = editor.scope(at, "Globals");
        assertTrue(editor.variables(editor.variable(globals, "list")).contains("size = 3"), globals.toString());

        JsonNode frames = editor.frames(at);
        assertEquals("worker", frames.at("/1/name").asText());
        int outer = frames.at("/1/id").asInt();
        String base = "{'expression': 'base + 1', 'context': 'hover', 'frameId': " + outer + "}";
        assertEquals("21", editor.ask("evaluate", base).path("result").asText());
        assertEquals(
                "3",
                editor.ask("evaluate", "{'expression': 'list.size'}")
                        .path("result")
                        .asText());
        assertEquals(
                "No symbol \"nothing\" in current context.", editor.refused("evaluate", "{'expression': 'nothing'}"));
        String change = editor.refused("evaluate", "{'expression': 'list.size = 7'}");
        assertEquals("expressions may only look, and list.size = 7 changes something", change);

        editor.go("stepBack", at);
        assertEquals(
                "2",
                editor.ask("evaluate", "{'expression': 'list.size'}")
                        .path("result")
                        .asText());
        assertTrue(editor.refused("scopes", "{'frameId': " + outer + "}").contains("of another moment"));
        assertEquals("begin\n", editor.printed());
        leave(editor);
    }

    @Test
    void dataBreakpoints_sayWhoWrote_alsoMemoryThatNoStepNames() throws Exception {
        GdbNeeded.orSkip();
        Path schedule = list();
        DapClient editor = editor();
        JsonNode at = editor.open("{'schedule': '" + schedule + "', 'startAt': 'end'}");
        assertEquals("exception", at.path("reason").asText());
        JsonNode info = editor.ask("dataBreakpointInfo", "{'name': 'list.size'}");
        assertEquals("[\"write\"]", info.path("accessTypes").toString());
        JsonNode lock = editor.ask("dataBreakpointInfo", "{'name': 'list.lock'}");
        assertEquals(
                "[\"read\",\"write\",\"readWrite\"]", lock.path("accessTypes").toString());
        JsonNode none = editor.ask("dataBreakpointInfo", "{'name': 'list'}");
        assertTrue(none.path("dataId").isNull() || none.path("dataId").isMissingNode(), none.toString());

        String size = "{'breakpoints': [{'dataId': '" + info.path("dataId").asText() + "', 'accessType': 'write'}]}";
        JsonNode set = editor.ask("setDataBreakpoints", size);
        assertEquals("4 steps", set.at("/breakpoints/0/message").asText());
        at = editor.go("reverseContinue", at);
        assertEquals("data breakpoint", at.path("reason").asText());
        assertEquals("list.size", at.path("description").asText());
        assertEquals("insert", editor.frames(at).at("/0/name").asText());
        assertEquals(
                "3",
                editor.ask("evaluate", "{'expression': 'list.size'}")
                        .path("result")
                        .asText());
        leave(editor);
    }

    @Test
    void breakpoints_areOnFunctionsAndCallsToo_andSayWhereNoStepIs() throws Exception {
        Path schedule = list();
        DapClient editor = editor();
        editor.open(launch(schedule));
        JsonNode lines = editor.ask("setBreakpoints", breakpoints("list.c", "{'line': 18}, {'line': 12}"));
        assertEquals("2 steps", lines.at("/breakpoints/0/message").asText(), "the first steps of two calls");
        assertFalse(lines.at("/breakpoints/1/verified").asBoolean());
        assertEquals(
                "no step of this schedule is on this line; the nearest with one: 10 and 14",
                lines.at("/breakpoints/1/message").asText());
        JsonNode functions =
                editor.ask("setFunctionBreakpoints", "{'breakpoints': [{'name': 'insert'}, {'name': 'mutex-lock'}]}");
        assertEquals("4 steps", functions.at("/breakpoints/0/message").asText());
        assertEquals("4 steps", functions.at("/breakpoints/1/message").asText());
        String there = "{'source': {'path': '" + folder.resolve("list.c") + "'}, 'line': 1, 'endLine': 14}";
        assertEquals(
                "[{\"line\":10},{\"line\":14}]",
                editor.ask("breakpointLocations", there).path("breakpoints").toString());
        leave(editor);
    }

    @Test
    void aDataRace_stopsWhereItShows_andGoesOnToTheEnd() throws Exception {
        Path schedule = example("21-plain-memory.c", "21-plain-memory.data-race.1.heddle-schedule");
        DapClient editor = editor();
        JsonNode at = editor.go("continue", editor.open(launch(schedule)));
        assertEquals("exception", at.path("reason").asText());
        assertTrue(at.path("text").asText().startsWith("data race on "), at.toString());
        String place = "21-plain-memory.c:" + line(editor.frames(at)) + " ";
        assertTrue(at.path("text").asText().contains(place), place + at);
        at = editor.go("continue", at);
        assertEquals(
                "behind the last step; the finding was before",
                at.path("description").asText());
        leave(editor);
    }

    @Test
    void withoutGdb_allButVariablesIsThere_andTheMessageSaysWhatToInstall() throws Exception {
        Path schedule = lostUpdate();
        Path empty = Files.createDirectory(folder.resolve("empty"));
        DapClient editor = editor(Map.of("PATH", empty.toString()));
        JsonNode at = editor.open(launch(schedule), "setBreakpoints", breakpoints("06-lost-update.c", "{'line': 28}"));
        at = editor.go("continue", at);
        assertEquals(28, line(editor.frames(at)));
        assertTrue(editor.variables(editor.scope(at, "Schedule")).contains("step = 6 of 14"));
        int locals = editor.scope(at, "Locals").path("variablesReference").asInt();
        String refused = editor.refused("variables", "{'variablesReference': " + locals + "}");
        assertEquals(
                "gdb cannot be run: install it (apt install gdb), or go on without variables and expressions", refused);
        leave(editor);
    }

    @Test
    void whatIsNoProtocol_isTold_andTheSessionGoesOn() throws Exception {
        Path schedule = lostUpdate();
        DapClient editor = editor();
        editor.send("hello\r\n\r\nContent-Length: 9\r\n\r\nno{json]}");
        editor.send("Content-Length: 2\r\n\r\n[]");
        assertEquals("there is no schedule yet: launch one", editor.refused("threads", "{}"));
        assertTrue(
                editor.refused("launch", "{}").startsWith("the launch names no schedule: give \"schedule\": \"FILE\""));
        String missing = editor.refused("launch", "{'schedule': '/no/such.heddle-schedule'}");
        assertTrue(missing.contains("/no/such.heddle-schedule"), missing);
        String wrong = editor.refused("launch", "{'schedule': '" + folder.resolve("06-lost-update.c") + "'}");
        assertFalse(wrong.contains("Exception"), wrong);
        assertTrue(editor.refused("attach", "{}").contains("use the request 'launch'"));
        String far = editor.refused("launch", "{'schedule': '" + schedule + "', 'startAt': 99}");
        assertEquals("\"startAt\" is \"end\" or a step from 0 to 14, not 99", far);
        editor.open(launch(schedule));
        editor.refused("stackTrace", "{'threadId': 77}");
        editor.refused("noSuchRequest", "{}");
        editor.ask("disconnect", "{}");
        Run run = process.end();
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.err().lines().allMatch(line -> line.startsWith("heddle: not understood: ")), run.err());
        assertFalse(run.err().isEmpty());
    }

    @Test
    void anEditorThatVanishes_leavesNoProcess_evenOfGdb() throws Exception {
        GdbNeeded.orSkip();
        Path schedule = list();
        DapClient editor = editor();
        JsonNode at = editor.open(launch(schedule));
        editor.variables(editor.scope(at, "Locals"));
        assertTrue(
                process.descendants().stream()
                        .anyMatch(one -> one.info().command().orElse("").endsWith("/gdb")),
                "gdb runs");
        process.input().close();
        Run run = process.end();
        assertEquals(0, run.exitCode(), run.toString());
        process.assertNothingLeft();
    }

    @Test
    void aPort_servesOneEditorAfterTheOther() throws Exception {
        Path schedule = lostUpdate();
        process = HeddleProcess.startTalking(Map.of(), folder, "dap", "--port", "0");
        String listening = "";
        while (!listening.contains("\n")) {
            listening = process.errors();
            Thread.onSpinWait();
        }
        int port = Integer.parseInt(listening.strip().replaceFirst(".*:", ""));
        for (int i = 0; i < 2; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                DapClient editor = new DapClient(socket.getInputStream(), socket.getOutputStream());
                editor.open(launch(schedule));
                if (i == 1) {
                    editor.ask("disconnect", "{}");
                }
            }
        }
        process.descendants();
        process.signal("TERM");
        process.end();
        process.assertNothingLeft();
    }

    @Test
    void aWrongPort_isToldWithWhatToDo() throws Exception {
        Run run = HeddleProcess.run(folder, "dap", "--port", "70000");
        assertEquals(2, run.exitCode());
        assertTrue(run.err().contains("--port must be from 0 to 65535, not 70000: 0 is a free one"), run.err());
    }
}
