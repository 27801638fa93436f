package org.heddle.instrumenter.pass.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AssemblyRegistersTest {
    @Test
    void eachRegister_isNamedAsWideAsTheCodeHasIt() {
        assertEquals(
                Map.of("v1", 32, "v17", 64, "v2", 16), AssemblyRegisters.named("f %ymm1, %xmm17, %xmm2, %xmm1", ""));
        assertEquals(
                Map.of("m3", 8, "k2", 8, "rax", 8, "r10", 8, "rsi", 8),
                AssemblyRegisters.named("f %mm3,%k2,%al,%r10d,%sil", ""));
        assertEquals(Map.of(), AssemblyRegisters.named("f %eax,%r10d,%rbx,%r12,k1,comm1", "={ax},~{r10}"));
        assertTrue(AssemblyRegisters.named("f xmm4, [rax]", "").containsKey("v4"));
    }
}
