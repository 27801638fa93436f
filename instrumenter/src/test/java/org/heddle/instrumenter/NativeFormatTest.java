package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;
import org.junit.jupiter.api.Test;

/** The C runtime is laid out as {@code .clang-format} has it; {@code native-shim/format.sh} does that. */
class NativeFormatTest {
    @Test
    void runtime_isFormatted() throws IOException, InterruptedException, ToolchainException {
        Path formatter = LlvmToolchain.locate().programs().resolve("clang-format");
        assumeTrue(Files.isExecutable(formatter), "skipped: the bundled LLVM has no clang-format that can be run");
        ProcessBuilder check = new ProcessBuilder("../native-shim/format.sh", "--check").redirectErrorStream(true);
        check.environment().put("CLANG_FORMAT", formatter.toString());
        Process process = check.start();
        String complaints = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> "run native-shim/format.sh:\n" + complaints);
    }
}
