package org.heddle.instrumenter.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A job that links. */
public final class LinkJob {
    private static final List<String> COMPILER_TAIL = List.of(
            "-lgcc",
            "-lgcc_s",
            "-lgcc_eh",
            "-lc",
            "-lm",
            "-lstdc++",
            "--as-needed",
            "--no-as-needed",
            "--start-group",
            "--end-group");

    /** The run time of LLVM, which does not come with the compiler that is unpacked. */
    private static final String OPENMP = "-lomp";

    private static final String SANITIZER = "/libclang_rt.asan";
    private static final String SHARED_SANITIZER = "-lasan";

    private final Job job;

    /** Wraps a job for which {@link Job#links()}. */
    public LinkJob(Job job) {
        this.job = job;
    }

    /**
     * The same with Heddle's runtime behind the user's own objects and libraries.
     *
     * @param home the folder with the archives
     */
    public Job withRuntime(Path home) {
        List<String> words = withSanitizer();
        words.replaceAll(
                word -> word.equals(OPENMP) ? home.resolve("libheddle-omp.a").toString() : word);
        int at = words.size();
        while (at > 1 && belongsToTail(words.get(at - 1))) {
            at--;
        }
        words.add(at, home.resolve("libheddle-rt.a").toString());
        return new Job(words);
    }

    /**
     * The runtime of AddressSanitizer does not come with the compiler that is unpacked: gcc's takes its place, a shared library
     * with the same interface.
     */
    private List<String> withSanitizer() {
        List<String> words = new ArrayList<>();
        for (String word : job.command()) {
            if (!word.contains(SANITIZER) || Files.exists(Path.of(word.substring(word.indexOf('/'))))) {
                words.add(word);
            } else if (!words.contains(SHARED_SANITIZER)) {
                words.add(SHARED_SANITIZER);
            }
        }
        return words;
    }

    private static boolean belongsToTail(String word) {
        return COMPILER_TAIL.contains(word)
                || word.endsWith("/crtn.o")
                || (word.contains("/crtend") && word.endsWith(".o"));
    }

    /** Whether the machine lacks the linker, or the plugin that it needs for link-time optimisation. */
    public boolean lacksTools() {
        if (job.program().indexOf('/') < 0) {
            return true;
        }
        String plugin = job.valueOf("-plugin", "");
        return !plugin.isEmpty() && !Files.exists(Path.of(plugin));
    }
}
