package org.heddle.it.testkit;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.cli.Main;

/**
 * The Java that commands run in when they have a process of their own. It finds its classes parsed and verified, as that of the
 * launcher does: an archive of them is made once for each run of the tests, where all of Heddle's classes are in jars.
 */
public final class Jvm {
    private static final String CLASSES = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.startsWith(System.getProperty("user.dir"))) // the tests
            .collect(Collectors.joining(File.pathSeparator));
    private static final List<String> OPTIONS = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:TieredStopAtLevel=1");
    private static final List<String> ARCHIVE = archive();

    private Jvm() {}

    /** The words that come before those of a command. */
    public static List<String> command(Path temporary) {
        return command(temporary, Path.of(System.getProperty("heddle.native")));
    }

    /** The same with the runtime of another folder. */
    public static List<String> command(Path temporary, Path runtime) {
        return Stream.of(OPTIONS, ARCHIVE, main(temporary, runtime))
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> main(Path temporary, Path runtime) {
        return List.of(
                "-Djava.io.tmpdir=" + temporary, "-Dheddle.native=" + runtime, "-cp", CLASSES, Main.class.getName());
    }

    private static List<String> archive() {
        boolean inJars = Stream.of(CLASSES.split(File.pathSeparator)).allMatch(entry -> entry.endsWith(".jar"));
        if (!inJars) {
            return List.of();
        }
        try {
            Path folder = Files.createDirectories(Path.of("target", "archive").toAbsolutePath());
            Path list = folder.resolve("classes");
            Path archive = folder.resolve("heddle.jsa");
            Path source = Files.writeString(folder.resolve("start.c"), "int main(void) { return 0; }\n");
            run(folder, List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + list), "check", source.toString());
            run(folder, List.of("-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + archive));
            return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr");
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException("no archive of classes", failure);
        }
    }

    private static void run(Path folder, List<String> options, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(OPTIONS);
        command.addAll(options);
        command.addAll(main(folder, Path.of(System.getProperty("heddle.native"))));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " exited with " + process.exitValue());
        }
    }
}
