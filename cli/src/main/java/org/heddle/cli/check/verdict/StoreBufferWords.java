package org.heddle.cli.check.verdict;

import java.util.ArrayList;
import java.util.List;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;

/** Says of executions with store buffers ({@code --model=tso}) of what they are all executions. */
final class StoreBufferWords {
    private StoreBufferWords() {}

    /** Whether stores went through store buffers. */
    static boolean areMeant(RunOptions run) {
        return run.asks(RunFlag.TSO);
    }

    /** Whether everything that the program stores, and others look at, did. */
    private static boolean isWhole(RunOptions run, Sight sight) {
        return sight.instrumented() && run.points() != PointsMode.SYNC;
    }

    /** What is added to the word for what was proved; empty if it was not under x86-TSO. */
    static String under(RunOptions run, Sight sight) {
        if (!areMeant(run) || !isWhole(run, sight)) {
            return "";
        }
        return sight.unseen().isEmpty() ? " under x86-TSO" : "; under x86-TSO";
    }

    /** What limits the claim. */
    static List<String> remarks(RunOptions run, Sight sight) {
        List<String> remarks = new ArrayList<>();
        if (!areMeant(run)) {
            return remarks;
        }
        if (isWhole(run, sight)) {
            remarks.add(
                    "stores went through store buffers, as x86-TSO has it (--model=tso): a claim about x86 processors and"
                            + " the code that was checked, not about C11, which lets compilers reorder more");
        } else if (sight.instrumented()) {
            remarks.add(
                    "atomic stores alone went through store buffers (--model=tso with --points=sync): nothing is claimed of"
                            + " x86-TSO; --points=auto lets plain ones do so as well");
        } else {
            remarks.add(
                    "nothing went through store buffers (--model=tso), for memory accesses were not seen: nothing is"
                            + " claimed of x86-TSO");
        }
        return remarks;
    }
}
