package org.heddle.instrumenter.pass;

import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.heddle.instrumenter.pass.sites.Positions;
import org.heddle.instrumenter.pass.sites.Site;
import org.heddle.instrumenter.pass.sites.SiteKind;

/**
 * The waits of libstdc++'s atomics, latches, semaphores and barriers. Before it wakes others, the library looks whether somebody waits. By C11
 * that look may be stale, and a thread wait for good; processors do not let it be. It is the library's affair, and not the program's.
 */
final class CxxWaits {
    private static final String HEADER = "/bits/atomic_wait.h";
    private static final String LOOKS = "_M_waiting";

    private CxxWaits() {}

    /** Whether the load is such a look. */
    static boolean isLook(LLVMValueRef load, Positions positions) {
        Site site = positions.site(load, SiteKind.ATOMIC, "", 0);
        return site.function().equals(LOOKS) && site.file().endsWith(HEADER);
    }
}
