package org.heddle.cluster.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.heddle.cluster.lease.Preference.Place;
import org.junit.jupiter.api.Test;

/** Which place gets the executions, by the times that both take. */
final class PreferenceTest {
    private static final long MICRO = 1_000;
    private static final long SECOND = 1_000_000_000;

    private final Preference preference = new Preference();
    private final Map<Place, Integer> executed = new EnumMap<>(Place.class);
    private long now;

    /** Lets so many executions go by, each of which takes so long where it runs, with none under way besides. */
    private void run(int executions, long here, long workers) {
        for (int i = 0; i < executions; i++) {
            Place place = preference.place();
            preference.handed(now);
            now += place == Place.HERE ? here : workers;
            preference.taken(place, 0, now);
            executed.merge(place, 1, Integer::sum);
        }
    }

    @Test
    void executionsThatAreQuickerHere_stayHere() {
        run(20_000, 100 * MICRO, 1_000 * MICRO);
        assertEquals(Place.HERE, preference.place());
        assertTrue(executed.get(Place.WORKERS) < 200, executed.toString());
        assertEquals(100 * MICRO, preference.pace(Place.HERE));
        assertEquals(1_000 * MICRO, preference.pace(Place.WORKERS));
    }

    @Test
    void executionsThatAreQuickerElsewhere_goThere() {
        run(20_000, 1_000 * MICRO, 300 * MICRO);
        assertEquals(Place.WORKERS, preference.place());
        assertTrue(executed.get(Place.HERE) < 600, executed.toString());
    }

    @Test
    void longExecutions_areTriedHereForAMomentOnly() {
        run(1_000, 10 * SECOND, SECOND / 3);
        assertEquals(Place.WORKERS, preference.place());
        assertEquals(1, executed.get(Place.HERE));
    }

    @Test
    void workersThatHardlyAnswer_areGivenUpBeforeTheTrialIsOver() {
        run(1_000, 100 * MICRO, SECOND);
        assertEquals(Place.HERE, preference.place());
        assertEquals(1, executed.get(Place.WORKERS));
    }

    @Test
    void executionsThatBecomeLonger_goToTheWorkers() {
        run(2_000, 100 * MICRO, 700 * MICRO);
        assertEquals(Place.HERE, preference.place());
        run(40_000, 5_000 * MICRO, 700 * MICRO);
        assertEquals(Place.WORKERS, preference.place());
        assertTrue(executed.get(Place.WORKERS) > 20_000, executed.toString());
    }

    /** Of 32 workers the first 32 answers come at once, since they were executed while others were waited for. */
    @Test
    void whatWasExecutedBeforehand_isNotMeasured() {
        run(Preference.MEASURED + 1, 100 * MICRO, 0);
        assertEquals(Place.WORKERS, preference.place());
        preference.handed(now);
        for (int i = 0; i < 32; i++) {
            preference.taken(Place.WORKERS, 31, now);
        }
        assertEquals(Place.WORKERS, preference.place());
        run(Preference.MEASURED, 100 * MICRO, 200 * MICRO);
        assertEquals(Place.HERE, preference.place());
        assertEquals(200 * MICRO, preference.pace(Place.WORKERS));
    }

    /** A worker with many slots answers late, but many at once. */
    @Test
    void manySlotsWithLongExecutions_areNotGivenUpForTheirFirstAnswer() {
        run(2, SECOND, 0);
        assertEquals(Place.WORKERS, preference.place());
        preference.handed(now);
        for (int round = 0; preference.pace(Place.WORKERS) == 0; round++) {
            now += 2 * SECOND;
            for (int slot = 0; slot < 32; slot++) {
                preference.taken(Place.WORKERS, 31, now);
            }
            assertTrue(round < 10, "the trial does not end");
        }
        assertEquals(Place.WORKERS, preference.place());
    }
}
