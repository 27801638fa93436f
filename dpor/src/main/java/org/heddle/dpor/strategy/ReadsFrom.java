package org.heddle.dpor.strategy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.heddle.dpor.explore.plan.Requirement;
import org.heddle.dpor.model.AccessKind;
import org.heddle.dpor.model.Dependence;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.ObjectFamily;
import org.heddle.dpor.model.execution.Execution;

/**
 * What operations of an execution have read, by their places in the source: the reads-from pairs of Wolff, Duck, Roychoudhury, "Greybox
 * Fuzzing for Concurrency Testing" (ASPLOS 2024), section 3. Of every object that several threads use, be it memory or a lock: an operation
 * reads what the last operation before it has left that has changed the object.
 *
 * @param uses which places have used which objects
 * @param pairs which operation has read what from which
 */
record ReadsFrom(Set<Use> uses, Set<Pair> pairs) {
    /** The operation at a place uses an object. */
    record Use(long object, long site, boolean changes) {}

    /** The operation at a place reads what the one at another place has left; {@link Requirement#START}: what was there from the start. */
    record Pair(long object, long site, long from) {}

    private static final Dependence PLAIN = new Dependence();

    /** Of one execution. */
    static ReadsFrom of(Execution execution) {
        Map<Long, Integer> users = new HashMap<>();
        Set<Long> shared = new HashSet<>();
        for (Event event : execution.events()) {
            if (counts(event)) {
                Integer user = users.putIfAbsent(event.operation().object(), event.thread());
                if (user != null && user != event.thread()) {
                    shared.add(event.operation().object());
                }
            }
        }
        Map<Long, Long> last = new HashMap<>();
        Set<Use> uses = new HashSet<>();
        Set<Pair> pairs = new HashSet<>();
        for (Event event : execution.events()) {
            long object = event.operation().object();
            if (counts(event) && shared.contains(object)) {
                long site = event.operation().site();
                boolean changes = PLAIN.first(event) != AccessKind.READ;
                pairs.add(new Pair(object, site, last.getOrDefault(object, Requirement.START)));
                uses.add(new Use(object, site, changes));
                if (changes) {
                    last.put(object, site);
                }
            }
        }
        return new ReadsFrom(uses, pairs);
    }

    private static boolean counts(Event event) {
        ObjectFamily family = ObjectFamily.of(event.operation());
        return family != ObjectFamily.NONE && family != ObjectFamily.THREAD;
    }
}
