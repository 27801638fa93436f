package org.heddle.server.restart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.heddle.server.protocol.Way;
import org.heddle.server.protocol.message.Fallback;
import org.junit.jupiter.api.Test;

/** Which plans are executed in the runner, which in a fork, and which in both. */
final class RestartPolicyTest {
    private static final Way IN_PROCESS = new Way(true, false, Fallback.NONE, 0, 0);

    @Test
    void fork_forksAll() {
        assertEquals(100, count(new RestartPolicy(Restart.FORK), Mode.FORKED, 100, IN_PROCESS));
    }

    @Test
    void process_comparesTheFirstAndOneInAThousandInTheEnd() {
        RestartPolicy policy = new RestartPolicy(Restart.PROCESS);
        assertEquals(Mode.BOTH, policy.next());
        policy.learn(IN_PROCESS);
        long early = count(policy, Mode.BOTH, 1_000, IN_PROCESS);
        assertTrue(early > 30, early + " comparisons in the first thousand");
        long later = count(policy, Mode.BOTH, 100_000, IN_PROCESS);
        assertTrue(later > 300, later + " comparisons in a hundred thousand");
        count(policy, Mode.BOTH, 500_000, IN_PROCESS);
        assertEquals(100, count(policy, Mode.BOTH, 100_000, IN_PROCESS), "one in a thousand");
    }

    @Test
    void auto_forksTheFirst() {
        RestartPolicy policy = new RestartPolicy(Restart.AUTO);
        assertEquals(16, count(policy, Mode.FORKED, 16, IN_PROCESS));
        assertEquals(0, count(policy, Mode.FORKED, 1_000, IN_PROCESS));
    }

    @Test
    void auto_forksTheFirstAloneWhereItTakesLong() {
        long[] now = {0};
        RestartPolicy policy = new RestartPolicy(Restart.AUTO, () -> now[0]);
        now[0] = 500_000_000;
        assertEquals(Mode.FORKED, policy.next());
        assertEquals(0, count(policy, Mode.FORKED, 100, IN_PROCESS));
    }

    @Test
    void process_comparesForATwentiethOfTheTime() {
        long[] now = {0};
        RestartPolicy policy = new RestartPolicy(Restart.PROCESS, () -> now[0]);
        long compared = 0;
        for (int i = 0; i < 140_000; i++) {
            boolean both = policy.next() == Mode.BOTH;
            policy.learn(IN_PROCESS);
            if (both) {
                policy.learnComparison(500_000_000);
                compared++;
            }
            now[0] += both ? 500_000_000 : 1_000_000;
        }
        assertEquals(15, compared, "five in any case, and then one in ten seconds");
    }

    @Test
    void auto_forksAllWhereManyFallBack() {
        Way fallsBack = new Way(false, false, Fallback.SYSTEM_CALL, 57, 0);
        RestartPolicy auto = new RestartPolicy(Restart.AUTO);
        count(auto, Mode.FORKED, 40, fallsBack);
        assertEquals(100, count(auto, Mode.FORKED, 100, fallsBack));
        RestartPolicy process = new RestartPolicy(Restart.PROCESS);
        assertEquals(0, count(process, Mode.FORKED, 140, fallsBack), "asked for it");
    }

    @Test
    void auto_toleratesFew() {
        RestartPolicy policy = new RestartPolicy(Restart.AUTO);
        for (int i = 0; i < 1_000; i++) {
            if (policy.next() != Mode.FORKED) {
                policy.learn(i % 10 == 0 ? new Way(false, false, Fallback.CRASH, 0, 0) : IN_PROCESS);
            }
        }
        assertEquals(0, count(policy, Mode.FORKED, 100, IN_PROCESS));
    }

    @Test
    void everyPolicy_forksAllWhereThereCanBeNoRunner() {
        for (Restart restart : Restart.values()) {
            RestartPolicy policy = new RestartPolicy(restart);
            count(policy, Mode.FORKED, 20, IN_PROCESS);
            policy.learn(new Way(false, false, Fallback.SHARED, 0, 0));
            assertEquals(100, count(policy, Mode.FORKED, 100, IN_PROCESS), restart.toString());
        }
    }

    private static long count(RestartPolicy policy, Mode wanted, int plans, Way way) {
        long count = 0;
        for (int i = 0; i < plans; i++) {
            Mode mode = policy.next();
            count += mode == wanted ? 1 : 0;
            if (mode != Mode.FORKED) {
                policy.learn(way);
            }
        }
        return count;
    }
}
