package org.heddle.bench.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Builds programs in three ways, each in a copy of their sources. */
final class Builder {
    private static final String SANITIZED = " -g -fsanitize=thread";

    private final Path home;
    private final Path folder;

    /** A builder with the project's folder, which works in another one. */
    Builder(Path home, Path folder) {
        this.home = home;
        this.folder = folder;
    }

    /** The folder of a program's sources, if there is one. */
    static Optional<Path> sources(Path all, Subject subject) throws IOException {
        try (Stream<Path> there = Files.list(all)) {
            return there.filter(Files::isDirectory)
                    .filter(path -> path.getFileName().toString().startsWith(subject.folder()))
                    .findFirst();
        }
    }

    /** By its makefile. */
    Built build(Subject subject, Path sources) throws IOException, InterruptedException {
        boolean isC = subject.compiler().equals("CC");
        String system = isC ? "gcc" : "g++";
        String heddle = isC ? "cc" : "c++ -Wno-reserved-user-defined-literal"; // pbzip2 is older than C++11
        return new Built(
                make(subject, sources, "plain", system + " -g"),
                make(subject, sources, "tsan", system + SANITIZED),
                make(subject, sources, "heddle", wrapper(heddle) + " -g"));
    }

    private Path make(Subject subject, Path sources, String name, String compiler)
            throws IOException, InterruptedException {
        Path copy = folder.resolve(subject.name() + "-" + name);
        Commands.run(folder, List.of("cp", "-r", sources.toString(), copy.toString()));
        List<String> command = new ArrayList<>(List.of("make", "-s", "-j2", subject.compiler() + "=" + compiler));
        command.addAll(subject.make());
        Commands.run(copy, command);
        return copy.resolve(subject.executable());
    }

    /** A command without blanks, which makefiles take for a compiler. */
    private Path wrapper(String words) throws IOException {
        Path script = folder.resolve("heddle-" + words.replaceAll("\\W.*", "x"));
        Files.writeString(script, "#!/bin/sh\nexec '" + home.resolve("heddle") + "' " + words + " \"$@\"\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    /** Of one file, with optimisation as most programs have it. */
    Built build(Path source) throws IOException, InterruptedException {
        return new Built(
                compile(source, "plain", "gcc -g"),
                compile(source, "tsan", "gcc" + SANITIZED),
                compile(source, "heddle", wrapper("cc") + " -g"));
    }

    private Path compile(Path source, String name, String compiler) throws IOException, InterruptedException {
        Path program = folder.resolve(source.getFileName() + "-" + name);
        List<String> command = new ArrayList<>(List.of(compiler.split(" ", -1)));
        command.addAll(List.of("-O2", source.toString(), "-pthread", "-o", program.toString()));
        Commands.run(folder, command);
        return program;
    }
}
