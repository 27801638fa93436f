package org.heddle.cluster.session;

import java.io.IOException;
import java.nio.file.Path;
import org.heddle.cli.suite.WholeCheck;
import org.heddle.server.launch.LaunchOptions;

/** The whole check that a session makes, if it is asked for one: in one of the worker's slots, on a thread of its own. */
final class WholeTask {
    private final Workshop workshop;
    private final Answers answers;
    private Thread thread; // guarded by this, as what follows
    private boolean isDone;
    private boolean isLeaving;
    private Runnable last;

    WholeTask(Workshop workshop, Answers answers) {
        this.workshop = workshop;
        this.answers = answers;
    }

    /**
     * Begins the check.
     *
     * @param question what is to be checked
     * @param launch how its program is launched
     * @param folder for schedules
     * @throws IOException if the question is malformed, or not the first one
     */
    synchronized void begin(byte[] question, LaunchOptions launch, Path folder) throws IOException {
        if (thread != null) {
            throw new IOException("a second check in one session");
        }
        WholeCheck check = WholeCheck.of(question);
        if (isLeaving) {
            return; // whoever asks sees that the session is over
        }
        thread = new Thread(() -> run(check, launch, folder), "heddle-check");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(WholeCheck check, LaunchOptions launch, Path folder) {
        try {
            workshop.begin();
            long executions = 0;
            try {
                WholeCheck.Made made = check.make(launch, folder);
                executions = made.executions();
                answers.checked(made.answer());
            } finally {
                workshop.end(executions, 0);
            }
        } catch (IOException | RuntimeException failed) {
            answers.say(FrameKind.REFUSED, "it cannot make the check: " + failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            done();
        }
    }

    private synchronized void done() {
        isDone = true;
        if (last != null) {
            last.run();
        }
    }

    /** Begins no check any more. Does this when the check has been made, if one has begun; else at once. */
    synchronized void leave(Runnable then) {
        isLeaving = true;
        if (thread == null || isDone) {
            then.run();
        } else {
            last = then;
        }
    }

    /** Ends the check if it goes on: nobody waits for it any more. */
    void close() throws InterruptedException {
        Thread begun;
        synchronized (this) {
            begun = thread;
        }
        if (begun != null) {
            begun.interrupt();
            begun.join();
        }
    }
}
