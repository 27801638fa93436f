package org.heddle.cli.command;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.format.text.PlainPage;
import org.heddle.cli.format.text.Sheet;
import org.heddle.cli.report.FindingPages;
import org.heddle.dpor.detect.finding.Kind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle explain}. */
@Command(
        name = "explain",
        description =
                "Prints the page on a kind of finding, or on weak-memory: what it is, an example, how to repair it.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was printed", "2:there is no such kind"},
        footer = {"", "Examples:", "  heddle explain", "  heddle explain lost-wakeup"})
final class ExplainCommand implements Callable<Integer> {
    private static final String WEAK_MEMORY = "weak-memory";

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "KIND",
            arity = "0..1",
            completionCandidates = Kinds.class,
            description = "A kind, as reports name it: deadlock, data-race, … Without one, all kinds are listed.")
    private String kind;

    /** The kinds, for shells to complete. */
    static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Kind.values()).map(Kind::ruleId).iterator();
        }
    }

    @Override
    public Integer call() throws UserError {
        PrintWriter out = spec.commandLine().getOut();
        Sheet sheet = Sheet.of(System.getenv(), Terminal.columnsOfStandardOutput());
        PlainPage.of(FindingPages.of(kind == null ? "README" : ruleId()), sheet).forEach(out::println);
        return ExitCodes.CLEAN;
    }

    /** The kind without the cause that reports show behind it, as in {@code deadlock [lock-cycle]}. */
    private String ruleId() throws UserError {
        int cause = kind.indexOf(' ');
        String wanted = cause < 0 ? kind : kind.substring(0, cause);
        if (!wanted.equals(WEAK_MEMORY)
                && Arrays.stream(Kind.values())
                        .noneMatch(known -> known.ruleId().equals(wanted))) {
            throw new UserError("there is no kind of finding named '" + kind + "': name one of "
                    + Arrays.stream(Kind.values()).map(Kind::ruleId).collect(Collectors.joining(", ")) + ", or "
                    + WEAK_MEMORY);
        }
        return wanted;
    }
}
