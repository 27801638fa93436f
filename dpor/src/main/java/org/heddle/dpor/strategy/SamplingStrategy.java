package org.heddle.dpor.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.heddle.dpor.explore.plan.Policy;
import org.heddle.dpor.explore.plan.Policy.Kind;

/** How executions are drawn. */
public enum SamplingStrategy {
    /** At each step one of the enabled threads, each equally likely. */
    RANDOM {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            return Policy.of(Kind.RANDOM, seed);
        }
    },
    /** Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010; depths 2 and 3 in turn. */
    PCT {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            return new Policy(Kind.PCT, seed, depth(index), profile.events(), List.of(), List.of());
        }

        @Override
        public double chance(Policy policy, Profile profile) {
            return 1 / (profile.threads() * Math.pow(profile.events(), policy.depth() - 1));
        }
    },
    /**
     * PCT whose changes of priority fall on the accesses to one or two shared objects drawn at random (Bindal, Bansal, Lal, ISSTA
     * 2013, §4).
     */
    PCTVB {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            List<Long> shared = profile.shared();
            if (shared.isEmpty()) {
                return PCT.draw(index, seed, profile);
            }
            int variables = (int) Math.min(shared.size(), 1 + index / DEPTHS % 2);
            List<Long> chosen = some(shared, variables, seed);
            int length = (int) Math.min(Integer.MAX_VALUE, profile.accesses(chosen));
            return new Policy(Kind.PCT, seed, depth(index), length, chosen, List.of());
        }

        @Override
        public double chance(Policy policy, Profile profile) {
            if (policy.objects().isEmpty()) {
                return PCT.chance(policy, profile);
            }
            double perChoice = 1 / (profile.threads() * Math.pow(policy.length(), policy.depth() - 1));
            return perChoice
                    / binomial(profile.shared().size(), policy.objects().size());
        }
    },
    /** Yuan, Yang, Gu, CAV 2018. */
    POS {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            return Policy.of(Kind.POS, seed);
        }
    },
    /** Selectively uniform random walk, ASPLOS 2025; the interesting events are the accesses to a few shared objects. */
    SURW {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            List<Long> shared = profile.shared();
            if (shared.isEmpty()) {
                return Policy.of(Kind.RANDOM, seed);
            }
            int[] sizes = {1, 1, 2, MOST_OBJECTS};
            int size = Math.min(shared.size(), sizes[(int) (index % sizes.length)]);
            List<Long> chosen = some(shared, size, seed);
            List<Policy.Weight> weights = profile.accessesByTree(chosen).entrySet().stream()
                    .map(entry -> new Policy.Weight(entry.getKey(), entry.getValue()))
                    .toList();
            int length = (int) Math.min(Integer.MAX_VALUE, profile.accesses(chosen));
            return new Policy(Kind.SURW, seed, 0, length, chosen, weights);
        }
    },
    /** One to three random delays of a schedule without preemptions (Emmi, Qadeer, Rakamarić, POPL 2011). */
    DELAY {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            return new Policy(Kind.DELAY, seed, (int) (1 + index % 3), profile.events(), List.of(), List.of());
        }
    },
    /**
     * One thread after the other comes last of all, from the newest and the oldest inwards, main at the end. The others go by
     * PCT: at first each to its end, then with one change of priority, then with two.
     */
    LATE {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            List<Integer> threads = profile.ids();
            if (threads.size() < 2) {
                return Policy.of(Kind.RANDOM, seed);
            }
            long n = index - first();
            int place = (int) (n % threads.size());
            int late = threads.get(place % 2 == 0 ? threads.size() - 1 - place / 2 : place / 2 + 1);
            int depth = (int) (1 + n / threads.size() % LATE_DEPTHS);
            return new Policy(Kind.PCT, seed, depth, profile.events(), List.of(), List.of(new Policy.Weight(late, 0)));
        }

        @Override
        public int first() {
            return 1;
        }
    },
    /**
     * Priorities as {@link #POS} has them, and requirements that follow from what executions have shown so far (Wolff, Duck, Roychoudhury,
     * ASPLOS 2024); see {@link Corpus}.
     */
    FEEDBACK {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            return Policy.requiring(profile.corpus().draw(seed), seed);
        }

        @Override
        boolean learnsAtOnce() {
            return true;
        }
    },
    /** Threads that hold a lock and want another one wait for each other: what deadlocks is looked for. */
    HOLD {
        @Override
        public Policy draw(long index, long seed, Profile profile) {
            return Policy.of(Kind.HOLD, seed);
        }

        @Override
        public int first() {
            return 1;
        }
    };

    private static final int DEPTHS = 2;
    private static final int LATE_DEPTHS = 3;
    private static final int MOST_OBJECTS = 16;

    /** The policy of the execution with this number. */
    abstract Policy draw(long index, long seed, Profile profile);

    /** How many executions are drawn before the strategy knows enough of the program. */
    int first() {
        return Sampling.FIRST;
    }

    /** The least chance with which such an execution shows a bug of the policy's depth; 0 where nothing is promised. */
    double chance(Policy policy, Profile profile) {
        return 0;
    }

    private static int depth(long index) {
        return (int) (2 + index % DEPTHS);
    }

    /** Whether its executions depend on what the last few have shown, so that it learns after each few. */
    boolean learnsAtOnce() {
        return false;
    }

    private static List<Long> some(List<Long> objects, int count, long seed) {
        List<Long> shuffled = new ArrayList<>(objects);
        Collections.shuffle(shuffled, new Random(seed));
        return List.copyOf(shuffled.subList(0, count));
    }

    private static double binomial(int n, int k) {
        double product = 1;
        for (int j = 1; j <= k; j++) {
            product *= (double) (n - k + j) / j;
        }
        return product;
    }
}
