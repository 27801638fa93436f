package org.heddle.cli.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.heddle.cli.base.UserError;

/** What a file named on the command line is. */
enum FileKind {
    SOURCE,
    /** An object file or library, to be linked. */
    OBJECT,
    EXECUTABLE;

    private static final Set<String> SOURCES = Set.of("c", "i", "cc", "cpp", "cxx", "s");
    private static final Set<String> CXX_SOURCES = Set.of("cc", "cpp", "cxx");
    private static final Set<String> OBJECTS = Set.of("o", "a", "so");
    /** S_ISUID and S_ISGID of {@code sys/stat.h}. */
    private static final int SET_ID_BITS = 06000;

    /** Looks at the file's name and first bytes; {@code shown} is how the user wrote it. */
    static FileKind of(Path path, String shown) throws UserError {
        if (!Files.exists(path)) {
            throw new UserError("there is no file " + shown + ": check its path");
        }
        if (Files.isDirectory(path)) {
            throw new UserError(shown + " is a directory: name C sources or an executable in it");
        }
        if (!Files.isReadable(path)) {
            throw new UserError(shown + " cannot be read: give yourself permission, as with chmod u+r " + shown);
        }
        String ending = ending(path);
        if (SOURCES.contains(ending)) {
            return SOURCE;
        }
        if (OBJECTS.contains(ending)) {
            return OBJECT;
        }
        byte[] start = firstBytes(path, shown);
        if (start.length >= 2 && start[0] == '#' && start[1] == '!') {
            throw new UserError(shown + " is a script: name the program that it runs, or its C sources");
        }
        if (!ElfFile.startsWith(start)) {
            throw new UserError(shown + " is neither C source (*.c) nor an executable: name one of these");
        }
        if (!Files.isExecutable(path)) {
            throw new UserError(shown + " is not executable: chmod +x " + shown);
        }
        if ((mode(path) & SET_ID_BITS) != 0) {
            throw new UserError(
                    shown + " runs with the rights of its owner or group (set-uid or set-gid), so the kernel takes"
                            + " no library into it and moves its addresses: check a copy without these bits, as made with"
                            + " install -m 755");
        }
        return EXECUTABLE;
    }

    /** Whether the file's name says that it is C++. */
    static boolean isCxx(Path path) {
        return CXX_SOURCES.contains(ending(path));
    }

    private static String ending(Path path) {
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    /** The bits of its mode; 0 where they cannot be told. */
    private static int mode(Path path) {
        try {
            return Files.getAttribute(path, "unix:mode") instanceof Integer mode ? mode : 0;
        } catch (IOException | UnsupportedOperationException unknown) {
            return 0;
        }
    }

    private static byte[] firstBytes(Path path, String shown) throws UserError {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(ElfFile.MAGIC_BYTES);
        } catch (IOException failed) {
            throw new UserError(shown + " cannot be read: " + failed.getMessage());
        }
    }
}
