package org.heddle.server.launch;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Nothing can be written where temporary files go; the message, one line for the user, says where and what to do. */
public final class NoTemporaryFolderException extends IOException {
    private static final long serialVersionUID = 1L;

    NoTemporaryFolderException(Path folder, IOException cause) {
        super(
                "no folder for temporary files can be made in " + folder + " (" + reason(cause)
                        + "): make it writable, or name another one with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER",
                cause);
    }

    private static String reason(IOException cause) {
        boolean says = cause instanceof FileSystemException failed && failed.getReason() != null;
        return says
                ? ((FileSystemException) cause).getReason()
                : cause.getClass().getSimpleName();
    }
}
