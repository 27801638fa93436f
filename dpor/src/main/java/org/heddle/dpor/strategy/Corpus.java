package org.heddle.dpor.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.heddle.dpor.explore.plan.Requirement;

/**
 * The requirements under which executions have shown something new, to be changed and required again. After Wolff, Duck, Roychoudhury,
 * "Greybox Fuzzing for Concurrency Testing" (ASPLOS 2024), sections 3 and 4. Kept are those that show a set of pairs for the first time. Those
 * of rare sets are drawn most often; a draw adds, replaces, drops or negates requirements.
 */
final class Corpus {
    /** An execution is required to come to at most so much; the runtime looks at 16. */
    static final int MOST = 8;

    /** One draw in so many requires nothing. */
    private static final int FREE = 16;

    /** One added requirement in so many is a negative one. */
    private static final int NEGATIVE = 4;

    /** So often a pair that nobody has seen is looked for, of as many draws. */
    private static final int TRIES = 4;

    /** So many are kept; a new one takes the place of the one whose pairs come most often. */
    private static final int ROOM = 4096;

    /** How many executions have come to a set of pairs. */
    private static final class Count {
        int times;
    }

    /** What a draw has required, and how often the set of pairs has been seen that it came to. */
    private record Kept(List<Requirement> requirements, Count shown) {
        int times() {
            return shown.times;
        }
    }

    private final Map<Long, Places> objects = new TreeMap<>();
    private final Set<ReadsFrom.Pair> pairs = new HashSet<>();
    private final Map<Integer, Count> often = new HashMap<>();
    private final List<Kept> kept = new ArrayList<>();

    /** Where an object is used. */
    private static final class Places {
        final TreeSet<Long> all = new TreeSet<>();
        final TreeSet<Long> changing = new TreeSet<>(Set.of(Requirement.START));
    }

    /** Takes in what an execution has shown that nobody has required anything of. */
    void see(ReadsFrom shown) {
        for (ReadsFrom.Use use : shown.uses()) {
            Places places = objects.computeIfAbsent(use.object(), object -> new Places());
            places.all.add(use.site());
            if (use.changes()) {
                places.changing.add(use.site());
            }
        }
        pairs.addAll(shown.pairs());
    }

    /** Takes in what an execution has come to of which this was required. */
    void learn(List<Requirement> required, ReadsFrom shown) {
        Count count = often.computeIfAbsent(shown.pairs().hashCode(), set -> new Count());
        count.times++;
        see(shown);
        if (count.times == 1) {
            keep(new Kept(required, count));
        }
    }

    private void keep(Kept one) {
        if (kept.size() < ROOM) {
            kept.add(one);
            return;
        }
        int commonest = 0;
        for (int k = 1; k < kept.size(); k++) {
            commonest = kept.get(k).times() > kept.get(commonest).times() ? k : commonest;
        }
        kept.set(commonest, one);
    }

    /** What the next execution is to come to. */
    List<Requirement> draw(long seed) {
        Random random = new Random(seed);
        if (objects.isEmpty() || random.nextInt(FREE) == 0) {
            return List.of();
        }
        List<Requirement> changed = new ArrayList<>(drawKept(random));
        do {
            change(changed, random);
        } while (random.nextBoolean());
        return List.copyOf(changed);
    }

    /** One that was kept, the rarer what it has shown the likelier; at times none. */
    private List<Requirement> drawKept(Random random) {
        double all = 1;
        for (Kept one : kept) {
            all += 1.0 / one.times();
        }
        double at = random.nextDouble() * all;
        for (Kept one : kept) {
            at -= 1.0 / one.times();
            if (at < 0) {
                return one.requirements;
            }
        }
        return List.of();
    }

    private void change(List<Requirement> requirements, Random random) {
        int size = requirements.size();
        int what = size == 0 ? 0 : size == MOST ? 1 + random.nextInt(3) : random.nextInt(4);
        int place = size == 0 ? 0 : random.nextInt(size);
        switch (what) {
            case 0 -> requirements.add(any(random));
            case 1 -> requirements.set(place, any(random));
            case 2 -> requirements.remove(place);
            default -> requirements.set(place, requirements.get(place).negated());
        }
    }

    /** A pair of places that use one object; rather one that no execution has shown. */
    private Requirement any(Random random) {
        boolean isWanted = random.nextInt(NEGATIVE) != 0;
        ReadsFrom.Pair pair = drawPair(random);
        for (int k = 0; isWanted && k < TRIES && pairs.contains(pair); k++) {
            pair = drawPair(random);
        }
        return new Requirement(pair.object(), pair.site(), pair.from(), isWanted);
    }

    private ReadsFrom.Pair drawPair(Random random) {
        long object = drawOf(objects.keySet(), random);
        Places places = objects.get(object);
        return new ReadsFrom.Pair(object, drawOf(places.all, random), drawOf(places.changing, random));
    }

    private static long drawOf(Set<Long> some, Random random) {
        return some.stream().skip(random.nextInt(some.size())).findFirst().orElseThrow();
    }
}
