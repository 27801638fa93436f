package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.heddle.instrumenter.driver.ObjectCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An object that is kept is the one that would be made, and what was damaged or others may write is not taken. */
final class ObjectCacheTest {
    private static final long LIMIT = 16L << 20;

    @TempDir
    Path folder;

    private Workspace work;
    private Path kept;
    private ObjectCache cache;

    @BeforeEach
    void writeSources() throws Exception {
        work = new Workspace(folder)
                .file("a.c", "#include \"a.h\"\nint calls;\nint add(int a) { int unused; calls++; return a + STEP; }\n")
                .file("a.h", "#define STEP 1\n");
        kept = folder.resolve("kept");
        cache = new ObjectCache(kept, LIMIT);
    }

    private byte[] made(String... options) throws Exception {
        Files.deleteIfExists(folder.resolve("a.o"));
        work.cc(cache, words(options)).succeeds();
        return Files.readAllBytes(folder.resolve("a.o"));
    }

    private byte[] madeWithout(String... options) throws Exception {
        work.cc(words(options)).succeeds();
        return Files.readAllBytes(folder.resolve("a.o"));
    }

    private static String[] words(String... options) {
        return Stream.concat(Stream.of("-c", "a.c", "-o", "a.o"), Stream.of(options))
                .toArray(String[]::new);
    }

    private List<Path> entries() throws Exception {
        if (!Files.exists(kept)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(kept)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Puts another object into the only entry, under its name, so that it shows whether the entry is taken. */
    private void plant(byte[] object) throws Exception {
        Path entry = entries().get(0);
        Path file = Files.write(folder.resolve("planted"), object);
        new ObjectCache(kept, LIMIT).keep(entry.getFileName().toString(), file);
    }

    @Test
    void sameSourceAndOptions_areTakenFromTheCache() throws Exception {
        byte[] first = made("-O1");
        assertEquals(1, entries().size());
        assertArrayEquals(first, made("-O1"));
        assertArrayEquals(madeWithout("-O1"), first);
        plant(new byte[] {1, 2, 3});
        assertArrayEquals(new byte[] {1, 2, 3}, made("-O1"));
    }

    @Test
    void programThatIsBuiltElsewhere_isMadeOfTheSameObject() throws Exception {
        work.file("m.c", "int main(void) { return 0; }\n");
        work.cc(cache, "-g", "m.c", "-o", Files.createDirectory(folder.resolve("one")) + "/m")
                .succeeds();
        work.cc(cache, "-g", "m.c", "-o", Files.createDirectory(folder.resolve("other")) + "/m")
                .succeeds();
        assertEquals(1, entries().size());
    }

    @Test
    void whatTheObjectDependsOn_makesAnotherOne() throws Exception {
        List<String[]> all = List.of(
                new String[] {},
                new String[] {"-O2"},
                new String[] {"-DSTEP_TWO", "-DOTHER"},
                new String[] {"-ffunction-sections"},
                new String[] {"-g"});
        for (String[] options : all) {
            assertArrayEquals(made(options), madeWithout(options), String.join(" ", options));
        }
        int before = entries().size();
        work.file("a.h", "#define STEP 2\n");
        assertArrayEquals(made(), madeWithout());
        assertEquals(before + 1, entries().size());
    }

    @Test
    void messagesAndDependencies_areThereEachTime() throws Exception {
        for (int n = 0; n < 2; n++) {
            Workspace.Result result = work.cc(cache, words("-Wall", "-MD")).succeeds();
            assertTrue(result.err().contains("unused variable"), result.err());
            assertTrue(work.read("a.d").contains("a.h"));
            Files.delete(folder.resolve("a.d"));
        }
        assertEquals(1, entries().size());
    }

    @Test
    void whatTheBackEndSaysOrWritesBesides_isSaidAndWrittenEachTime() throws Exception {
        for (int n = 0; n < 2; n++) {
            Workspace.Result result =
                    work.cc(cache, words("-Wframe-larger-than=1")).succeeds();
            assertTrue(result.err().contains("stack frame size"), result.err());
            work.cc(cache, words("-O1", "-fsave-optimization-record")).succeeds();
            Files.delete(folder.resolve("a.opt.yaml"));
        }
        assertEquals(List.of(), entries());
    }

    @Test
    void damagedEntries_areMadeAgain() throws Exception {
        byte[] first = made();
        Path entry = entries().get(0);
        byte[] content = Files.readAllBytes(entry);
        for (int at : new int[] {0, 31, 32, content.length / 2, content.length - 1}) {
            byte[] damaged = content.clone();
            damaged[at] ^= 1;
            Files.write(entry, damaged);
            assertArrayEquals(first, made(), "at " + at);
            assertArrayEquals(content, Files.readAllBytes(entry), "at " + at);
        }
        for (int length : new int[] {0, 31, 32, content.length - 1}) {
            Files.write(entry, java.util.Arrays.copyOf(content, length));
            assertArrayEquals(first, made(), "of " + length);
        }
    }

    @Test
    void cacheThatOthersMayWrite_isNotUsed() throws Exception {
        byte[] first = made();
        plant(new byte[] {1, 2, 3});
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertArrayEquals(first, made());
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertArrayEquals(new byte[] {1, 2, 3}, made());
    }

    @Test
    void outputThatIsNoFileOfItsOwn_isWrittenInPlace() throws Exception {
        work.cc(cache, "-c", "a.c", "-o", "/dev/null").succeeds();
        assertFalse(Files.isRegularFile(Path.of("/dev/null")));
        Files.createSymbolicLink(folder.resolve("link.o"), folder.resolve("target.o"));
        Files.createFile(folder.resolve("target.o"));
        work.cc(cache, "-c", "a.c", "-o", "link.o").succeeds();
        assertEquals(List.of(), entries());
    }

    @Test
    void bytesAreBounded_andTheOldestGoFirst() throws Exception {
        ObjectCache small = new ObjectCache(kept, 16 * 1000);
        Path object = Files.write(folder.resolve("object"), new byte[300]);
        for (int n = 0; n < 6; n++) {
            small.keep("a" + n, object);
            Instant age = Instant.now().minusSeconds(1000 - n);
            if (Files.exists(kept.resolve("a/a" + n))) {
                Files.setLastModifiedTime(kept.resolve("a/a" + n), FileTime.from(age));
            }
            if (n == 2) {
                assertTrue(small.fetch("a0", folder.resolve("fetched")), "which makes it the newest");
            }
        }
        assertEquals(
                List.of("a0", "a4", "a5"),
                entries().stream().map(file -> file.getFileName().toString()).toList());
        small.keep("b", Files.write(folder.resolve("large"), new byte[600]));
        assertFalse(small.fetch("b", folder.resolve("fetched")));
    }

    @Test
    void environmentChoosesTheFolder_orNone() throws Exception {
        Path object = Files.write(folder.resolve("object"), new byte[3]);
        assertTrue(ObjectCache.of(Map.of("HEDDLE_CC_CACHE", "off")).isEmpty());
        ObjectCache.of(Map.of("XDG_CACHE_HOME", folder.toString()))
                .orElseThrow()
                .keep("c1", object);
        assertTrue(Files.exists(folder.resolve("heddle/objects/c/c1")));
        ObjectCache.of(Map.of("HEDDLE_CC_CACHE", kept.toString())).orElseThrow().keep("c1", object);
        assertTrue(Files.exists(kept.resolve("c/c1")));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)));
    }
}
