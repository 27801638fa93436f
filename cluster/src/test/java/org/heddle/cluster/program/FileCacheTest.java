package org.heddle.cluster.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are what their hashes say, stay below the limit, and lie where they belong. */
final class FileCacheTest {
    @TempDir
    private Path folder;

    private String add(FileCache cache, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String hash = ContentHash.of(Files.write(folder.resolve("added"), bytes));
        cache.add(hash, bytes.length, new ByteArrayInputStream(bytes));
        return hash;
    }

    @Test
    void fileThatIsNotWhatItsHashSays_isRefused() throws Exception {
        FileCache cache = new FileCache(folder.resolve("cache"), 100);
        String hash = "0".repeat(64);
        assertThrows(IOException.class, () -> cache.add(hash, 3, new ByteArrayInputStream(new byte[3])));
        assertFalse(cache.has(hash));
        assertFalse(cache.has("../secret"));
    }

    @Test
    void damagedFile_isNotUsed() throws Exception {
        FileCache cache = new FileCache(folder.resolve("cache"), 100);
        String hash = add(cache, "abc");
        Files.writeString(folder.resolve("cache").resolve(hash), "abd");
        assertThrows(IOException.class, () -> cache.copy(hash, folder.resolve("copy")));
        assertFalse(cache.has(hash));
        assertFalse(Files.exists(folder.resolve("copy")));
    }

    @Test
    void leastRecentlyUsed_goesFirst() throws Exception {
        FileCache cache = new FileCache(folder.resolve("cache"), 10);
        String old = add(cache, "12345");
        String used = add(cache, "67890");
        Files.setLastModifiedTime(folder.resolve("cache").resolve(old), FileTime.fromMillis(1));
        Files.setLastModifiedTime(folder.resolve("cache").resolve(used), FileTime.fromMillis(2));
        assertTrue(cache.has(old)); // which is a use
        add(cache, "abc");
        assertTrue(cache.has(old));
        assertFalse(cache.has(used));
        assertThrows(IOException.class, () -> add(cache, "more than ten"));
    }

    @Test
    void pathThatLeavesItsFolder_isRefused() throws Exception {
        FileCache cache = new FileCache(folder.resolve("cache"), 100);
        Path sandbox = Files.createDirectory(folder.resolve("sandbox"));
        String hash = add(cache, "abc");
        for (String path : new String[] {"../x", "/tmp/x", "a/../../x", ""}) {
            TreeEntry entry = new TreeEntry(path, TreeEntry.Type.FILE, "rw-------", 0, hash);
            assertThrows(IOException.class, () -> entry.make(sandbox, cache), path);
        }
        new TreeEntry("out", TreeEntry.Type.LINK, "", 0, folder.toString()).make(sandbox, cache);
        TreeEntry behind = new TreeEntry("out/x", TreeEntry.Type.FILE, "rw-------", 0, hash);
        assertThrows(IOException.class, () -> behind.make(sandbox, cache));
        new TreeEntry("x", TreeEntry.Type.FILE, "rw-------", 0, hash).make(sandbox, cache);
        assertEquals("abc", Files.readString(sandbox.resolve("x")));
    }
}
