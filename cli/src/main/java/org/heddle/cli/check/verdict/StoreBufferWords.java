package org.heddle.cli.check.verdict;

import java.util.ArrayList;
import java.util.List;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;

/** Says of executions with store buffers ({@code --model=tso} and {@code --model=pso}) of what they are all executions. */
final class StoreBufferWords {
    private StoreBufferWords() {}

    /** The model whose executions are explored. */
    private static String model(RunOptions run) {
        return run.asks(RunFlag.PSO) ? "PSO" : "x86-TSO";
    }

    /** Whether everything that the program stores, and others look at, did. */
    private static boolean isWhole(RunOptions run, Sight sight) {
        return sight.instrumented() && run.points() != PointsMode.SYNC;
    }

    /** What is added to the word for what was proved; empty if it was under neither model. */
    static String under(RunOptions run, Sight sight) {
        if (!run.buffersStores() || !isWhole(run, sight)) {
            return "";
        }
        return (sight.unseen().isEmpty() ? " under " : "; under ") + model(run);
    }

    /** What limits the claim. */
    static List<String> remarks(RunOptions run, Sight sight) {
        List<String> remarks = new ArrayList<>();
        if (!run.buffersStores()) {
            return remarks;
        }
        String model = model(run);
        String option = "--model=" + (run.asks(RunFlag.PSO) ? "pso" : "tso");
        if (isWhole(run, sight)) {
            String which = run.asks(RunFlag.PSO) ? "processors with PSO" : "x86 processors";
            remarks.add(String.format(
                    "stores went through store buffers, as %s has it (%s): a claim about %s and the code that was"
                            + " checked, not about C11, which lets compilers reorder more",
                    model, option, which));
        } else if (sight.instrumented()) {
            remarks.add(String.format(
                    "atomic stores alone went through store buffers (%s with --points=sync): nothing is claimed of %s;"
                            + " --points=auto lets plain ones do so as well",
                    option, model));
        } else {
            remarks.add(String.format(
                    "nothing went through store buffers (%s), for memory accesses were not seen: nothing is claimed of %s",
                    option, model));
        }
        return remarks;
    }
}
