package org.heddle.cli.check.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.SavedCommand;
import org.heddle.cli.program.Program;
import org.heddle.dpor.bound.Coarser;
import org.heddle.dpor.explore.plan.ExecutionRunner;
import org.heddle.server.journal.Journal;
import org.heddle.server.journal.JournalHeader;
import org.heddle.server.journal.JournalRunner;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;

/** The file in which an exploration is saved as it goes on, and from which it is resumed; or none. For use by several threads. */
public final class SavedFrontier implements AutoCloseable {
    private final Optional<Path> file;
    private final Journal journal;
    private final ExecutionRunner runner;
    private JournalRunner journaling;

    private SavedFrontier(Optional<Path> file, Journal journal, ExecutionRunner runner) {
        this.file = file;
        this.journal = journal;
        this.runner = runner;
        if (journal != null) {
            journaling = new JournalRunner(journal, runner);
        }
    }

    /**
     * Opens what the options ask for.
     *
     * @param pool runs what is not in the file
     * @throws org.heddle.server.journal.JournalException if it cannot be used
     * @throws IOException if the program cannot be read
     */
    public static SavedFrontier open(CheckOptions options, Program program, ExecutionRunner pool) throws IOException {
        if (options.saving().file().isEmpty()) {
            return new SavedFrontier(Optional.empty(), null, pool);
        }
        Map<String, String> subject = subject(options, program);
        if (!options.saving().resume()) {
            subject.put(SavedCommand.ENTRY, options.saving().command().text());
        }
        JournalHeader header = new JournalHeader(subject, pool.lookahead());
        Path file = options.saving().file().get();
        return new SavedFrontier(
                options.saving().file(),
                options.saving().resume() ? Journal.open(file, header) : Journal.create(file, header),
                pool);
    }

    private static Map<String, String> subject(CheckOptions options, Program program) throws IOException {
        RunOptions run = options.executing().run();
        Map<String, String> subject = new HashMap<>(Map.ofEntries(
                Map.entry("program-sha256", program.sha256()),
                Map.entry("arguments", program.recipe().arguments().toString()),
                Map.entry("peers", program.recipe().peers().toString()),
                Map.entry("stdin", program.recipe().input().digest()),
                Map.entry("bound", options.search().bound()),
                Map.entry("reduction", word(options.search().reduction())),
                Map.entry("coarser", coarser(options)),
                Map.entry("continuation", options.search().continuation().toString()),
                Map.entry("strategy", options.strategy().name()),
                Map.entry("seed", Long.toString(options.strategy().seed())),
                Map.entry("points", word(run.points())),
                Map.entry("timeouts", word(run.timeouts())),
                Map.entry("expiries", Integer.toString(run.expiries())),
                Map.entry("spurious", run.spurious().toString()),
                Map.entry("failures", run.failures().toString()),
                Map.entry("allow", MachineChange.list(run.allowed())),
                Map.entry("send", run.request().toString()),
                Map.entry("max-events", Integer.toString(options.limits().maxEvents())),
                Map.entry("verify", options.executing().around().verify().orElse("nothing")),
                Map.entry(
                        "sandbox",
                        options.executing()
                                .around()
                                .sandbox()
                                .map(Path::toString)
                                .orElse("none"))));
        for (RunFlag flag : RunFlag.values()) {
            subject.put(flag.option(), run.asks(flag) ? flag.value() : "no");
        }
        return subject;
    }

    private static String coarser(CheckOptions options) {
        return options.search().coarser().stream().map(Coarser::word).sorted().collect(Collectors.joining(","));
    }

    /** A value as the command line has it. */
    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What runs the exploration's plans. */
    public ExecutionRunner runner() {
        return journaling == null ? runner : journaling;
    }

    /**
     * What is to be said of it.
     *
     * @param isComplete whether nothing is left to go on with
     */
    public List<String> remarks(boolean isComplete) {
        List<String> remarks = new ArrayList<>();
        if (journal != null && journal.recorded() > 0) {
            remarks.add("resumed: " + journal.recorded() + " of the executions had been run before");
        }
        Optional<String> failure = journaling == null ? Optional.empty() : journaling.failure();
        failure.ifPresent(remarks::add);
        if (file.isPresent() && failure.isEmpty() && !isComplete) {
            remarks.add("what was explored is kept: heddle check --resume " + file.get() + " goes on from here");
        }
        return remarks;
    }

    /** Writes whatever is known; what cannot be written is run again by whoever resumes. */
    public void finish() {
        if (journal == null) {
            return;
        }
        try {
            journal.close();
        } catch (IOException lost) {
            // the last second's executions are not in the file
        }
    }

    @Override
    public void close() {
        finish();
    }
}
