package org.heddle.docs;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.Main;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the completion script and the sources of the man pages. */
public final class Generate {
    private Generate() {}

    /** Writes them below the folder that is the only argument: {@code completion/heddle} and {@code asciidoc/*.adoc}. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine heddle = Main.commandLine(nowhere, nowhere);
        Path completion = Files.createDirectories(folder.resolve("completion"));
        Files.writeString(completion.resolve("heddle"), AutoComplete.bash("heddle", heddle), StandardCharsets.UTF_8);
        File pages = Files.createDirectories(folder.resolve("asciidoc")).toFile();
        List<CommandSpec> specs = new ArrayList<>();
        specs.add(heddle.getCommandSpec());
        heddle.getSubcommands().values().forEach(command -> specs.add(command.getCommandSpec()));
        int code =
                ManPageGenerator.generateManPage(pages, null, new boolean[0], false, specs.toArray(new CommandSpec[0]));
        if (code != 0) {
            throw new IOException("the man pages cannot be generated: " + code);
        }
    }
}
