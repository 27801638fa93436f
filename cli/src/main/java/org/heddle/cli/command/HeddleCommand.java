package org.heddle.cli.command;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.heddle.cli.base.HeddleVersion;
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
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing found (the report says how much was explored)",
            "1:a finding; replay: the finding showed again; determinism: a run differs",
            "2:wrong usage, or a program that does not compile or cannot be checked",
            "3:not everything was explored, and --require-complete was given",
            "4:a replay took another course than recorded",
            "70:a fault of Heddle itself"
        },
        footer = {
            "",
            "Examples:",
            "  heddle check philosophers.c          compile, explore, report",
            "  heddle check ./server -- -p 8080     a program that was built with heddle cc",
            "  CC=\"heddle cc\" ./configure && make   build one",
            "  heddle test                          the checks that heddle.toml lists",
            "  heddle operations queue.c            clients of an object, drawn and checked",
            "  heddle replay x.heddle-schedule      run a finding again, exactly",
            "  heddle step x.heddle-schedule        go through it forward and back",
            "  heddle dap                           the same in an editor, which starts it",
            "  heddle mcp                           tools for an agent, which starts it",
            "  heddle bench --quick                 the tables of the papers, anew",
            "  heddle worker --help                 execute for checks on other machines"
        })
public final class HeddleCommand implements Runnable {
    /** Its own commands, in the order in which help lists them. */
    private static final Map<String, Class<?>> COMMANDS = commands();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "A command is needed: check, test, operations, init, bench, replay, step, dap, mcp, determinism, show, explain, server, cc or c++");
    }

    /**
     * The command line with those commands that these arguments need: describing the others takes as long as a small check.
     *
     * @param arguments empty for all commands
     */
    public static CommandLine commandLine(CommandLine.IFactory factory, List<String> arguments) {
        CommandLine heddle = new CommandLine(new HeddleCommand(), factory);
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        if (COMMANDS.containsKey(first)) {
            return heddle.addSubcommand(new CommandLine(COMMANDS.get(first), factory));
        }
        COMMANDS.values().forEach(command -> heddle.addSubcommand(new CommandLine(command, factory)));
        for (ExtraCommand extra : ServiceLoader.load(ExtraCommand.class)) {
            heddle.addSubcommand(extra.name(), new CommandLine(extra, factory));
        }
        return heddle.addSubcommand(new CommandLine(CommandLine.HelpCommand.class, factory));
    }

    private static Map<String, Class<?>> commands() {
        Map<String, Class<?>> commands = new LinkedHashMap<>();
        commands.put("check", CheckCommand.class);
        commands.put("test", TestCommand.class);
        commands.put("operations", OperationsCommand.class);
        commands.put("init", InitCommand.class);
        commands.put("replay", ReplayCommand.class);
        commands.put("step", StepCommand.class);
        commands.put("dap", DapCommand.class);
        commands.put("mcp", McpCommand.class);
        commands.put("determinism", DeterminismCommand.class);
        commands.put("show", ShowCommand.class);
        commands.put("explain", ExplainCommand.class);
        commands.put("server", ServerCommand.class);
        commands.put("cc", CompilerHelp.Cc.class);
        commands.put("c++", CompilerHelp.Cxx.class);
        return Collections.unmodifiableMap(commands);
    }
}
