package org.heddle.it.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A headless Chromium, by its DevTools protocol. */
public final class Browser implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
    private static final int PATIENCE_SECONDS = 30;

    private final ObjectMapper json = new ObjectMapper();
    private final LinkedBlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final Process process;
    private final WebSocket socket;
    private String session = "";
    private int last;

    private Browser(Process process, URI address) {
        this.process = process;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, new Receiver())
                .join();
    }

    /** The program, where this machine has one. */
    public static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of(Path.of(folder, "chromium"), Path.of(folder, "chromium-browser")))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts it, with a profile in this folder. */
    public static Browser start(Path program, Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--user-data-dir=" + folder,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectErrorStream(true);
        builder.environment().put("TMPDIR", folder.toString());
        Process process = builder.start();
        return new Browser(process, address(process));
    }

    /** Opens a page in a new window of this size; the last one is left behind. */
    public void open(Path page, int width, int height, boolean dark) throws Exception {
        session = "";
        messages.clear();
        JsonNode target = call("Target.createTarget", "{\"url\":\"about:blank\"}");
        ObjectNode attach = json.createObjectNode().put("flatten", true);
        attach.set("targetId", target.get("targetId"));
        session = call("Target.attachToTarget", attach.toString())
                .get("sessionId")
                .textValue();
        call("Page.enable", "{}");
        call("Runtime.enable", "{}");
        call(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":%b}"
                        .formatted(width, height, width < 600));
        call(
                "Emulation.setEmulatedMedia",
                "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]}"
                        .formatted(dark ? "dark" : "light"));
        call("Page.navigate", "{\"url\":\"" + page.toUri() + "\"}");
        await("Page.loadEventFired");
    }

    /** Lays the page out as for a sheet of paper of this width, which it does not draw anew for. */
    public void print(int width) throws Exception {
        call("Emulation.setEmulatedMedia", "{\"media\":\"print\"}");
        call(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":%d,\"height\":1000,\"deviceScaleFactor\":1,\"mobile\":false}".formatted(width));
    }

    private static URI address(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        StringBuilder all = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher matcher = LISTENING.matcher(line);
            if (matcher.find()) {
                return URI.create(matcher.group(1));
            }
            all.append(line).append('\n');
        }
        throw new IOException("the browser does not start: " + all);
    }

    /** What an expression of JavaScript comes to. */
    public JsonNode evaluate(String expression) throws Exception {
        return evaluate(json.createObjectNode().put("expression", expression).put("returnByValue", true));
    }

    /** What a promise comes to. */
    public JsonNode evaluateLater(String expression) throws Exception {
        return evaluate(json.createObjectNode()
                .put("expression", expression)
                .put("returnByValue", true)
                .put("awaitPromise", true));
    }

    private JsonNode evaluate(ObjectNode parameters) throws Exception {
        JsonNode answer = call("Runtime.evaluate", parameters.toString());
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(parameters.get("expression").textValue() + ": " + answer);
        }
        return answer.at("/result/value");
    }

    /** Presses a key. */
    public void press(String key) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            ObjectNode parameters = json.createObjectNode().put("type", type).put("key", key);
            call("Input.dispatchKeyEvent", parameters.toString());
        }
    }

    /** Clicks into the middle of the element. */
    public void click(String selector) throws Exception {
        JsonNode box = evaluate("(() => { const e = document.querySelector('" + selector
                + "'); e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
                + " return {x: b.x + b.width / 2, y: b.y + b.height / 2}; })()");
        for (String type : List.of("mousePressed", "mouseReleased")) {
            ObjectNode parameters = json.createObjectNode()
                    .put("type", type)
                    .put("x", box.get("x").doubleValue())
                    .put("y", box.get("y").doubleValue())
                    .put("button", "left")
                    .put("clickCount", 1);
            call("Input.dispatchMouseEvent", parameters.toString());
        }
    }

    /** A picture of the window, as PNG. */
    public byte[] screenshot() throws Exception {
        return Base64.getDecoder()
                .decode(call("Page.captureScreenshot", "{}").get("data").textValue());
    }

    /** The problems that the page has had since it was opened. */
    public List<String> problems() {
        return messages.stream()
                .filter(message -> message.path("method").asText().equals("Runtime.exceptionThrown"))
                .map(JsonNode::toString)
                .toList();
    }

    private JsonNode call(String method, String parameters) throws Exception {
        int id = ++last;
        ObjectNode message = json.createObjectNode().put("id", id).put("method", method);
        message.set("params", json.readTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        socket.sendText(message.toString(), true).join();
        JsonNode answer = find(received -> received.path("id").asInt(-1) == id, method);
        if (answer.has("error")) {
            throw new AssertionError(method + ": " + answer.get("error"));
        }
        return answer.get("result");
    }

    private void await(String event) throws Exception {
        find(received -> received.path("method").asText().equals(event), event);
    }

    private JsonNode find(Predicate<JsonNode> wanted, String name) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < end) {
            for (JsonNode message : messages) {
                if (wanted.test(message)) {
                    messages.remove(message);
                    return message;
                }
            }
            Thread.sleep(5);
        }
        throw new AssertionError("the browser does not answer: " + name);
    }

    @Override
    public void close() {
        socket.abort();
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit().join());
    }

    private final class Receiver implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                try {
                    messages.add(json.readTree(text.toString()));
                } catch (IOException odd) {
                    throw new IllegalStateException(odd);
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
