package org.heddle.cli.check.inspect;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** How gdb is run without a user: on an execution, with a script in Python. */
public final class GdbScript {
    private GdbScript() {}

    /** The command line of a gdb that attaches to the process, and to those that it forks, and runs the script. */
    public static List<String> command(int process, String script) {
        String hex = HexFormat.of().formatHex(script.getBytes(StandardCharsets.UTF_8));
        return List.of(
                "gdb",
                "-nx",
                "-q",
                "-batch",
                "-p",
                Integer.toString(process),
                "-ex",
                "set detach-on-fork off",
                "-ex",
                "set schedule-multiple on",
                "-ex",
                "python exec(bytes.fromhex('" + hex + "').decode(), globals())");
    }
}
