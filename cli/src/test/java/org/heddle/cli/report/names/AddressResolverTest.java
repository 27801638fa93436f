package org.heddle.cli.report.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class AddressResolverTest {
    @Test
    void sourceOfALibraryOfTheSystem_isForeignAlsoWithoutItsFolder() {
        String file = AddressResolver.placed("./stdlib/exit.c", "/lib/x86_64-linux-gnu/libc.so.6");
        assertEquals("/lib/x86_64-linux-gnu/stdlib/exit.c", file);
        assertTrue(OwnLines.isForeign(new Location(file, 116, 1, "__run_exit_handlers", "")));
    }

    @Test
    void sourceOfAProgram_staysAsItIs() {
        assertEquals("src/main.c", AddressResolver.placed("src/main.c", "/tmp/program"));
        assertEquals("/home/main.c", AddressResolver.placed("/home/main.c", "/usr/bin/program"));
    }
}
