package org.heddle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code heddle}: names its commands. */
@Command(
        name = "heddle",
        description = "Checks pthread C programs under every thread interleaving that matters.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CheckCommand.class,
            TestCommand.class,
            BenchCommand.class,
            ReplayCommand.class,
            ShowCommand.class,
            CompilerHelp.Cc.class,
            CompilerHelp.Cxx.class,
            CommandLine.HelpCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing found (the report says how much was explored)",
            "1:a finding; replay: the finding showed again",
            "2:wrong usage, or a program that does not compile or cannot be checked",
            "3:not everything was explored, and --require-complete was given",
            "4:a replay took another course than recorded",
            "70:a fault of Heddle itself"
        },
        footer = {
            "",
            "Examples:",
            "  heddle check philosophers.c          compile, explore every interleaving, report",
            "  heddle check ./server -- -p 8080     a program that was built with heddle cc",
            "  CC=\"heddle cc\" ./configure && make   build one",
            "  heddle test                          the checks that heddle.toml lists",
            "  heddle replay x.heddle-schedule      run a finding again, exactly",
            "  heddle bench --quick                 the tables of the papers, made again"
        })
final class HeddleCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "A command is needed: check, test, bench, replay, show, cc or c++");
    }
}
