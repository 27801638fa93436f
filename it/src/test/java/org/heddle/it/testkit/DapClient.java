package org.heddle.it.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.StreamSupport;

/** An editor, as far as the Debug Adapter Protocol goes. It writes and reads the protocol's bytes by itself. */
public final class DapClient {
    private final ObjectMapper json = new ObjectMapper();
    private final InputStream in;
    private final OutputStream out;
    private final Deque<JsonNode> events = new ArrayDeque<>();
    private final StringBuilder printed = new StringBuilder();
    private int last;

    public DapClient(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Sends something that need not be a message. */
    public void send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Sends a request with these arguments in JSON, whose quotes may be single ones, and gives the answer as a whole. */
    public JsonNode answer(String command, String arguments) throws IOException {
        JsonNode body = json.readTree(arguments.replace('\'', '"'));
        return answer(command, body);
    }

    /** Sends a request, and gives the answer as a whole. */
    public JsonNode answer(String command, JsonNode arguments) throws IOException {
        ObjectNode request = json.createObjectNode();
        request.put("seq", ++last).put("type", "request").put("command", command);
        request.set("arguments", arguments);
        String text = request.toString();
        send("Content-Length: " + text.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + text);
        while (true) {
            JsonNode message = read();
            if (message.path("type").asText().equals("response")
                    && message.path("request_seq").asInt() == last) {
                return message;
            }
            take(message);
        }
    }

    /** The same of a request that has to succeed: what it is answered with. */
    public JsonNode ask(String command, String arguments) throws IOException {
        return succeeded(command, answer(command, arguments));
    }

    /** The same with arguments that are there. */
    public JsonNode ask(String command, JsonNode arguments) throws IOException {
        return succeeded(command, answer(command, arguments));
    }

    private static JsonNode succeeded(String command, JsonNode answer) {
        if (!answer.path("success").asBoolean()) {
            throw new AssertionError(command + ": " + answer);
        }
        return answer.path("body");
    }

    /** Sends a request that has to fail: why it does. */
    public String refused(String command, String arguments) throws IOException {
        JsonNode answer = answer(command, arguments);
        if (answer.path("success").asBoolean()) {
            throw new AssertionError(command + ": " + answer);
        }
        return answer.path("message").asText();
    }

    /** Waits for an event; earlier ones are passed over. */
    public JsonNode event(String name) throws IOException {
        while (true) {
            JsonNode event = events.isEmpty() ? null : events.poll();
            if (event == null) {
                take(read());
            } else if (event.path("event").asText().equals(name)) {
                return event.path("body");
            }
        }
    }

    private void take(JsonNode message) {
        if (!message.path("type").asText().equals("event")) {
            throw new AssertionError("no event: " + message);
        }
        JsonNode body = message.path("body");
        if (message.path("event").asText().equals("output")
                && body.path("category").asText().equals("stdout")) {
            printed.append(body.path("output").asText());
        }
        events.add(message);
    }

    /** What the program has printed so far, as events tell. */
    public String printed() {
        return printed.toString();
    }

    /** Opens a schedule, and comes to where it stops first. */
    public JsonNode open(String arguments, String... requests) throws IOException {
        ask("initialize", "{'adapterID': 'heddle'}");
        ask("launch", arguments);
        event("initialized");
        for (int i = 0; i < requests.length; i += 2) {
            ask(requests[i], requests[i + 1]);
        }
        ask("configurationDone", "{}");
        return event("stopped");
    }

    /** Goes somewhere in the thread that is stopped, and gives where it stops. */
    public JsonNode go(String command, JsonNode stopped) throws IOException {
        ask(command, "{'threadId': " + stopped.path("threadId").asInt() + "}");
        return event("stopped");
    }

    /** The frames of the thread that is stopped. */
    public JsonNode frames(JsonNode stopped) throws IOException {
        return ask("stackTrace", "{'threadId': " + stopped.path("threadId").asInt() + "}")
                .path("stackFrames");
    }

    /** What a scope of the innermost frame contains. */
    public JsonNode scope(JsonNode stopped, String name) throws IOException {
        int frame = frames(stopped).path(0).path("id").asInt();
        for (JsonNode scope : ask("scopes", "{'frameId': " + frame + "}").path("scopes")) {
            if (scope.path("name").asText().equals(name)) {
                return scope;
            }
        }
        throw new AssertionError("no scope " + name);
    }

    /** The variables in a scope or a variable, each as {@code name = value}. */
    public List<String> variables(JsonNode whole) throws IOException {
        List<String> told = new ArrayList<>();
        contents(whole)
                .forEach(one -> told.add(
                        one.path("name").asText() + " = " + one.path("value").asText()));
        return told;
    }

    /** The variable with this name in a scope or a variable. */
    public JsonNode variable(JsonNode whole, String name) throws IOException {
        JsonNode contents = contents(whole);
        return StreamSupport.stream(contents.spliterator(), false)
                .filter(one -> one.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + contents));
    }

    private JsonNode contents(JsonNode whole) throws IOException {
        return ask(
                        "variables",
                        "{'variablesReference': "
                                + whole.path("variablesReference").asInt() + "}")
                .path("variables");
    }

    private JsonNode read() throws IOException {
        int length = -1;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring("Content-Length: ".length()));
            }
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the adapter has gone");
        }
        return json.readTree(body);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int one = in.read(); one != '\n'; one = in.read()) {
            if (one < 0) {
                throw new EOFException("the adapter has gone");
            }
            line.append((char) one);
        }
        return line.toString().stripTrailing();
    }
}
