package org.heddle.cli.check.inspect;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.WorkerPool;

/** A gdb that runs {@code inspect.py} on one execution. It lasts as long as the execution is under it. */
final class GdbProcess {
    private static final String MARK = "heddle-reply ";

    private final Process process;
    private final Thread holder;
    private final BufferedReader replies;
    private final Writer requests;

    /**
     * Starts the execution, and gdb on it.
     *
     * @param moment where the execution stops for it by itself
     * @throws IOException if one of them cannot be started
     */
    static GdbProcess start(WorkerPool pool, Plan plan, int moment) throws IOException, InterruptedException {
        CompletableFuture<Process> started = new CompletableFuture<>();
        Thread holder = new Thread(() -> hold(pool, plan, moment, started), "heddle-gdb");
        holder.setDaemon(true);
        holder.start();
        try {
            return new GdbProcess(started.get(), holder);
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause().getMessage(), failed.getCause());
        }
    }

    private GdbProcess(Process process, Thread holder) {
        this.process = process;
        this.holder = holder;
        replies = process.inputReader(StandardCharsets.UTF_8);
        requests = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Keeps the execution until gdb has ended. */
    private static void hold(WorkerPool pool, Plan plan, int moment, CompletableFuture<Process> started) {
        try {
            pool.debug(plan, moment, target -> {
                Process gdb = new ProcessBuilder(GdbScript.command(target, script()))
                        .redirectErrorStream(true)
                        .start();
                started.complete(gdb);
                gdb.waitFor();
            });
        } catch (IOException | InterruptedException | RuntimeException failed) {
            started.completeExceptionally(failed);
        }
    }

    private static String script() {
        try (InputStream script = GdbProcess.class.getResourceAsStream("inspect.py")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Sends a request, and waits for its reply.
     *
     * @throws IOException if gdb has ended; the message is the last that it has said
     */
    String ask(String request) throws IOException {
        String said = "it has ended";
        try {
            requests.write(request + "\n");
            requests.flush();
        } catch (IOException ended) {
            // what it has said to that comes below
        }
        for (String line = replies.readLine(); line != null; line = replies.readLine()) {
            if (line.startsWith(MARK)) {
                return line.substring(MARK.length());
            }
            said = line.isBlank() ? said : line.strip();
        }
        throw new IOException(said);
    }

    /** Ends gdb, and the execution with it. */
    void close() throws InterruptedException {
        process.destroyForcibly();
        holder.join();
    }
}
