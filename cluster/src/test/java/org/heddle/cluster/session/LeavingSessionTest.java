package org.heddle.cluster.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.heddle.cluster.Examples;
import org.heddle.cluster.program.Bundle;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.WorkerPool;
import org.heddle.server.journal.ExecutionRecord;
import org.heddle.server.launch.LaunchOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker that leaves is none that was lost, whichever moment of a whole check it leaves in. */
@Timeout(900)
final class LeavingSessionTest {
    private static final Plan PLAN = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);

    @TempDir
    private Path folder;

    private interface Said {
        void by(Answers worker, byte[] execution) throws Exception;
    }

    /** What a suite makes of a worker that says this and ends the connection. */
    private CheckLink.Made made(Said said) throws Exception {
        LaunchOptions options = LaunchOptions.of(Examples.compiled(folder, "40-two-locks.c"), Examples.shim());
        try (Bundle bundle = Bundle.of(options, PLAN);
                WorkerPool pool = WorkerPool.start(bundle.launch().withJobs(1))) {
            Trial trial = Trial.of(bundle.first(), pool);
            ByteArrayOutputStream words = new ByteArrayOutputStream();
            try (Answers worker = new Answers(new FrameOutput(words))) {
                ByteBuffer execution =
                        new ExecutionRecord().encode(trial.plan(), trial.here().orElseThrow());
                byte[] bytes = new byte[execution.remaining()];
                execution.get(bytes);
                said.by(worker, bytes);
            }
            CheckLink link = new CheckLink(new ByteArrayInputStream(words.toByteArray()), new ByteArrayOutputStream());
            return link.make(bundle, trial, new byte[0]);
        }
    }

    private static void leaving(Answers worker) {
        worker.say(FrameKind.LEAVING, "");
    }

    @Test
    void leavingBeforeItIsReady_isARefusal() throws Exception {
        CheckLink.Made made = made((worker, execution) -> leaving(worker));
        assertEquals(Optional.of(Greeting.LEAVING), made.refusal());
    }

    @Test
    void leavingBeforeItBegins_isARefusal() throws Exception {
        CheckLink.Made made = made((worker, execution) -> {
            worker.ready(1, execution);
            leaving(worker);
        });
        assertEquals(Optional.of(Greeting.LEAVING), made.refusal());
    }

    @Test
    void leavingWhileItMakesTheCheck_endsTheCheck() throws Exception {
        CheckLink.Made made = made((worker, execution) -> {
            worker.ready(1, execution);
            leaving(worker);
            worker.checked(new byte[] {7});
        });
        assertEquals(Optional.empty(), made.refusal());
        assertEquals(7, made.answer()[0]);
    }

    @Test
    void endWithoutAWord_isALoss() {
        assertThrows(EOFException.class, () -> made((worker, execution) -> worker.ready(1, execution)));
    }
}
