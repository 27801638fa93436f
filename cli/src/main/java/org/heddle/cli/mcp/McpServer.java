package org.heddle.cli.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;

/**
 * A server of the Model Context Protocol, with tools alone: messages of JSON-RPC 2.0, one a line. Tools are called one after the other; what
 * takes no time is answered meanwhile.
 */
public final class McpServer implements AutoCloseable {
    /** Versions of the protocol, the newest first. They differ in what is not used here. */
    private static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private static final String INSTRUCTIONS =
            "Heddle finds concurrency bugs in pthread C and C++ programs by exploring their interleavings. Call check first. For a"
                    + " finding, trace shows its interleaving, and step goes through it with values and locks. After a repair, check"
                    + " again: 'proved' means that no interleaving has a bug.";

    private static final int LONGEST = 60_000; // characters of a result

    private final ObjectMapper json = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final Map<JsonNode, Call> calls = new ConcurrentHashMap<>();
    private final StepTool steps;
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final OutputStream out;

    /**
     * A server that writes its messages there.
     *
     * @param installation with which schedules are run
     */
    public McpServer(Installation installation, OutputStream out) {
        this.out = out;
        steps = new StepTool(installation);
        for (Tool tool : List.of(
                CheckTool.ofProgram(),
                CheckTool.ofTests(),
                new FindingsTool(),
                CommandTool.trace(),
                steps,
                CommandTool.explain())) {
            tools.put(tool.name(), tool);
        }
    }

    /**
     * Serves to the end of the input. Checks that are under way then are asked to end; what has been called is answered.
     *
     * @throws IOException if the input cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public void serve(InputStream in) throws IOException, InterruptedException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                take(line);
            }
        }
        worker.shutdown();
        calls.values().forEach(Call::end);
        if (!worker.awaitTermination(1, TimeUnit.MINUTES)) {
            worker.shutdownNow();
        }
    }

    private void take(String line) {
        JsonNode id = NullNode.getInstance();
        try {
            JsonNode message = json.readTree(line);
            JsonNode given = message.path("id");
            id = given.isTextual() || given.isNumber() ? given : id;
            if (!message.isObject()
                    || !message.path("jsonrpc").asText().equals("2.0")
                    || !(given.isMissingNode() || given.isTextual() || given.isNumber())) {
                throw new RpcException(
                        RpcException.NO_REQUEST,
                        "a message is one object with \"jsonrpc\": \"2.0\", and with an \"id\" that is a text or a number where"
                                + " it wants an answer");
            }
            if (message.has("result") || message.has("error")) {
                return; // nothing was asked
            }
            if (!message.path("method").isTextual()) {
                throw new RpcException(RpcException.NO_REQUEST, "a request has a \"method\"");
            }
            if (given.isMissingNode()) {
                notified(message);
            } else {
                asked(id, message.path("method").asText(), message.path("params"));
            }
        } catch (JsonProcessingException noJson) {
            fail(
                    id,
                    new RpcException(
                            RpcException.NO_JSON, "a message is JSON, one a line: " + noJson.getOriginalMessage()));
        } catch (RpcException wrong) {
            fail(id, wrong);
        }
    }

    private void notified(JsonNode message) {
        if (message.path("method").asText().equals("notifications/cancelled")) {
            Call call = calls.get(message.path("params").path("requestId"));
            if (call != null) {
                call.cancel();
            }
        }
    }

    private void asked(JsonNode id, String method, JsonNode params) throws RpcException {
        switch (method) {
            case "initialize" -> answer(id, begin(params));
            case "ping" -> answer(id, json.createObjectNode());
            case "tools/list" -> answer(id, list());
            case "tools/call" -> call(id, params);
            default -> throw new RpcException(
                    RpcException.NO_METHOD,
                    "there is no method '" + method + "' here: there are tools/list and tools/call");
        }
    }

    private ObjectNode begin(JsonNode params) {
        String asked = params.path("protocolVersion").asText();
        ObjectNode result = json.createObjectNode();
        result.put("protocolVersion", VERSIONS.contains(asked) ? asked : VERSIONS.get(0));
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "heddle").put("version", HeddleVersion.number());
        result.put("instructions", INSTRUCTIONS);
        return result;
    }

    private ObjectNode list() {
        ObjectNode result = json.createObjectNode();
        for (Tool tool : tools.values()) {
            result.withArray("tools")
                    .addObject()
                    .put("name", tool.name())
                    .put("description", tool.description())
                    .set("inputSchema", tool.schema().json());
        }
        return result;
    }

    private void call(JsonNode id, JsonNode params) throws RpcException {
        String name = params.path("name").asText();
        Tool tool = tools.get(name);
        if (tool == null) {
            throw new RpcException(
                    RpcException.WRONG_PARAMETERS,
                    "there is no tool '" + name + "': there are " + String.join(", ", tools.keySet()));
        }
        ToolArguments arguments = ToolArguments.of(name, tool.schema().json(), params.path("arguments"));
        Call call = new Call();
        if (calls.putIfAbsent(id, call) != null) {
            throw new RpcException(
                    RpcException.NO_REQUEST, "a request with the id " + id + " is being answered already");
        }
        worker.execute(() -> {
            try {
                if (!call.isCancelled()) {
                    done(id, tool, arguments, call);
                }
            } finally {
                calls.remove(id);
            }
        });
    }

    private void done(JsonNode id, Tool tool, ToolArguments arguments, Call call) {
        try {
            Tool.Result result = result(tool, arguments, call);
            if (!call.isCancelled()) {
                ObjectNode told = json.createObjectNode();
                told.putArray("content").addObject().put("type", "text").put("text", shortened(result.text()));
                told.put("isError", result.isError());
                answer(id, told);
            }
        } catch (RpcException wrong) {
            fail(id, wrong);
        }
    }

    private static Tool.Result result(Tool tool, ToolArguments arguments, Call call) throws RpcException {
        try {
            return tool.call(arguments, call);
        } catch (UserError | IOException problem) {
            return new Tool.Result(problem.getMessage(), true);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Tool.Result("interrupted", true);
        } catch (RuntimeException fault) {
            throw new RpcException(RpcException.FAULT, "a fault of Heddle, please report it: " + fault);
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST
                ? text
                : text.substring(0, LONGEST) + "\n… " + (text.length() - LONGEST) + " more characters were left out";
    }

    private void answer(JsonNode id, JsonNode result) {
        ObjectNode message = message(id);
        message.set("result", result);
        send(message);
    }

    private void fail(JsonNode id, RpcException wrong) {
        ObjectNode message = message(id);
        message.putObject("error").put("code", wrong.code()).put("message", wrong.getMessage());
        send(message);
    }

    private ObjectNode message(JsonNode id) {
        ObjectNode message = json.createObjectNode().put("jsonrpc", "2.0");
        message.set("id", id);
        return message;
    }

    /** A client that has gone is told nothing: the input ends, too. */
    private void send(ObjectNode message) {
        byte[] line = (message + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            try {
                out.write(line);
                out.flush();
            } catch (IOException gone) {
                calls.values().forEach(Call::end);
            }
        }
    }

    /** Ends the programs of schedules. */
    @Override
    public void close() {
        worker.shutdownNow();
        steps.close();
    }
}
