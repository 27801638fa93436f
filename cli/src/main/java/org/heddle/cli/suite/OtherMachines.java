package org.heddle.cli.suite;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.launch.Launching;
import org.heddle.cli.check.options.CheckOptions;
import org.heddle.cli.check.options.Interruption;
import org.heddle.cli.cluster.SharedSuite;
import org.heddle.cli.program.Program;
import org.heddle.cli.report.Report;

/** Makes a suite's checks on other machines, each as a whole; here what none of them can make, or what is saved for later. */
public final class OtherMachines implements Place {
    private final SharedSuite others;
    private final Installation installation;
    private final PrintWriter err;
    private final Place here;
    private final Semaphore cores = new Semaphore(Runtime.getRuntime().availableProcessors());

    /** Those machines; complains there. */
    public OtherMachines(SharedSuite others, Installation installation, PrintWriter err) {
        this.others = others;
        this.installation = installation;
        this.err = err;
        here = Place.here(installation, err, Interruption.none());
    }

    @Override
    public Report check(Program program, CheckOptions options) throws UserError, IOException, InterruptedException {
        Optional<SharedSuite.Made> made = options.saving().file().isPresent()
                ? Optional.empty()
                : others.make(
                        new Launching(installation, options)
                                .apply(program)
                                .withRestart(options.executing().restart()),
                        options.limits().ofEachExecution(),
                        WholeCheck.of(program, options).bytes());
        if (made.isEmpty()) {
            cores.acquire();
            try {
                return here.check(program, options);
            } finally {
                cores.release();
            }
        }
        WholeCheck.Answer answer = WholeCheck.Answer.of(made.get().answer());
        err.print(answer.said());
        err.flush();
        Report report = answer.report(options.telling().output());
        List<String> remarks = new ArrayList<>(report.remarks());
        remarks.add("made by the worker " + made.get().worker());
        remarks.addAll(made.get().incidents());
        return report.withRemarks(remarks);
    }
}
