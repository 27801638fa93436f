package org.heddle.cluster.session;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.heddle.cluster.Examples;
import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.execution.Execution;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.restart.RestartDiffersException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker executed that is gone before it has compared is compared by the check. */
final class UnconfirmedTest {
    private static final Plan PLAN = new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false);

    @TempDir
    private Path folder;

    @Test
    void executionsOfAWorkerThatIsGone_areComparedWithAFork() throws Exception {
        LaunchOptions options = LaunchOptions.of(Examples.compiled(folder, "40-two-locks.c"), Examples.shim());
        try (WorkerPool forking = WorkerPool.start(options)) {
            forking.submit(PLAN);
            Execution right = forking.take();
            answeredBy(forking, right).confirm();
            Execution wrong = right.upTo(right.events().size() - 1);
            Crew crew = answeredBy(forking, wrong);
            assertThrows(RestartDiffersException.class, crew::confirm);
        }
    }

    /** A crew whose only worker has answered and gone. */
    private static Crew answeredBy(WorkerPool forking, Execution execution) throws InterruptedException {
        Crew crew = new Crew(Lookahead.of(1), forking, Crew.Patience.DEFAULT, System::nanoTime);
        SilentLink link = new SilentLink();
        int worker = crew.join(link, 1);
        crew.submit(PLAN);
        crew.answer(worker, 0, 1, execution);
        crew.take();
        crew.leave(worker, "it was killed", true);
        return crew;
    }
}
