package org.heddle.instrumenter;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.heddle.instrumenter.driver.CodeJob;
import org.heddle.instrumenter.driver.ContentDigest;
import org.heddle.instrumenter.driver.Environment;
import org.heddle.instrumenter.driver.JobRunner;
import org.heddle.instrumenter.driver.ObjectCache;
import org.heddle.instrumenter.driver.OwnOptions;
import org.heddle.instrumenter.pass.Instrumentation;
import org.heddle.instrumenter.pass.LineNotes;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;

/**
 * Makes code of a source: front end, access pass, back end. The front end runs each time, so that messages and dependency files are what
 * they always are. What it makes holds all that the source and its headers say, and so does the name under which the object is kept.
 */
final class CodeMaker {
    private static final String INTERPOSED = "interposed.txt";
    private static String ownCode;

    private final LlvmToolchain toolchain;
    private final Environment environment;
    private final JobRunner runner;
    private final Path folder;
    private final OwnOptions own;

    /** One that keeps what lies between the jobs in this folder. */
    CodeMaker(LlvmToolchain toolchain, Environment environment, JobRunner runner, Path folder, OwnOptions own) {
        this.own = own;
        this.toolchain = toolchain;
        this.environment = environment;
        this.runner = runner;
        this.folder = folder;
    }

    /** Makes the output of the job; returns the exit code of what failed, or 0. */
    int make(CodeJob code) throws IOException, InterruptedException, InstrumentationException {
        Path plain = folder.resolve("plain.bc");
        Thread loading = new Thread(toolchain::loadLibraries);
        loading.setUncaughtExceptionHandler((thread, error) -> {}); // loading again then says why
        loading.start();
        int exitCode = runner.run(code.frontEnd(plain.toString()));
        loading.join();
        if (exitCode != 0) {
            return exitCode;
        }
        Optional<ObjectCache> cache = isKept(code) ? environment.objects() : Optional.empty();
        return cache.isPresent() ? take(code, plain, cache.get()) : makeFrom(plain, code);
    }

    /** With which options the front end would have refused nothing; empty if there are none. */
    List<String> options(CodeJob code) throws IOException, InterruptedException {
        runner.run(code.frontEnd(folder.resolve("plain.bc").toString()), messages());
        return Refusals.options(Files.readAllLines(messages(), JobRunner.nativeEncoding()));
    }

    /** Whether the output is all that comes of the back end, and a file that can be put in the place of another. */
    private boolean isKept(CodeJob code) {
        Path output = output(code);
        boolean isFile = Files.isRegularFile(output, LinkOption.NOFOLLOW_LINKS)
                || !Files.exists(output, LinkOption.NOFOLLOW_LINKS);
        return code.hasOutput() && isFile && code.dependsOnBitcodeAlone();
    }

    private Path output(CodeJob code) {
        return environment.directory().resolve(code.output());
    }

    private int take(CodeJob code, Path plain, ObjectCache cache)
            throws IOException, InterruptedException, InstrumentationException {
        String name = new ContentDigest()
                .add(List.of(ownCode()))
                .addContent(environment.nativeHome().resolve(INTERPOSED))
                .addVersion(toolchain.clang().toRealPath())
                .add(code.backEndOptions())
                .add(List.of(notes(code).name(), own.begin().orElse("")))
                .addContent(plain)
                .name();
        if (cache.fetch(name, output(code))) {
            return 0;
        }
        int exitCode = makeFrom(plain, code);
        if (exitCode == 0 && Files.size(messages()) == 0) {
            cache.keep(name, output(code));
        }
        return exitCode;
    }

    private int makeFrom(Path plain, CodeJob code) throws IOException, InterruptedException, InstrumentationException {
        Path instrumented = folder.resolve("instrumented.bc");
        new Instrumentation(
                        toolchain,
                        environment.nativeHome().resolve(INTERPOSED),
                        notes(code),
                        own.begin(),
                        environment.isLast())
                .instrument(plain, instrumented, code.source(), code.wantsVariables(), code.isForSpeed());
        int exitCode = runner.run(code.backEnd(instrumented.toString()), messages());
        Files.copy(messages(), environment.err());
        environment.err().flush();
        return exitCode;
    }

    private LineNotes notes(CodeJob code) {
        return !own.notesLines()
                ? LineNotes.NONE
                : code.letsLinkerDropFunctions() ? LineNotes.BY_SECTION : LineNotes.ALL;
    }

    /** What the back end says, which it hardly ever does. */
    private Path messages() {
        return folder.resolve("messages");
    }

    /** The digest of the access pass, which is read once, as it is loaded once. */
    private static synchronized String ownCode() throws IOException {
        if (ownCode == null) {
            ownCode = new ContentDigest().addContent(placeOfOwnCode()).name();
        }
        return ownCode;
    }

    /** Where the access pass is: a jar, or a folder of classes. */
    private static Path placeOfOwnCode() throws IOException {
        try {
            return Path.of(CodeMaker.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IOException(impossible);
        }
    }
}
