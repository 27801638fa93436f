package org.heddle.instrumenter.driver;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts programs in the user's working directory, on the user's streams, and waits for them. */
public final class JobRunner {
    /** Well below what Linux takes in one command line, environment included. */
    private static final int LONGEST_COMMAND = 512 * 1024;

    private static final int LONGEST_WORD = 100 * 1024;
    private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

    private final Environment environment;
    private final Scratch scratch;

    /** Runs things for this environment; long command lines are written to the scratch folder. */
    public JobRunner(Environment environment, Scratch scratch) {
        this.environment = environment;
        this.scratch = scratch;
    }

    /** The encoding of program arguments and file names. */
    public static Charset nativeEncoding() {
        return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    }

    /** Runs the job; returns its exit code. */
    public int run(Job job) throws IOException, InterruptedException {
        return run(job, environment.err() == System.err ? Redirect.INHERIT : Redirect.PIPE);
    }

    /** Runs the job, whose messages go to the file; returns its exit code. */
    public int run(Job job, Path messages) throws IOException, InterruptedException {
        return run(job, Redirect.to(messages.toFile()));
    }

    private int run(Job job, Redirect messages) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(shortened(job));
        builder.directory(environment.directory().toFile());
        boolean readsInput = job.command().contains("-");
        if (environment.in() == System.in) {
            builder.redirectInput(Redirect.INHERIT);
        } else if (!readsInput) {
            builder.redirectInput(NOTHING);
        }
        if (environment.out() == System.out) {
            builder.redirectOutput(Redirect.INHERIT);
        }
        builder.redirectError(messages);
        environment.out().flush();
        environment.err().flush();
        Process process = scratch.start(builder);
        Thread feeder = readsInput && environment.in() != System.in ? feed(process.getOutputStream()) : null;
        int exitCode = await(process);
        if (feeder != null) {
            feeder.interrupt();
        }
        return exitCode;
    }

    /** Asks clang for its plan. */
    public JobPlan plan(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(shortened(new Job(command)));
        builder.directory(environment.directory().toFile());
        builder.environment().put("TMPDIR", scratch.folder().toString());
        builder.redirectOutput(Redirect.DISCARD);
        builder.redirectInput(NOTHING);
        Path text = scratch.folder().resolve("plan");
        builder.redirectError(text.toFile());
        int exitCode = await(scratch.start(builder));
        return JobPlan.parse(Files.readString(text, nativeEncoding()), exitCode);
    }

    private int await(Process process) throws InterruptedException {
        Thread errors = pump(process.getErrorStream(), environment.err());
        Thread output = pump(process.getInputStream(), environment.out());
        int exitCode = scratch.await(process);
        output.join();
        errors.join();
        return exitCode;
    }

    private Thread feed(OutputStream to) {
        Thread thread = new Thread(() -> {
            try (to) {
                environment.in().transferTo(to);
            } catch (IOException e) {
                // the program did not want to read all of it
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static Thread pump(InputStream from, PrintStream to) {
        Thread thread = new Thread(() -> {
            try (from) {
                from.transferTo(to);
                to.flush();
            } catch (IOException e) {
                // the program ended
            }
        });
        thread.start();
        return thread;
    }

    private List<String> shortened(Job job) throws IOException {
        long length =
                job.command().stream().mapToLong(word -> word.length() + 1L).sum();
        boolean fits =
                length < LONGEST_COMMAND && job.command().stream().allMatch(word -> word.length() < LONGEST_WORD);
        if (fits) {
            return job.command();
        }
        int kept = job.arguments().get(0).startsWith("-cc1") ? 2 : 1;
        List<String> lines = new ArrayList<>();
        for (String word : job.command().subList(kept, job.command().size())) {
            lines.add('"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
        }
        Path file = Files.createTempFile(scratch.folder(), "arguments-", ".txt");
        Files.write(file, lines, nativeEncoding());
        List<String> words = new ArrayList<>(job.command().subList(0, kept));
        words.add("@" + file);
        return words;
    }
}
