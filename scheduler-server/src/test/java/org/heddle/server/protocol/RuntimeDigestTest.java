package org.heddle.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.dpor.model.Digest;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.Operation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runtime draws the same number from events as the server does, and another one from other events. */
final class RuntimeDigestTest {
    @TempDir
    private static Path folder;

    private static RuntimeOracle oracle;

    @BeforeAll
    static void compile() throws Exception {
        oracle = RuntimeOracle.compile(folder, "digest_oracle.c", "model/digest.c");
    }

    @Test
    void digestOfRandomEvents_isThatOfTheRuntime() throws Exception {
        for (int count : new int[] {0, 1, 2, 17, 300}) {
            List<Event> events = new Samples(count).events(count);
            assertEquals(asked(events), Digest.of(events));
        }
    }

    @Test
    void digest_tellsWhatDiffersInAnything() {
        List<Event> events = new Samples(5).events(6);
        for (int k = 0; k < events.size(); k++) {
            for (Event other : others(events.get(k))) {
                List<Event> changed = new ArrayList<>(events);
                changed.set(k, other);
                assertNotEquals(Digest.of(events), Digest.of(changed), other.toString());
            }
        }
        List<Event> swapped = new ArrayList<>(events);
        swapped.add(swapped.remove(0));
        assertNotEquals(Digest.of(events), Digest.of(swapped));
        assertNotEquals(Digest.of(events), Digest.of(events.subList(0, 5)));
    }

    /** Events that differ from this one in a single bit. */
    private static List<Event> others(Event event) {
        Operation is = event.operation();
        List<Event> others = new ArrayList<>();
        for (long bit = 1; bit != 0; bit <<= 1) {
            Operation object =
                    new Operation(is.kind(), is.object() ^ bit, is.object2(), is.argument(), is.order(), is.site());
            Operation object2 =
                    new Operation(is.kind(), is.object(), is.object2() ^ bit, is.argument(), is.order(), is.site());
            Operation argument =
                    new Operation(is.kind(), is.object(), is.object2(), is.argument() ^ bit, is.order(), is.site());
            Operation site =
                    new Operation(is.kind(), is.object(), is.object2(), is.argument(), is.order(), is.site() ^ bit);
            for (Operation operation : List.of(object, object2, argument, site)) {
                others.add(new Event(event.thread(), operation, event.alternative(), event.result(), event.value()));
            }
            others.add(new Event(event.thread(), is, event.alternative(), event.result() ^ bit, event.value()));
            others.add(new Event(event.thread(), is, event.alternative(), event.result(), event.value() ^ bit));
            if (bit == (int) bit) {
                others.add(
                        new Event(event.thread() ^ (int) bit, is, event.alternative(), event.result(), event.value()));
                others.add(
                        new Event(event.thread(), is, event.alternative() ^ (int) bit, event.result(), event.value()));
            }
        }
        return others;
    }

    private static long asked(List<Event> events) throws IOException, InterruptedException {
        ByteBuffer bytes = ByteBuffer.allocate(events.size() * Wire.Event.SIZE).order(ByteOrder.LITTLE_ENDIAN);
        events.forEach(event -> EventCodec.encode(bytes, event));
        Path file = folder.resolve("events");
        Files.write(file, bytes.array());
        return Long.parseLong(oracle.ask(file).strip());
    }
}
