package org.heddle.instrumenter.toolchain;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipalLookupService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs are run only from a folder into which no other user has put them. */
final class ToolchainCacheTest {
    @TempDir
    private Path folder;

    @Test
    void temporaryFolderOfAnotherUser_isNotTrusted() throws Exception {
        assertTrue(ToolchainCache.isTrusted(folder, folder));
        Path foreign = Path.of("/");
        if (Files.getOwner(foreign).equals(Files.getOwner(folder))) {
            foreign = Files.createDirectory(folder.resolve("foreign"));
            UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
            Files.setOwner(foreign, users.lookupPrincipalByName("nobody"));
        }
        assertFalse(ToolchainCache.isTrusted(foreign, foreign));
        assertFalse(ToolchainCache.isTrusted(folder.resolve("missing"), folder));
        assertTrue(ToolchainCache.isTrusted(foreign, folder.resolve("elsewhere")));
    }
}
