package org.heddle.cli.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clients are all of a size, or a sample of it, and one stands for those that differ in the order of threads alone. */
final class ClientDrawerTest {
    private static final int ALL = 10_000;

    private static List<OperationCall> calls(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new OperationCall("o" + i, List.of()))
                .toList();
    }

    /** All sequences of calls up to a length, made anew. */
    private static List<List<OperationCall>> sequences(List<OperationCall> calls, int longest) {
        List<List<OperationCall>> all = new ArrayList<>();
        for (OperationCall call : calls) {
            all.add(List.of(call));
            if (longest > 1) {
                for (List<OperationCall> rest : sequences(calls, longest - 1)) {
                    List<OperationCall> one = new ArrayList<>(List.of(call));
                    one.addAll(rest);
                    all.add(one);
                }
            }
        }
        return all;
    }

    private static void addAll(
            List<List<OperationCall>> begun, int missing, List<List<OperationCall>> sequences, Set<Client> clients) {
        if (missing == 0) {
            clients.add(new Client(List.copyOf(begun)));
            return;
        }
        for (List<OperationCall> sequence : sequences) {
            begun.add(sequence);
            addAll(begun, missing - 1, sequences, clients);
            begun.remove(begun.size() - 1);
        }
    }

    private static List<String> withoutOrder(Client client) {
        return client.arguments().stream().sorted().toList();
    }

    @Test
    void clientsOfASize_areAllThereAre_upToTheOrderOfThreads() {
        for (int count = 1; count <= 3; count++) {
            for (Size size : Size.upTo(new Size(3, 2))) {
                Set<Client> ordered = new HashSet<>();
                addAll(new ArrayList<>(), size.threads(), sequences(calls(count), size.operations()), ordered);
                ordered.removeIf(client -> !client.size().equals(size));
                Set<List<String>> expected = new HashSet<>();
                ordered.forEach(client -> expected.add(withoutOrder(client)));

                Drawn drawn = new ClientDrawer(calls(count), ALL, 1).draw(size);
                Set<List<String>> found = new HashSet<>();
                drawn.clients().forEach(client -> found.add(withoutOrder(client)));
                assertEquals(expected, found, size.toString());
                assertEquals(found.size(), drawn.clients().size(), "none twice");
                assertEquals(BigInteger.valueOf(found.size()), drawn.all());
                assertEquals(BigInteger.valueOf(ordered.size() - found.size()), drawn.equivalent());
            }
        }
    }

    @Test
    void sample_isOfItsSize_withoutEquivalents_andFollowsFromTheSeed() {
        for (Size size : List.of(new Size(3, 2), new Size(4, 5))) {
            Drawn drawn = new ClientDrawer(calls(4), 50, 7).draw(size);
            assertTrue(drawn.isSample());
            Set<List<String>> found = new HashSet<>();
            for (Client client : drawn.clients()) {
                assertEquals(size, client.size());
                found.add(withoutOrder(client));
            }
            assertEquals(50, found.size());
            assertEquals(drawn, new ClientDrawer(calls(4), 50, 7).draw(size));
            assertNotEquals(drawn, new ClientDrawer(calls(4), 50, 8).draw(size));
        }
    }

    /** More than fit into a number of 64 bits. */
    @Test
    void hugeSizes_areCounted() {
        Drawn drawn = new ClientDrawer(calls(100), 3, 1).draw(new Size(16, 16));
        assertEquals(3, drawn.clients().size());
        assertTrue(drawn.all().bitLength() > 1000);
    }

    @Test
    void clients_comeWithTheFewestCallsFirst() {
        List<Integer> counts = new ClientDrawer(calls(2), ALL, 1)
                .draw(new Size(3, 3)).clients().stream().map(Client::calls).toList();
        assertEquals(counts.stream().sorted().toList(), counts);
    }
}
