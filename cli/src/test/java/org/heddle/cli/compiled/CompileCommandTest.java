package org.heddle.cli.compiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.cli.base.UserError;
import org.heddle.instrumenter.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What build systems write of their compilers is understood. */
final class CompileCommandTest {
    @TempDir
    private Path folder;

    @Test
    void compilerAndWhatItWritesAreTakenOff_whatDecidesOnIncludesStays() {
        CompileCommand command = CompileCommand.of(
                folder,
                List.of(
                        "ccache",
                        "/opt/heddle",
                        "cc",
                        "-Iinclude",
                        "-DX=1",
                        "-MD",
                        "-MF",
                        "a.d",
                        "-o",
                        "a.o",
                        "-c",
                        "a.c"),
                "a.c");
        assertEquals(new CompileCommand(folder, Language.C, List.of("-Iinclude", "-DX=1", "a.c")), command);
    }

    @Test
    void sourceMayComeFirst_andTheCompilerMayBeForCxx() {
        assertEquals(
                new CompileCommand(folder, Language.CXX, List.of("a.cc", "-std=c++17")),
                CompileCommand.of(folder, List.of("clang++", "a.cc", "-std=c++17", "-c", "-oa.o"), "a.cc"));
    }

    @Test
    void quotesAreThoseOfTheShell() {
        assertEquals(
                List.of("cc", "-DNAME=\"a b\"", "-Ia dir", "-DEMPTY=", "", "x\\y", "it's"),
                ShellWords.of("cc \"-DNAME=\\\"a b\\\"\" -Ia\\ dir  -DEMPTY= '' 'x\\y' it\\'s"));
    }

    @Test
    void databasesOfTheProjectAndItsBuildFoldersAreRead_aSourceMayBeInSeveral() throws Exception {
        Path build = Files.createDirectory(folder.resolve("build"));
        Files.writeString(folder.resolve("a.c"), "");
        String entry = "[{\"directory\": \"%s\", \"file\": \"%s\", %s}]";
        Files.writeString(
                folder.resolve(CompileCommands.NAME),
                entry.formatted(folder, "a.c", "\"command\": \"cc -DONE -c a.c\""));
        Files.writeString(
                build.resolve(CompileCommands.NAME),
                entry.formatted(build, "../a.c", "\"arguments\": [\"cc\", \"-DTWO\", \"../a.c\"]"));
        assertEquals(
                List.of(
                        new CompileCommand(folder, Language.C, List.of("-DONE", "a.c")),
                        new CompileCommand(build, Language.C, List.of("-DTWO", "../a.c"))),
                CompileCommands.in(folder).bySource().get(folder.resolve("a.c").toRealPath()));
    }

    @Test
    void damagedDatabase_isRefusedByItsName() throws Exception {
        Path database = folder.resolve(CompileCommands.NAME);
        for (String damaged : List.of("{", "{}", "\"x\"")) {
            Files.writeString(database, damaged);
            UserError error = assertThrows(UserError.class, () -> CompileCommands.in(folder));
            assertTrue(error.getMessage().startsWith(database.toString()), error.getMessage());
        }
    }
}
