package org.heddle.cli.operations;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Draws clients from the calls of an object: of each size all, or a sample. Clients that differ in the order of their threads alone have
 * the same interleavings but for the threads' names; one of them stands for all.
 *
 * @param calls of which each thread's are chosen; at least one
 * @param most clients of a size
 * @param seed of samples
 */
record ClientDrawer(List<OperationCall> calls, int most, long seed) {
    /** So many can be listed, to choose some of them. */
    private static final BigInteger LISTED = BigInteger.valueOf(20_000);

    /** The clients of a size, those with the fewest calls first. */
    Drawn draw(Size size) {
        BigInteger longest = threads(size.operations());
        BigInteger shorter = threads(size.operations() - 1);
        BigInteger all = multisets(longest, size.threads()).subtract(multisets(shorter, size.threads()));
        BigInteger ordered = longest.pow(size.threads()).subtract(shorter.pow(size.threads()));
        List<List<Integer>> chosen;
        if (all.compareTo(LISTED) <= 0 || all.compareTo(BigInteger.valueOf(most)) <= 0) {
            chosen = list(size, longest.intValueExact(), shorter.intValueExact());
            if (chosen.size() > most) {
                Collections.shuffle(chosen, random(size));
                chosen = chosen.subList(0, most);
            }
            List<List<OperationCall>> threads = listThreads(size.operations());
            return new Drawn(size, sorted(chosen, threads), all, ordered.subtract(all));
        }
        return new Drawn(size, sample(size), all, ordered.subtract(all));
    }

    /** How many sequences of calls there are, of one up to so many. */
    private BigInteger threads(int operations) {
        BigInteger sum = BigInteger.ZERO;
        for (int length = 1; length <= operations; length++) {
            sum = sum.add(BigInteger.valueOf(calls.size()).pow(length));
        }
        return sum;
    }

    /** How many multisets of so many elements there are. */
    private static BigInteger multisets(BigInteger kinds, int elements) {
        BigInteger product = BigInteger.ONE;
        for (int i = 0; i < elements; i++) {
            product = product.multiply(kinds.add(BigInteger.valueOf(i))).divide(BigInteger.valueOf(i + 1L));
        }
        return product;
    }

    private Random random(Size size) {
        return new Random(seed * 1_000_003 + size.threads() * 1009L + size.operations());
    }

    /** All sequences of calls, the shorter ones first. */
    private List<List<OperationCall>> listThreads(int operations) {
        List<List<OperationCall>> all = new ArrayList<>();
        List<List<OperationCall>> last = List.of(List.of());
        for (int length = 1; length <= operations; length++) {
            List<List<OperationCall>> longer = new ArrayList<>();
            for (List<OperationCall> before : last) {
                for (OperationCall call : calls) {
                    List<OperationCall> one = new ArrayList<>(before);
                    one.add(call);
                    longer.add(List.copyOf(one));
                }
            }
            all.addAll(longer);
            last = longer;
        }
        return all;
    }

    /** All clients of the size, by the places of their threads in the list: these rise, and the last one is of the longest. */
    private static List<List<Integer>> list(Size size, int threads, int shorter) {
        List<List<Integer>> all = new ArrayList<>();
        extend(new ArrayList<>(), size.threads(), threads, shorter, all);
        return all;
    }

    private static void extend(List<Integer> begun, int missing, int threads, int shorter, List<List<Integer>> all) {
        if (missing == 0) {
            all.add(List.copyOf(begun));
            return;
        }
        int least = begun.isEmpty() ? 0 : begun.get(begun.size() - 1);
        for (int thread = missing == 1 ? Math.max(least, shorter) : least; thread < threads; thread++) {
            begun.add(thread);
            extend(begun, missing - 1, threads, shorter, all);
            begun.remove(begun.size() - 1);
        }
    }

    private static List<Client> sorted(List<List<Integer>> chosen, List<List<OperationCall>> threads) {
        return chosen.stream()
                .map(client -> new Client(client.stream().map(threads::get).toList()))
                .sorted(smallestFirst())
                .toList();
    }

    /** The fewest calls first, then the fewest threads; else as they are. */
    static Comparator<Client> smallestFirst() {
        return Comparator.comparingInt(Client::calls)
                .thenComparingInt(client -> client.threads().size());
    }

    /** Different ones, drawn at random; there are many more. */
    private List<Client> sample(Size size) {
        Random random = random(size);
        Comparator<List<OperationCall>> order =
                Comparator.comparingInt(List<OperationCall>::size).thenComparing(Object::toString);
        Set<Client> drawn = new LinkedHashSet<>();
        while (drawn.size() < most) {
            List<List<OperationCall>> threads = new ArrayList<>();
            for (int i = 0; i < size.threads(); i++) {
                int length = i == 0 ? size.operations() : 1 + random.nextInt(size.operations());
                threads.add(random.ints(length, 0, calls.size())
                        .mapToObj(calls::get)
                        .toList());
            }
            threads.sort(order);
            drawn.add(new Client(List.copyOf(threads)));
        }
        return drawn.stream().sorted(smallestFirst()).toList();
    }
}
