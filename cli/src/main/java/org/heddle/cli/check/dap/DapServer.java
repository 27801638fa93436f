package org.heddle.cli.check.dap;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.MessageConsumer;
import org.eclipse.lsp4j.jsonrpc.RemoteEndpoint;
import org.eclipse.lsp4j.jsonrpc.debug.DebugLauncher;
import org.eclipse.lsp4j.jsonrpc.messages.Message;
import org.eclipse.lsp4j.jsonrpc.messages.RequestMessage;
import org.heddle.cli.base.Printable;

/** A debug adapter for one editor at a time. */
public final class DapServer {
    private static final Set<String> LAST = Set.of("disconnect", "terminate");

    /** Kept, since a logger that nobody knows forgets how it was set up. */
    private final Logger log = Logger.getLogger("org.eclipse.lsp4j");

    private final Opener opener;

    /**
     * A server that opens schedules so.
     *
     * @param err is told what of the input is no protocol
     */
    public DapServer(Opener opener, PrintWriter err) {
        this.opener = opener;
        log.setUseParentHandlers(false);
        log.addHandler(new OneLine(err));
    }

    /**
     * Serves an editor until it leaves: by a request, or by its end. No process of the session is left then.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void serve(InputStream in, OutputStream out) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        DapEvents events = new DapEvents();
        ExecutorService reader = Executors.newSingleThreadExecutor(DapServer::daemon);
        ExecutorService worker = Executors.newSingleThreadExecutor(DapServer::daemon);
        try (DapRequests requests = new DapRequests(opener, events, end::countDown)) {
            Launcher<IDebugProtocolClient> launcher = new DebugLauncher.Builder<IDebugProtocolClient>()
                    .setLocalService(requests)
                    .setRemoteInterface(IDebugProtocolClient.class)
                    .setInput(new Ending(in, end::countDown))
                    .setOutput(out)
                    .setExecutorService(reader)
                    .wrapMessages(consumer ->
                            consumer instanceof RemoteEndpoint ? inOrder(consumer, requests, worker) : consumer)
                    .create();
            events.connect(launcher.getRemoteProxy());
            Future<Void> listening = launcher.startListening();
            end.await();
            listening.cancel(true);
        } finally {
            reader.shutdownNow();
            worker.shutdownNow();
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "heddle-dap");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Answers one request after the other, and what is told besides comes behind the answer. A request to leave ends what is being
     * answered.
     */
    private static MessageConsumer inOrder(MessageConsumer answering, DapRequests requests, ExecutorService worker) {
        return message -> {
            if (isLast(message)) {
                requests.close();
            }
            try {
                worker.execute(() -> {
                    answering.consume(message);
                    requests.afterwards();
                });
            } catch (RejectedExecutionException ended) {
                // it has left
            }
        };
    }

    private static boolean isLast(Message message) {
        return message instanceof RequestMessage request && LAST.contains(request.getMethod());
    }

    /** What the library logs, as one line without a stack trace. */
    private static final class OneLine extends Handler {
        private final PrintWriter err;

        OneLine(PrintWriter err) {
            this.err = err;
        }

        @Override
        public void publish(LogRecord record) {
            Throwable thrown = record.getThrown();
            String message = thrown == null || thrown.getMessage() == null ? record.getMessage() : thrown.getMessage();
            String first =
                    message.replaceFirst("^[a-z.]+[A-Za-z]+Exception: ", "").replaceFirst("\\nSee https.*", "");
            err.println("heddle: not understood: "
                    + Printable.name(first.replaceAll("\\s+", " ").strip()));
        }

        @Override
        public void flush() {
            err.flush();
        }

        @Override
        public void close() {}
    }
}
