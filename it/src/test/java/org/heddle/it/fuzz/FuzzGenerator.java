package org.heddle.it.fuzz;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes random programs. */
final class FuzzGenerator {
    private static final Pattern CHOICE = Pattern.compile("<([^<>]*/[^<>]*)>");

    private final Random random;
    private final long seed;
    private final List<Vocabulary> families;

    /** A generator of one program, of these families of statements. */
    FuzzGenerator(long seed, Set<Vocabulary> families) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.families = List.copyOf(families);
    }

    /** Families for programs of one source file: one to three. */
    static Set<Vocabulary> families(long seed) {
        Random random = new Random(seed);
        Vocabulary[] all = Vocabulary.values();
        Set<Vocabulary> some = EnumSet.of(all[(int) Math.floorMod(seed, (long) all.length)]);
        if (Boolean.getBoolean("heddle.fuzz.alone")) {
            return some;
        }
        if (random.nextInt(3) > 0) {
            some.add(all[random.nextInt(all.length)]);
        }
        if (random.nextInt(4) == 0) {
            some.add(all[random.nextInt(all.length)]);
        }
        return some;
    }

    FuzzProgram program() {
        int others = random.nextInt(8) == 0 ? 3 : 2;
        boolean mainTakesPart = others == 2 && random.nextInt(3) == 0;
        int most = others == 3 || mainTakesPart || random.nextBoolean() ? 1 : 2;
        List<List<String>> threads = new ArrayList<>();
        threads.add(mainTakesPart ? statements(0, others, 1) : List.of());
        for (int thread = 1; thread <= others; thread++) {
            threads.add(statements(thread, others, 1 + random.nextInt(most)));
        }
        List<String> setup = new ArrayList<>();
        families.stream()
                .flatMap(family -> family.setup().stream())
                .distinct()
                .forEach(statement -> setup.add(choose(statement)));
        String all = threads.toString();
        if (!families.contains(Vocabulary.SEMAPHORE) && all.contains("&s0")) {
            setup.add("sem_init(&s0, 0, 0);");
        }
        if (all.contains("k0")) {
            setup.add("pthread_key_create(&k0, counts);");
        }
        return new FuzzProgram(seed, setup, threads, ending(others));
    }

    private List<String> ending(int others) {
        List<String> ending = new ArrayList<>();
        int how = random.nextInt(8);
        if (how == 0) {
            ending.add("pthread_exit(NULL);");
        } else if (how > 1) {
            for (int thread = 1; thread <= others; thread++) {
                ending.add("pthread_join(handle(%d), NULL);".formatted(thread));
            }
            ending.add("SHOW(x0); SHOW(x1); SHOW(a0);");
        }
        return ending;
    }

    private List<String> statements(int thread, int others, int count) {
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<String> all = families.get(random.nextInt(families.size())).statements();
            String statement = all.get(random.nextInt(all.size()));
            if (statement.contains("handle(K)")) {
                if (thread == 1) {
                    continue; // knows nobody
                }
                int other = 1 + random.nextInt(thread == 0 ? others : thread - 1);
                statement = statement.replace("handle(K)", "handle(" + other + ")");
            }
            statements.add(choose(statement));
        }
        return statements;
    }

    private String choose(String statement) {
        return CHOICE.matcher(statement).replaceAll(match -> {
            String[] choices = match.group(1).split("/", -1);
            return Matcher.quoteReplacement(choices[random.nextInt(choices.length)]);
        });
    }
}
