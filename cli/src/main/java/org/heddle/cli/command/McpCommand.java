package org.heddle.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.mcp.McpServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code heddle mcp}. */
@Command(
        name = "mcp",
        description = "Lets an agent check programs and go through findings, by the Model Context Protocol.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the agent has left", "2:wrong usage", "70:a fault of Heddle itself"},
        footer = {
            "",
            "An agent starts it in the folder of its project, and speaks to it on standard input and output. Its tools are check,",
            "test, findings, trace, step and explain. docs/editors.md has how to set up agents.",
            "",
            "Example:",
            "  heddle mcp"
        })
final class McpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        if (!Terminal.isStandardInputAFileOrPipe()) {
            spec.commandLine()
                    .getErr()
                    .println("heddle: this waits for an agent, which starts it by itself: see docs/editors.md");
        }
        OutputStream out = System.out;
        System.setOut(System.err); // nothing else may come between the messages
        try (McpServer server = new McpServer(Installation.ofThisProcess(), out)) {
            server.serve(System.in);
        }
        return ExitCodes.CLEAN;
    }
}
