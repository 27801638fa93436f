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
 * "Greybox Fuzzing for Concurrency Testing" (ASPLOS 2024), sections 3 and 4: kept is what shows a pair of operations of which one reads from
 * the other for the first time; drawn is what has shown rare sets of pairs; requirements are added, replaced, dropped and negated.
 */
final class Corpus {
    /** An execution may be required to come to so much; the runtime looks at no more. */
    static final int MOST = 8;

    /** One draw in so many requires nothing. */
    private static final int FREE = 16;

    /** One added requirement in so many is a negative one. */
    private static final int NEGATIVE = 4;

    /** So often a pair that nobody has seen is looked for, of as many draws. */
    private static final int TRIES = 4;

    /** So many are kept; a new one takes the place of the one whose pairs come most often. */
    private static final int ROOM = 4096;

    /** What a draw has required, and the set of pairs that it came to. */
    private record Kept(List<Requirement> requirements, int shown) {}

    private final Map<Long, Places> objects = new TreeMap<>();
    private final Set<ReadsFrom.Pair> pairs = new HashSet<>();
    private final Map<Integer, Integer> often = new HashMap<>();
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
        boolean isNew = !pairs.containsAll(shown.pairs());
        int set = shown.pairs().hashCode();
        int times = often.merge(set, 1, Integer::sum);
        see(shown);
        if (isNew || times == 1) {
            keep(new Kept(required, set));
        }
    }

    private void keep(Kept one) {
        if (kept.size() < ROOM) {
            kept.add(one);
            return;
        }
        int commonest = 0;
        for (int k = 1; k < kept.size(); k++) {
            commonest = often(kept.get(k)) > often(kept.get(commonest)) ? k : commonest;
        }
        kept.set(commonest, one);
    }

    private int often(Kept one) {
        return often.get(one.shown);
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
            all += 1.0 / often(one);
        }
        double at = random.nextDouble() * all;
        for (Kept one : kept) {
            at -= 1.0 / often(one);
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
