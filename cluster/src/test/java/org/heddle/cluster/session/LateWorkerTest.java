package org.heddle.cluster.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.heddle.dpor.explore.plan.Lookahead;
import org.heddle.server.restart.RestartCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker may come, or go, while the others compare. */
@Timeout(900)
final class LateWorkerTest {
    private final Crew crew = new Crew(Lookahead.of(2), null, Crew.Patience.DEFAULT, System::nanoTime);

    @Test
    void workerThatComesWhileTheOthersCompare_isNotWaitedFor() throws Exception {
        Comparing early = new Comparing();
        early.number = crew.join(early, 1);
        early.whenAsked = () -> {
            crew.join(new Comparing(), 1);
            crew.confirmed(early.number, new RestartCounts().snapshot());
        };
        crew.confirm();
        assertEquals(2, crew.fleet().workers());
    }

    @Test
    void workerThatGoesWhileTheOthersCompare_isNotWaitedFor() throws Exception {
        Comparing stays = new Comparing();
        stays.number = crew.join(stays, 1);
        Comparing goes = new Comparing();
        goes.number = crew.join(goes, 1);
        stays.whenAsked = () -> {
            crew.confirmed(stays.number, new RestartCounts().snapshot());
            crew.leave(goes.number, "it was killed", true);
        };
        crew.confirm();
        assertEquals(1, crew.fleet().workers());
    }

    /** Answers on a thread of its own, as the link to a worker does. */
    private static final class Comparing extends SilentLink {
        private int number;
        private Runnable whenAsked = () -> {};

        @Override
        public void confirm() {
            new Thread(whenAsked, "link").start();
        }
    }
}
