package org.heddle.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;
import org.heddle.cli.base.ExitCodes;
import org.heddle.cli.base.HeddleVersion;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.check.dap.DapServer;
import org.heddle.cli.check.replay.OpenSchedule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code heddle dap}. */
@Command(
        name = "dap",
        description =
                "Lets an editor go through a finding's interleaving forward and back, by the Debug Adapter Protocol.",
        mixinStandardHelpOptions = true,
        versionProvider = HeddleVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the editor has left",
            "2:wrong usage, or a port that is not free",
            "70:a fault of Heddle itself"
        },
        footer = {
            "",
            "An editor starts it, speaks to it on standard input and output, and launches {\"schedule\": \"FILE\"}.",
            "docs/editors.md has how to set up VS Code, Neovim and Emacs.",
            "",
            "Examples:",
            "  heddle dap",
            "  heddle dap --port 4711"
        })
final class DapCommand implements Callable<Integer> {
    private static final int LAST_PORT = 65535;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Listen on this port of this machine, for one editor after the other, until interrupted."
                    + " 0: on a free one, which standard error names.")
    private Integer port;

    @Override
    public Integer call() throws UserError, IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Installation installation = Installation.ofThisProcess();
        DapServer server = new DapServer(file -> OpenSchedule.of(installation, file, err), err);
        if (port != null) {
            listen(server, err);
        }
        if (!Terminal.isStandardInputAFileOrPipe()) {
            err.println("heddle: this waits for an editor, which starts it by itself: see docs/editors.md;"
                    + " heddle step goes through a schedule on a terminal");
        }
        OutputStream out = System.out;
        System.setOut(System.err); // nothing else may come between the messages
        server.serve(System.in, out);
        return ExitCodes.CLEAN;
    }

    private void listen(DapServer server, PrintWriter err) throws UserError, IOException, InterruptedException {
        if (port < 0 || port > LAST_PORT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--port must be from 0 to " + LAST_PORT + ", not " + port + ": 0 is a free one");
        }
        try (ServerSocket listener = bound()) {
            err.println("heddle: listening on 127.0.0.1:" + listener.getLocalPort());
            while (true) {
                try (Socket editor = listener.accept();
                        InputStream in = editor.getInputStream();
                        OutputStream out = editor.getOutputStream()) {
                    server.serve(in, out);
                }
            }
        }
    }

    private ServerSocket bound() throws UserError {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (IOException taken) {
            throw new UserError("cannot listen on port " + port + ": " + taken.getMessage()
                    + ". Name another one, or 0 for a free one");
        }
    }
}
