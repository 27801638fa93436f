package org.heddle.instrumenter.toolchain;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.presets.javacpp;
import org.bytedeco.llvm.program.clang;

/**
 * Unpacks the toolchain once per machine and remembers where: a file in JavaCPP's cache names the folders and the jar they came
 * from, so that later starts neither open the jar nor load anything. Safe when several processes start at once.
 */
final class ToolchainCache {
    private static final List<String> VERSIONED_LIBRARIES =
            List.of("libLLVM.so", "libclang-cpp.so", "libRemarks.so", "libLTO.so");
    private static final String SONAME_SUFFIX = ".20.1";
    private static final List<String> PROGRAMS = List.of("clang", "ld.lld", "lld", "llvm-symbolizer", "llvm-dwarfdump");

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    private final ClassLoader loader;

    ToolchainCache(ClassLoader loader) {
        this.loader = loader;
    }

    LlvmToolchain locate() throws ToolchainException {
        String origin = origin();
        for (Path folder : cacheFolders()) {
            Optional<LlvmToolchain> known = read(memo(folder, origin), origin);
            if (known.isPresent()) {
                return known.get();
            }
        }
        return unpack(origin);
    }

    /** The jar with the native programs: its place, size and age, which change whenever its content does. */
    private String origin() throws ToolchainException {
        String platform = Loader.getPlatform();
        URL resource = loader.getResource("org/bytedeco/llvm/" + platform + "/clang");
        if (resource == null) {
            throw new ToolchainException("no bundled LLVM for this platform (" + platform + ")");
        }
        String place = resource.toString();
        int separator = place.indexOf("!/");
        if (!place.startsWith("jar:file:") || separator < 0) {
            return place;
        }
        try {
            Path jar = Path.of(new URI(place.substring("jar:".length(), separator)));
            return jar + " " + Files.size(jar) + " "
                    + Files.getLastModifiedTime(jar).toMillis();
        } catch (IOException | URISyntaxException e) {
            throw new ToolchainException("cannot read the bundled LLVM: " + e.getMessage(), e);
        }
    }

    /** Where JavaCPP puts its cache, best first. */
    private static List<Path> cacheFolders() {
        String chosen = System.getProperty("org.bytedeco.javacpp.cachedir");
        if (chosen != null) {
            return List.of(Path.of(chosen));
        }
        List<Path> folders = new ArrayList<>();
        folders.add(Path.of(System.getProperty("user.home"), ".javacpp", "cache"));
        folders.add(TEMPORARY.resolve(Path.of(".javacpp-" + System.getProperty("user.name"), "cache")));
        return folders;
    }

    /** Among temporary files anybody can make a folder of that name; elsewhere it is where the user wants it. */
    static boolean isTrusted(Path folder, Path temporary) throws IOException {
        return !folder.toAbsolutePath().startsWith(temporary.toAbsolutePath()) || OwnFolder.isOwn(folder);
    }

    private static Path memo(Path folder, String origin) {
        return folder.resolve("heddle-llvm-" + Integer.toHexString(origin.hashCode()));
    }

    private static Optional<LlvmToolchain> read(Path memo, String origin) {
        try {
            List<String> lines = isTrusted(memo.getParent(), TEMPORARY) && Files.isRegularFile(memo)
                    ? Files.readAllLines(memo)
                    : List.of();
            if (lines.size() != 3 || !lines.get(0).equals(origin)) {
                return Optional.empty();
            }
            LlvmToolchain toolchain = new LlvmToolchain(Path.of(lines.get(1)), Path.of(lines.get(2)));
            boolean areThere = PROGRAMS.stream()
                    .allMatch(program -> Files.isExecutable(toolchain.programs().resolve(program)));
            return areThere && Files.exists(toolchain.javacppLibrary()) ? Optional.of(toolchain) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static LlvmToolchain unpack(String origin) throws ToolchainException {
        try {
            Path folder = Loader.getCacheDir().toPath();
            if (!isTrusted(folder, TEMPORARY)) {
                throw new ToolchainException("cannot unpack the bundled LLVM: " + folder
                        + " belongs to another user, whose programs would be run: remove it, or name another folder by"
                        + " JAVA_TOOL_OPTIONS=-Dorg.bytedeco.javacpp.cachedir=FOLDER");
            }
            Path lockFile = folder.resolve(".heddle-llvm.lock");
            synchronized (ToolchainCache.class) {
                try (FileChannel channel =
                                FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = channel.lock()) {
                    assert lock.isValid();
                    Path memo = memo(folder, origin);
                    Optional<LlvmToolchain> known = read(memo, origin);
                    return known.isPresent() ? known.get() : unpackInto(folder, memo, origin);
                }
            }
        } catch (IOException | LinkageError e) {
            throw new ToolchainException("cannot unpack the bundled LLVM: " + e.getMessage(), e);
        }
    }

    private static LlvmToolchain unpackInto(Path folder, Path memo, String origin) throws IOException {
        Path programs = Path.of(Loader.load(clang.class)).getParent();
        Path javacppLibrary = Path.of(Loader.load(javacpp.class));
        for (String library : VERSIONED_LIBRARIES) {
            Path link = programs.resolve(library + SONAME_SUFFIX);
            if (Files.exists(programs.resolve(library)) && !Files.exists(link)) {
                Files.createSymbolicLink(link, Path.of(library));
            }
        }
        for (String program : PROGRAMS) {
            programs.resolve(program).toFile().setExecutable(true, false);
        }
        Path written = Files.createTempFile(folder, "heddle-llvm-", ".new");
        Files.write(written, List.of(origin, programs.toString(), javacppLibrary.toString()));
        Files.move(written, memo, StandardCopyOption.ATOMIC_MOVE);
        return new LlvmToolchain(programs, javacppLibrary);
    }
}
