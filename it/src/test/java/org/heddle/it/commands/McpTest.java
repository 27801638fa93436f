package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.GdbNeeded;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent checks a program and goes through its finding by the Model Context Protocol. */
@Timeout(900)
final class McpTest {
    private static final String SCHEDULE = "heddle-results/06-lost-update.assertion.1.heddle-schedule";

    /** An endless exploration, which says when it has begun. */
    private static final String LONG =
            """
            #include <fcntl.h>
            #include <pthread.h>
            #include <stdatomic.h>
            static atomic_int counter;
            static void *count(void *unused) {
                for (int i = 0; i < 40; i++) {
                    atomic_store(&counter, i);
                    atomic_load(&counter);
                }
                return unused;
            }
            int main(void) {
                open("begun", O_CREAT | O_WRONLY, 0600);
                pthread_t threads[4];
                for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, count, NULL);
                for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
            }
            """;

    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    private Path folder;

    private HeddleProcess process;
    private BufferedReader answers;
    private int last;

    @BeforeEach
    void start() throws IOException {
        process = HeddleProcess.startTalking(Map.of(), folder, "mcp");
        answers = new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8));
    }

    private void send(String line) throws IOException {
        process.input().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.input().flush();
    }

    /** Sends a line, whose quotes may be single ones, and gives the answer. */
    private JsonNode ask(String line) throws IOException {
        send(line.replace('\'', '"'));
        return json.readTree(answers.readLine());
    }

    private void request(String method, JsonNode params) throws IOException {
        ObjectNode request = json.createObjectNode();
        request.put("jsonrpc", "2.0").put("id", ++last).put("method", method);
        request.set("params", params);
        send(request.toString());
    }

    private void begin(String tool, String arguments) throws IOException {
        ObjectNode params = json.createObjectNode().put("name", tool);
        params.set("arguments", json.readTree(arguments.replace('\'', '"')));
        request("tools/call", params);
    }

    private JsonNode call(String tool, String arguments) throws IOException {
        begin(tool, arguments);
        JsonNode answer = json.readTree(answers.readLine());
        assertEquals(last, answer.path("id").asInt(), answer.toString());
        return answer;
    }

    /** What a tool says that does what it is asked for. */
    private String done(String tool, String arguments) throws IOException {
        JsonNode answer = call(tool, arguments);
        assertFalse(answer.at("/result/isError").asBoolean(true), answer.toString());
        return text(answer);
    }

    private static String text(JsonNode answer) {
        return answer.at("/result/content/0/text").asText();
    }

    /** What a tool says that cannot do what it is asked for. */
    private String notDone(String tool, String arguments) throws IOException {
        JsonNode answer = call(tool, arguments);
        assertTrue(answer.at("/result/isError").asBoolean(), answer.toString());
        return text(answer);
    }

    private void leave() throws Exception {
        process.descendants();
        process.input().close();
        Run run = process.end();
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals("", run.err());
        process.assertNothingLeft();
    }

    private void source(String name) throws IOException {
        Files.copy(Expectation.example(name), process.work().resolve(name));
    }

    private static String step(String commands) {
        return "{'schedule': '" + SCHEDULE + "', 'commands': [" + commands + "]}";
    }

    @Test
    void theServer_saysWhatItIs_andWhatToolsItHas() throws Exception {
        JsonNode begun = ask(
                "{'jsonrpc': '2.0', 'id': 'a', 'method': 'initialize', 'params':"
                        + " {'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': {'name': 't', 'version': '1'}}}");
        assertEquals("a", begun.path("id").asText());
        assertEquals("2025-06-18", begun.at("/result/protocolVersion").asText());
        assertEquals("heddle", begun.at("/result/serverInfo/name").asText());
        assertTrue(begun.at("/result/capabilities").has("tools"), begun.toString());
        send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
        JsonNode other =
                ask("{'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {'protocolVersion': '1999'}}");
        assertEquals("2025-11-25", other.at("/result/protocolVersion").asText());
        JsonNode tools =
                ask("{'jsonrpc': '2.0', 'id': 2, 'method': 'tools/list'}").at("/result/tools");
        assertEquals(6, tools.size(), tools.toString());
        for (JsonNode tool : tools) {
            assertEquals("object", tool.at("/inputSchema/type").asText(), tool.toString());
            assertFalse(tool.path("description").asText().isEmpty());
        }
        assertEquals(
                "{}",
                ask("{'jsonrpc': '2.0', 'id': 3, 'method': 'ping'}")
                        .path("result")
                        .toString());
        leave();
    }

    @Test
    void aProgram_isChecked_itsFindingGoneThrough_andItsRepairProved() throws Exception {
        source("06-lost-update.c");
        String report = done("check", "{'files': ['06-lost-update.c']}");
        assertTrue(report.contains("assertion: \"counter == 2\" fails in main"), report);
        String findings = done("findings", "{}");
        assertTrue(findings.startsWith(SCHEDULE + ": assertion: "), findings);
        String trace = done("trace", "{'schedule': '" + SCHEDULE + "'}");
        assertTrue(trace.contains("store counter = 1"), trace);

        String begun = done("step", step("'break counter', 'continue'"));
        assertTrue(begun.contains("3 of 14 T1: load counter = 0"), begun);
        String further = done("step", step("'continue', 'reverse-step', 'last counter', 'info threads'"));
        assertTrue(further.contains("5 of 14 T2: load counter = 0"), "it goes on where it was: " + further);
        assertTrue(further.contains("4 of 14 T2: start"), further);
        assertTrue(further.contains("Step 3 T1: load counter = 0"), further);
        assertTrue(further.contains("T1 (count): next: store counter"), further);
        String wrong = done("step", step("'frob', 'goto 99'"));
        assertTrue(wrong.contains("there is no command 'frob'") && wrong.contains("there is no step 99"), wrong);
        assertTrue(done("step", step("'quit'")).isEmpty());
        assertTrue(done("step", step("")).contains("0 of 14"), "it begins anew");

        String fixed = done("check", "{'files': ['06-lost-update.c'], 'options': ['-DFIXED']}");
        assertTrue(fixed.contains("proved: no bug in any interleaving"), fixed);
        assertTrue(done("explain", "{'kind': 'deadlock'}").contains("deadlock"));
        leave();
    }

    @Test
    void values_areThoseOfTheStep_andAChangedProgramIsOpenedAnew() throws Exception {
        GdbNeeded.orSkip();
        source("06-lost-update.c");
        done("check", "{'files': ['06-lost-update.c']}");
        String values = done("step", step("'continue', 'print counter', 'watch counter'"));
        assertTrue(values.contains("counter = 1\n") && values.contains("counter = 0 at the start"), values);
        Files.writeString(process.work().resolve("06-lost-update.c"), "int main(void) { return 0; }\n");
        String changed = notDone("step", step("'where'"));
        assertTrue(changed.contains("the schedule cannot be fitted to it: check the program again"), changed);
        leave();
    }

    @Test
    void tests_areRun_andWhatCannotBeDoneIsAnErrorOfTheTool() throws Exception {
        source("06-lost-update.c");
        assertTrue(notDone("findings", "{}").contains("there is no folder heddle-results: check a program first"));
        assertTrue(notDone("check", "{'files': ['none.c']}").contains("none.c"));
        assertTrue(notDone("test", "{}").contains("heddle.toml"));
        Files.writeString(process.work().resolve("heddle.toml"), "[[test]]\nprogram = \"06-lost-update.c\"\n");
        String tests = done("test", "{}");
        assertTrue(tests.contains("1 test: 0 passed, 1 failed"), tests);
        assertTrue(done("findings", "{}").startsWith(SCHEDULE));
        assertTrue(notDone("step", "{'schedule': 'none.heddle-schedule'}").contains("none.heddle-schedule"));
        assertTrue(notDone("explain", "{'kind': 'nothing'}").contains("nothing"));
        leave();
    }

    @Test
    void wrongMessages_getErrorsOfTheProtocol_andTheServerGoesOn() throws Exception {
        assertEquals(-32700, ask("hello").at("/error/code").asInt());
        assertEquals(-32700, ask("{'jsonrpc': '2.0', 'id': 1").at("/error/code").asInt());
        assertEquals(-32600, ask("[]").at("/error/code").asInt());
        assertEquals(
                -32600, ask("{'id': 1, 'method': 'ping'}").at("/error/code").asInt());
        assertEquals(
                -32600,
                ask("{'jsonrpc': '2.0', 'id': {}, 'method': 'ping'}")
                        .at("/error/code")
                        .asInt());
        assertEquals(
                -32600, ask("{'jsonrpc': '2.0', 'id': 1}").at("/error/code").asInt());
        JsonNode method = ask("{'jsonrpc': '2.0', 'id': 7, 'method': 'prompts/list'}");
        assertEquals(-32601, method.at("/error/code").asInt());
        assertEquals(7, method.path("id").asInt());
        JsonNode tool = call("frob", "{}");
        assertEquals(-32602, tool.at("/error/code").asInt());
        assertEquals(
                "there is no tool 'frob': there are check, test, findings, trace, step, explain",
                tool.at("/error/message").asText());
        assertEquals(
                "check takes no argument 'file': it takes files, arguments, options, timeout_seconds",
                refused("check", "{'file': 'x'}"));
        assertTrue(refused("check", "{}").startsWith("check needs the argument 'files': "));
        assertEquals("the argument 'files' of check is a list of texts", refused("check", "{'files': 'x.c'}"));
        assertEquals(
                "the argument 'timeout_seconds' of check is a whole number from 1 to 3600",
                refused("check", "{'files': ['x.c'], 'timeout_seconds': 0}"));
        assertTrue(refused("check", "{'files': ['--frob']}").startsWith("'--frob' is no file or test"));
        leave();
    }

    private String refused(String tool, String arguments) throws IOException {
        JsonNode answer = call(tool, arguments);
        assertEquals(-32602, answer.at("/error/code").asInt(), answer.toString());
        return answer.at("/error/message").asText();
    }

    @Test
    void aCheckThatIsCancelled_endsWithoutAnAnswer_andOneOfAnAgentThatLeavesReportsWhatItKnows() throws Exception {
        Files.writeString(process.work().resolve("long.c"), LONG);
        beginLong();
        send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\", \"params\": {\"requestId\": " + last
                + "}}");
        assertTrue(done("explain", "{}").contains("deadlock"), "the next call is answered, and the first is not");
        Files.delete(process.work().resolve("begun"));
        beginLong();
        process.descendants();
        process.input().close();
        JsonNode answer = json.readTree(answers.readLine());
        assertTrue(text(answer).contains("not everything was explored"), answer.toString());
        assertEquals(0, process.end().exitCode());
        process.assertNothingLeft();
    }

    /** Begins a check that takes an hour, and comes back once executions run. */
    private void beginLong() throws IOException {
        begin(
                "check",
                "{'files': ['long.c'], 'timeout_seconds': 3600, 'options': ['--cflags=-O0', '--bound', 'none']}");
        while (!Files.exists(process.work().resolve("begun"))) {
            Thread.onSpinWait();
        }
    }
}
