package org.heddle.instrumenter.toolchain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Tells folders into which no other user can have put anything. */
public final class OwnFolder {
    private OwnFolder() {}

    /**
     * Whether it is a folder of the user of this process.
     *
     * @throws IOException if that cannot be told
     */
    static boolean isOwn(Path folder) throws IOException {
        return Files.isDirectory(folder) && Files.getOwner(folder).equals(Files.getOwner(Path.of("/proc/self")));
    }

    /**
     * Whether it is a folder of the user of this process, to which nobody else may write.
     *
     * @throws IOException if that cannot be told
     */
    public static boolean isPrivate(Path folder) throws IOException {
        if (!isOwn(folder)) {
            return false;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        return !permissions.contains(PosixFilePermission.GROUP_WRITE)
                && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }
}
