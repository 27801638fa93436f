package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names that hooks are told come from all debug information; the object has as much of it as was asked for. */
class DebugInformationTest {
    @TempDir
    Path folder;

    private Workspace work;

    @BeforeEach
    void writeSource() throws Exception {
        work = new Workspace(folder)
                .file(
                        "account.c",
                        """
                        struct account { int number, balance; };
                        static struct account accounts[4];
                        static void deposit(struct account *to, int amount) {
                            struct account *found = to->number ? to : &accounts[1];
                            found->balance += amount;
                        }
                        int main(void) {
                            deposit(accounts, 3);
                            return 0;
                        }
                        """);
    }

    private String shown(String flags) throws Exception {
        work.cc((flags + " -c account.c").split(" ")).succeeds();
        String dwarfdump = LlvmToolchain.locate().dwarfdump().toString();
        return work.run(dwarfdump, "--debug-info", "--debug-line", "account.o")
                .succeeds()
                .out();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-O0", "-O2", "-O0 -g0", "-O0 -g1"})
    void withoutG_itHasLines_andNoVariables(String flags) throws Exception {
        String shown = shown(flags);
        assertTrue(shown.contains("name: \"account.c\""), shown);
        assertFalse(shown.contains("DW_TAG_variable") || shown.contains("DW_TAG_structure_type"), shown);
    }

    @Test
    void withG_itHasVariablesAndTypes() throws Exception {
        String shown = shown("-O0 -g");
        assertTrue(shown.contains("(\"found\")") && shown.contains("(\"balance\")"), shown);
    }

    @Test
    void hooks_areToldTheSameNames_withG_andWithout() throws Exception {
        work.cc("-O0", "-g", "account.c", "-o", "account").succeeds();
        List<String> withVariables = work.runEchoed("./account");
        work.cc("-O0", "account.c", "-o", "account").succeeds();
        assertEquals(withVariables, work.runEchoed("./account"));
        assertTrue(withVariables.contains("write found->balance deposit:5:20 size=4"), withVariables.toString());
    }
}
