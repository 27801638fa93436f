package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Heddle has saved, and what it is given to run, may be damaged: a damaged frontier or cache leads to the true verdict, or is
 * refused in one line; a damaged executable is never a fault of Heddle.
 */
@Timeout(900)
final class DamagedStateTest {
    private static final int FEW = 16;
    private static final int MANY = Integer.getInteger("heddle.times", 1) * 40;
    private static final int HEADERS = 0x1000;

    @TempDir
    private Path folder;

    @Test
    void frontiers_areResumedOrRefused() throws Exception {
        damageFrontiers(0, FEW);
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void manyMoreFrontiers_areResumedOrRefused() throws Exception {
        damageFrontiers(FEW, MANY);
    }

    private void damageFrontiers(int from, int to) throws Exception {
        Path clean = build("04-bounded-buffer.c");
        Path buggy = build("04-bounded-buffer.c", "-DIF");
        byte[] ofClean = frontier(clean);
        byte[] ofBuggy = frontier(buggy);
        Path file = folder.resolve("damaged");
        int resumed = 0;
        for (int seed = from; seed < to; seed++) {
            boolean bug = seed % 2 == 1;
            Files.write(file, damaged(bug ? ofBuggy : ofClean, 0, seed));
            Run run = Heddle.check(folder, "--resume", file, bug ? buggy : clean);
            if (run.exitCode() == 2) {
                run.assertRefused(2);
                continue;
            }
            String why = "seed " + seed + ": " + run;
            assertEquals(bug ? 1 : 0, run.exitCode(), why);
            assertEquals(bug ? "bug" : "clean", run.json().get("verdict").textValue(), why);
            assertEquals(!bug, run.json().get("complete").booleanValue(), why);
            resumed++;
        }
        assertTrue(resumed > (to - from) / 10 && resumed < to - from, resumed + " were resumed");
    }

    private byte[] frontier(Path program) throws Exception {
        Path file = folder.resolve("frontier");
        Heddle.check(folder, "--save-frontier", file, program);
        byte[] saved = Files.readAllBytes(file);
        Files.delete(file);
        return saved;
    }

    @Test
    void caches_areUsedOrNotThere() throws Exception {
        damageCaches(0, FEW);
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void manyMoreCaches_areUsedOrNotThere() throws Exception {
        damageCaches(FEW, MANY);
    }

    private void damageCaches(int from, int to) throws Exception {
        Path program = build("05-lock-order-cycle.c", "-DFIXED");
        Path manifest = Files.writeString(
                folder.resolve("heddle.toml"), "[[test]]\nprogram = \"%s\"\nexpect = \"clean\"\n".formatted(program));
        Path cache = folder.resolve("cache");
        Object[] command = {"test", "-f", manifest, "-o", folder, "--cache", cache, "--format", "json"};
        assertEquals(0, Heddle.run(command).exitCode());
        Path entry = onlyEntry(cache);
        byte[] whole = Files.readAllBytes(entry);
        for (String fixed : List.of("", "null", "{}", "[]", "{\"findings\":null}")) {
            Files.writeString(entry, fixed);
            assertChecked(Heddle.run(command), false, fixed);
        }
        for (int seed = from; seed < to; seed++) {
            byte[] bytes = damaged(whole, 0, seed);
            Files.write(entry, bytes);
            assertChecked(Heddle.run(command), Arrays.equals(bytes, whole), "seed " + seed);
        }
    }

    private static void assertChecked(Run run, boolean cached, String why) {
        assertEquals(0, run.exitCode(), () -> why + ": " + run);
        JsonNode test = run.json().at("/tests/0");
        assertEquals("clean", test.at("/report/verdict").textValue(), why);
        assertEquals(cached, test.get("cached").booleanValue(), why);
    }

    private static Path onlyEntry(Path cache) throws Exception {
        try (var files = Files.list(cache)) {
            List<Path> entries = files.toList();
            assertEquals(1, entries.size(), entries.toString());
            return entries.get(0);
        }
    }

    @Test
    void executables_areCheckedOrRefused() throws Exception {
        damageExecutables(0, FEW);
    }

    @Test
    @Tag("thorough")
    @Tag("slow")
    void manyMoreExecutables_areCheckedOrRefused() throws Exception {
        damageExecutables(FEW, MANY);
    }

    /** By turns in the ELF header and what follows it, and behind all that is loaded: there the program itself is whole. */
    private void damageExecutables(int from, int to) throws Exception {
        Path program = build("06-lost-update.c");
        byte[] whole = Files.readAllBytes(program);
        int unloaded = endOfLoaded(whole);
        Path file = Files.copy(program, folder.resolve("damaged-program"));
        int checked = 0;
        for (int seed = from; seed < to; seed++) {
            boolean same = seed % 2 == 0;
            Files.write(file, same ? damaged(whole, unloaded, seed) : damagedStart(whole, seed));
            Run run = Heddle.check(folder, "--timeout", "20s", file);
            String why = "seed " + seed + ": " + run;
            assertTrue(Set.of(0, 1, 2, 3).contains(run.exitCode()), why);
            run.assertNoStackTrace();
            if (run.exitCode() == 2) {
                assertTrue(run.err().startsWith("heddle: "), why);
            } else if (same) {
                assertEquals(1, run.exitCode(), why);
                checked++;
            }
        }
        assertTrue(checked > (to - from) / 10, checked + " were checked");
    }

    private static int endOfLoaded(byte[] elf) {
        ByteBuffer bytes = ByteBuffer.wrap(elf).order(ByteOrder.LITTLE_ENDIAN);
        int headers = (int) bytes.getLong(32);
        long end = 0;
        for (int at = headers; at < headers + 56 * bytes.getShort(56); at += 56) {
            boolean isLoaded = bytes.getInt(at) == 1;
            end = isLoaded ? Math.max(end, bytes.getLong(at + 8) + bytes.getLong(at + 32)) : end;
        }
        return (int) end;
    }

    private static byte[] damagedStart(byte[] elf, int seed) {
        byte[] start = damaged(Arrays.copyOf(elf, HEADERS), 0, seed);
        byte[] all = elf.clone();
        System.arraycopy(start, 0, all, 0, Math.min(start.length, HEADERS));
        return all;
    }

    /** One to three changes behind a place: a bit flipped, a number put, a part cut, doubled, or overwritten with 0 or FF. */
    private static byte[] damaged(byte[] whole, int from, int seed) {
        Random random = new Random(seed);
        byte[] bytes = whole.clone();
        for (int n = random.nextInt(3); n >= 0; n--) {
            int room = bytes.length - from;
            int at = from + random.nextInt(random.nextInt(3) == 0 ? Math.min(room, 256) : room);
            int end = Math.min(bytes.length, at + 1 + random.nextInt(64));
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> Arrays.fill(bytes, at, end, (byte) (random.nextBoolean() ? 0 : -1));
                case 2 -> bytes = joined(bytes, at, bytes, end);
                case 3 -> bytes = joined(bytes, end, bytes, at);
                case 4 -> putNumber(bytes, at, random);
                default -> bytes = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, at + 1) : bytes;
            }
        }
        return bytes;
    }

    private static void putNumber(byte[] bytes, int at, Random random) {
        int[] numbers = {0x7fffffff, 0x80000000, 0x0fffffff, 1 << 30, random.nextInt()};
        if (at + Integer.BYTES <= bytes.length) {
            ByteBuffer.wrap(bytes).putInt(at, numbers[random.nextInt(numbers.length)]);
        }
    }

    private static byte[] joined(byte[] head, int end, byte[] tail, int from) {
        byte[] all = Arrays.copyOf(head, end + tail.length - from);
        System.arraycopy(tail, from, all, end, tail.length - from);
        return all;
    }

    private static Path build(String example, Object... macros) {
        Object[] arguments = Arrays.copyOf(macros, macros.length + 1);
        arguments[macros.length] = Expectation.example(example);
        return (Path) Compiled.instead(arguments)[0];
    }
}
