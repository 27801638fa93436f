package org.heddle.it.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * A random program: what each of its threads does, in C.
 *
 * @param seed from which it was made
 * @param setup what the main thread does before there is another one
 * @param threads the statements of each thread; thread 0 is main, which does its own between the creation of the others and the end
 * @param ending what main does in the end
 */
record FuzzProgram(long seed, List<String> setup, List<List<String>> threads, List<String> ending) {
    /** How many statements could be left out; what the others need to begin with is not among them. */
    int size() {
        return threads.stream().mapToInt(List::size).sum() + ending.size();
    }

    /** Whether it has a timer that expires again and again, and so may have no end. */
    boolean mayGoOnForEver() {
        return threads.stream()
                .flatMap(List::stream)
                .anyMatch(statement -> statement.matches("set_timer\\(\\d, 1\\);"));
    }

    /** The program without one of its statements; numbered from 0, those of the threads first. */
    FuzzProgram without(int statement) {
        List<List<String>> all = new ArrayList<>();
        threads.forEach(thread -> all.add(new ArrayList<>(thread)));
        all.add(new ArrayList<>(ending));
        int left = statement;
        for (List<String> list : all) {
            if (left < list.size()) {
                list.remove(left);
                break;
            }
            left -= list.size();
        }
        int count = threads.size();
        return new FuzzProgram(seed, setup, all.subList(0, count), all.get(count));
    }

    /** Its functions, whose names begin with this. */
    String functions(String prefix) {
        StringBuilder source = new StringBuilder();
        for (int thread = 1; thread < threads.size(); thread++) {
            source.append("static void *")
                    .append(prefix)
                    .append("t")
                    .append(thread)
                    .append("(void *u) {\n");
            body(source, thread, threads.get(thread));
            source.append("return u; }\n");
        }
        source.append("static int ").append(prefix).append("main(void) {\n");
        List<String> main = new ArrayList<>(setup);
        for (int thread = 1; thread < threads.size(); thread++) {
            main.add("{ pthread_t h; pthread_create(&h, NULL, %st%d, NULL); HIDE(t[%d], h); }"
                    .formatted(prefix, thread, thread));
        }
        main.addAll(threads.get(0));
        main.addAll(ending);
        body(source, 0, main);
        return source.append("return 0; }\n").toString();
    }

    private static void body(StringBuilder source, int thread, List<String> statements) {
        source.append("  enum { T = ").append(thread).append(" }; unsigned long n = 0; int e = 0; (void)n; (void)e;\n");
        statements.forEach(statement -> source.append("  ").append(statement).append('\n'));
    }

    @Override
    public String toString() {
        return "seed " + seed + "\n" + functions("");
    }
}
