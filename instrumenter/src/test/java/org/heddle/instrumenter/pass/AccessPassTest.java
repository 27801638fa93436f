package org.heddle.instrumenter.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import org.heddle.instrumenter.pass.ir.BitcodeModule;
import org.heddle.instrumenter.pass.ir.InstrumentationException;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessPassTest {
    private static final String DECLARATIONS =
            """
            target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
            target triple = "x86_64-unknown-linux-gnu"
            %pair = type { i32, i64 }
            @g = global i64 0
            @c = constant i64 7
            @own = internal thread_local global i64 0
            @shared = thread_local global i64 0
            declare void @free(ptr)
            declare void @other(ptr)
            declare i32 @fgetc(ptr)
            declare ptr @getenv(ptr)
            declare i32 @putenv(ptr)
            declare i32 @rand()
            declare i32 @abs(i32)
            declare void @heddle_benign_race(ptr, i64)
            declare i64 @llvm.readcyclecounter()
            declare void @llvm.x86.sse2.mfence()
            declare void @copy(ptr byval(%pair))
            declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
            declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
            declare void @llvm.masked.compressstore.v4i16(<4 x i16>, ptr, <4 x i1>)
            declare void @llvm.x86.avx.maskstore.ps(ptr, <4 x i32>, <4 x float>)
            declare <4 x float> @llvm.x86.avx2.gather.q.ps(<4 x float>, ptr, <2 x i64>, <4 x float>, i8)
            declare void @llvm.x86.avx512.mask.scattersiv4.si(ptr, <4 x i1>, <4 x i32>, <4 x i32>, i32)
            declare <16 x i8> @llvm.x86.sse3.ldu.dq(ptr)
            declare ptr @llvm.threadlocal.address.p0(ptr)
            declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
            declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
            declare ptr @__memcpy_chk(ptr, ptr, i64, i64)
            declare i128 @__atomic_load_16(ptr, i32)
            declare void @__atomic_store(i64, ptr, ptr, i32)
            declare i1 @__atomic_compare_exchange_8(ptr, ptr, i64, i32, i32)
            """;

    @BeforeAll
    static void loadLlvm() throws ToolchainException {
        LlvmToolchain.locate().loadLibraries();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %x = load i64, ptr @g                                   | read(ptr @g, i64 8)
            %x = load volatile i32, ptr @g                          | read(ptr @g, i64 4)
            %x = load i1, ptr @g                                    | read(ptr @g, i64 1)
            %x = load %pair, ptr @g                                 | read(ptr @g, i64 16)
            %x = load <4 x i32>, ptr @g                             | read(ptr @g, i64 16)
            %x = load x86_fp80, ptr @g                              | read(ptr @g, i64 10)
            store i16 1, ptr @g                                     | write(ptr @g, i64 2)
            store ptr @g, ptr %p                                    | write(ptr %p, i64 8)
            %x = load atomic i32, ptr @g acquire, align 4           | atomic_load(ptr @g, i64 4, i32 2)
            %x = load atomic i128, ptr @g seq_cst, align 16         | atomic_load(ptr @g, i64 16, i32 5)
            store atomic i32 3, ptr @g release, align 4             | atomic_store(ptr @g, i64 4, i64 3, i32 3)
            store atomic double 1.0, ptr @g monotonic, align 8      | atomic_store(ptr @g, i64 8, i64 4607182418800017408, i32 0)
            store atomic ptr null, ptr @g seq_cst, align 8          | atomic_store(ptr @g, i64 8, i64 0, i32 5)
            %x = atomicrmw add ptr @g, i8 2 acq_rel                 | atomic_rmw(ptr @g, i64 1, i64 2, i32 4)
            %x = atomicrmw fadd ptr @g, float 1.0 seq_cst           | atomic_rmw(ptr @g, i64 4, i64 1065353216, i32 5)
            %x = cmpxchg ptr @g, i64 1, i64 2 acq_rel monotonic     | atomic_cas(ptr @g, i64 8, i64 1, i64 2, i32 4, i32 0)
            %x = cmpxchg weak ptr @g, i32 1, i32 2 seq_cst acquire  | weak_cas(ptr @g, i64 4, i64 1, i64 2, i32 5, i32 2); weak_cas_place(ptr @g)
            fence seq_cst                                           | fence(i32 5)
            call void @free(ptr %p)                                 | call()
            call void @copy(ptr byval(%pair) @g)                    | read(ptr @g, i64 16); external(ptr @copy, i32 0, i32 0)
            call void @llvm.memset.p0.i64(ptr @g, i8 0, i64 8, i1 0) | write(ptr @g, i64 8)
            %x = call i128 @__atomic_load_16(ptr @g, i32 2)         | atomic_load(ptr @g, i64 16, i32 2)
            """)
    void sharedMemory_isAnnounced(String code, String hook) throws InstrumentationException {
        assertEquals(List.of(hook.split("; ")), hooks(code));
    }

    /** What a thread changes where no other looks, and not on its stack: a loop that does so does not repeat itself. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %t = call ptr @llvm.threadlocal.address.p0(ptr @own) %n store i64 1, ptr %t      | own_store(ptr %t, i64 8, i64 1)
            %t = call ptr @llvm.threadlocal.address.p0(ptr @own) %n store float 1.0, ptr %t  | own_store(ptr %t, i64 4, i64 1065353216)
            %t = call ptr @llvm.threadlocal.address.p0(ptr @own) %n store %pair zeroinitializer, ptr %t | changed()
            %t = call ptr @llvm.threadlocal.address.p0(ptr @own) %n %x = atomicrmw add ptr %t, i64 1 seq_cst | changed()
            store i64 1, ptr addrspace(257) null                                              | changed()
            """)
    void changesOfOwnMemory_areTold(String code, String hook) throws InstrumentationException {
        assertEquals(List.of(hook), hooks(code.replace("%n", "\n")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            call void @other(ptr %p)           | external(ptr @other, i32 0, i32 0)
            call void %p()                     | external(ptr %p, i32 0, i32 0)
            %x = call i32 @fgetc(ptr %p)       | external(ptr @fgetc, i32 1, i32 0); library(i32 6, ptr %p, ptr null, i64 4)
            %x = call ptr @getenv(ptr %p)      | external(ptr @getenv, i32 1, i32 0); external(ptr @getenv, i32 2, i32 3); library(i32 1, ptr %p, ptr null, i64 -1)
            %x = call i32 @putenv(ptr %p)      | external(ptr @putenv, i32 3, i32 3); library(i32 1, ptr %p, ptr null, i64 -1)
            %x = call i32 @rand()              | external(ptr @rand, i32 5, i32 1)
            %x = call i32 @abs(i32 1)          |
            %x = call i64 @llvm.readcyclecounter() | external(ptr null, i32 6, i32 0)
            call void @llvm.x86.sse2.mfence()  | fence(i32 21)
            call void @heddle_benign_race(ptr %p, i64 1) |
            """)
    void effectsOfCalls_areAnnounced(String code, String hooks) throws InstrumentationException {
        assertEquals(hooks == null ? List.of() : List.of(hooks.split("; ")), hooks(code));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %x = call i32 asm "lock xaddl $0, $1", "=r,=*m,0,*m,~{memory}"(ptr elementtype(i32) @g, i32 1, ptr elementtype(i32) @g) | fence(i32 21); atomic_rmw(ptr @g, i64 4, i64 0, i32 21)
            %x = call i32 asm "xchgl $0, $1", "=r,=*m,0,*m"(ptr elementtype(i32) @g, i32 1, ptr elementtype(i32) @g) | fence(i32 21); atomic_rmw(ptr @g, i64 4, i64 0, i32 21)
            call void asm "lock; orl $$1, 8($0)", "r"(ptr %p)                     | fence(i32 21); atomic_rmw(ptr %1, i64 4, i64 0, i32 21)
            %x = call i32 asm "movl $1, $0", "=r,*m"(ptr elementtype(i32) @g)     | atomic_load(ptr @g, i64 4, i32 18)
            call void asm "movl $1, $0", "=*m,r"(ptr elementtype(i32) @g, i32 7)  | atomic_store(ptr @g, i64 4, i64 7, i32 19)
            call void asm "movl $$1, $0", "=*m"(ptr elementtype(i32) @g)          | atomic_rmw(ptr @g, i64 4, i64 0, i32 19)
            call void asm "incq $0", "=*m,*m"(ptr elementtype(i64) @g, ptr elementtype(i64) @g) | read(ptr @g, i64 8); atomic_rmw(ptr @g, i64 8, i64 0, i32 19)
            call void asm "cmpl $$0, $0", "*m"(ptr elementtype(i32) @g)           | read(ptr @g, i64 4)
            call void asm sideeffect "mfence", "~{memory}"()                      | fence(i32 21)
            call void asm sideeffect "lock; addl $$0,0(%rsp)", "~{memory}"()      | fence(i32 21)
            call void asm sideeffect "rdtsc", "~{eax},~{edx}"()                   | external(ptr null, i32 6, i32 0)
            call void asm sideeffect "syscall", "~{memory}"()                     | external(ptr null, i32 0, i32 0)
            call void asm sideeffect "movl $$1, ($0)", "r,~{memory}"(i64 %i)      | atomic_rmw(ptr %1, i64 4, i64 0, i32 19)
            call void asm sideeffect "movl $$1, (%rax)", "{rax},~{memory}"(ptr %p) | external(ptr null, i32 0, i32 0)
            call void asm sideeffect "incl $0; incl $0", "=*m,*m"(ptr elementtype(i32) @g, ptr elementtype(i32) @g) | external(ptr null, i32 0, i32 0)
            call void asm sideeffect "1: lock; decl $0; js 1b", "=*m,*m"(ptr elementtype(i32) @g, ptr elementtype(i32) @g) | external(ptr null, i32 7, i32 0)
            %x = call i32 asm "xchg $0, ($2)", "=r,0,r"(i32 1, ptr %p)            | fence(i32 21); atomic_rmw(ptr %p, i64 4, i64 0, i32 21)
            %x = call i32 asm "lock; xadd ${0:w}, ($2)", "=r,0,r"(i32 1, ptr %p)  | fence(i32 21); atomic_rmw(ptr %p, i64 2, i64 0, i32 21)
            call void asm sideeffect "lock; btsl $$3, $0", "=*m,*m"(ptr elementtype(i32) @g, ptr elementtype(i32) @g) | fence(i32 21); atomic_rmw(ptr @g, i64 4, i64 0, i32 21)
            call void asm sideeffect "lock; btsl $1, $0", "=*m,r,*m"(ptr elementtype(i32) @g, i32 40, ptr elementtype(i32) @g) | fence(i32 21); atomic_rmw(ptr getelementptr (i8, ptr @g, i64 4), i64 4, i64 0, i32 21)
            call void asm sideeffect "rep movsb", "~{memory}"()                   | external(ptr null, i32 0, i32 0)
            call void asm sideeffect "movl %fs:0, %eax", "~{eax}"()               | external(ptr null, i32 0, i32 0)
            %x = call i32 asm "movl g, $0", "=r"()                                | external(ptr null, i32 0, i32 0)
            %x = call i32 asm "bsrl $1, $0", "=r,r"(i32 5)                        |
            call void asm sideeffect inteldialect "pause", "~{memory}"()          |
            call void asm sideeffect inteldialect "mov eax, [rax]", "~{eax}"()    | external(ptr null, i32 0, i32 0)
            """)
    void inlineAssembly_isAnnouncedAsItsOperandsTell(String code, String hooks) throws InstrumentationException {
        assertEquals(hooks == null ? List.of() : List.of(hooks.split("; ")), hooks(code));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %a = load ptr, ptr @c %n %b = load ptr, ptr @c %n %x = icmp eq ptr %a, %b      | compare(i64 %1, i64 %2)
            %a = load i64, ptr @c %n %x = icmp ne i64 %a, %i                               | compare(i64 %a, i64 %i)
            %a = ptrtoint ptr %p to i64 %n %x = icmp eq i64 %i, %a                         | compare(i64 %i, i64 %a)
            %x = icmp eq ptr %p, null                                                      |
            %x = icmp ult ptr %p, %p                                                       |
            %a = add i64 %i, 1 %n %x = icmp eq i64 %a, %i                                  |
            %a = getelementptr i8, ptr %p, i64 %i %n %x = icmp eq ptr %a, %p               |
            %a = alloca i64 %n %x = icmp eq ptr %a, %p                                     |
            """)
    void comparisonsOfWhatMayBeAddresses_areAnnounced(String code, String hooks) throws InstrumentationException {
        assertEquals(hooks == null ? List.of() : List.of(hooks), hooks(code.replace("%n", "\n")));
    }

    @Test
    @Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
    void pointersThatComeFromEachOther_inCodeThatIsNeverReached_areNotFollowedForEver()
            throws InstrumentationException {
        String code =
                """
                br label %end
                one:
                %a = phi ptr [ %b, %two ]
                %x = icmp eq ptr %a, %p
                br label %two
                two:
                %b = phi ptr [ %a, %one ]
                br label %one
                end:
                """;
        assertEquals(List.of("compare(i64 %1, i64 %2)"), hooks(code));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            %x = load i64, ptr @c
            fence syncscope("singlethread") seq_cst
            %x = load i64, ptr addrspace(257) null
            call void @llvm.memset.p0.i64(ptr @g, i8 0, i64 0, i1 0)
            call void asm sideeffect "", "~{memory}"()
            call void asm sideeffect "pause", "~{memory}"()
            %a = alloca i64 %n call void asm "incl $0", "=*m,*m"(ptr elementtype(i64) %a, ptr elementtype(i64) %a)
            %a = alloca [4 x i64] %n %e = getelementptr [4 x i64], ptr %a, i64 0, i64 %i %n store i64 1, ptr %e
            %a = alloca i64 %n %x = atomicrmw volatile add ptr %a, i64 1 seq_cst
            """)
    void whatNoOtherThreadCanSee_isLeftAlone(String code) throws InstrumentationException {
        assertEquals(List.of(), hooks(code.replace("%n", "\n")));
    }

    @Test
    void volatileAccessesBesideAssembly_areSingleInstructionsOfX86() throws InstrumentationException {
        String accesses = "%x = load volatile i32, ptr @g\n store volatile i32 1, ptr @g\n";
        String fence = "call void asm sideeffect \"mfence\", \"~{memory}\"()";
        assertEquals(List.of("read(ptr @g, i64 4)", "write(ptr @g, i64 4)"), hooks(accesses));
        assertEquals(
                List.of(
                        "atomic_load(ptr @g, i64 4, i32 18)",
                        "atomic_store(ptr @g, i64 4, i64 1, i32 19)",
                        "fence(i32 21)"),
                hooks(accesses + fence));
    }

    @Test
    void ownMemoryInAssembly_isAsGoodAsARegister() throws InstrumentationException {
        assertEquals(
                List.of("fence(i32 21)", "atomic_rmw(ptr @g, i64 4, i64 0, i32 21)"),
                hooks("%z = alloca i8\n call void asm \"lock; decl $0; sete $1\", \"=*m,=*qm,*m\"("
                        + "ptr elementtype(i32) @g, ptr elementtype(i8) %z, ptr elementtype(i32) @g)"));
    }

    /** The elements that the mask lets take part; a size of 0 is no access. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            call void @llvm.masked.store.v2i32.p0(<2 x i32> zeroinitializer, ptr @g, i32 4, <2 x i1> <i1 true, i1 false>) | write(ptr @g, i64 4); write(ptr getelementptr (i8, ptr @g, i64 4), i64 0)
            %x = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr @g, i32 4, <2 x i1> <i1 false, i1 true>, <2 x i32> undef) | read(ptr @g, i64 0); read(ptr getelementptr (i8, ptr @g, i64 4), i64 4)
            call void @llvm.masked.compressstore.v4i16(<4 x i16> zeroinitializer, ptr @g, <4 x i1> <i1 true, i1 false, i1 true, i1 true>) | write(ptr @g, i64 6)
            call void @llvm.x86.avx.maskstore.ps(ptr @g, <4 x i32> <i32 0, i32 -1, i32 1, i32 0>, <4 x float> zeroinitializer) | write(ptr @g, i64 0); write(ptr getelementptr (i8, ptr @g, i64 4), i64 4); write(ptr getelementptr (i8, ptr @g, i64 8), i64 0); write(ptr getelementptr (i8, ptr @g, i64 12), i64 0)
            %x = call <4 x float> @llvm.x86.avx2.gather.q.ps(<4 x float> undef, ptr @g, <2 x i64> <i64 1, i64 -1>, <4 x float> <float -1.0, float -1.0, float 0.0, float 0.0>, i8 4) | read(ptr getelementptr (i8, ptr @g, i64 4), i64 4); read(ptr getelementptr (i8, ptr @g, i64 -4), i64 4)
            call void @llvm.x86.avx512.mask.scattersiv4.si(ptr @g, <4 x i1> <i1 true, i1 false, i1 false, i1 false>, <4 x i32> <i32 3, i32 0, i32 0, i32 0>, <4 x i32> zeroinitializer, i32 8) | write(ptr getelementptr (i8, ptr @g, i64 24), i64 4); write(ptr @g, i64 0); write(ptr @g, i64 0); write(ptr @g, i64 0)
            %x = call <16 x i8> @llvm.x86.sse3.ldu.dq(ptr @g) | read(ptr @g, i64 16)
            """)
    void elementsOfVectors_areAccessesOfTheirOwn(String code, String hooks) throws InstrumentationException {
        assertEquals(List.of(hooks.split("; ")), hooks(code));
    }

    @Test
    void endlessLoops_announceTheirRounds() throws InstrumentationException {
        assertEquals(List.of("call()"), hooks("br label %on\non: br label %on\nnext:"));
        assertEquals(
                List.of("call()", "read(ptr @g, i64 4)"),
                hooks("br label %on\non: %x = load i32, ptr @g\n br label %on\nnext:"));
        assertEquals(
                List.of("call()", "call()"),
                hooks(
                        "%c = trunc i64 %i to i1\n br label %on\non: br i1 %c, label %on, label %in\nin: br label %in\nnext:"));
        assertEquals(
                List.of(),
                hooks("%c = trunc i64 %i to i1\n br label %on\non: br i1 %c, label %on, label %next\nnext:"));
        assertEquals(List.of(), hooks("br label %next\non: br label %on\nnext:"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%x = load atomic i32, ptr @g acquire, align 4",
                "%x = cmpxchg ptr @g, i32 1, i32 2 seq_cst seq_cst",
                "%x = cmpxchg weak ptr @g, i32 1, i32 2 seq_cst seq_cst",
                "%x = call i64 @__atomic_load_8(ptr @g, i32 2)",
                "%x = call i1 @__atomic_compare_exchange_8(ptr @g, ptr %p, i64 9, i32 5, i32 0)"
            })
    void loads_areMadeWhereTheirHookSays(String code) throws InstrumentationException {
        String text = module(code, "") + "\ndeclare i64 @__atomic_load_8(ptr, i32)\n";
        try (BitcodeModule module = BitcodeModule.parse(text)) {
            new AccessPass(Set.of("free"), LineNotes.NONE, false).run(module);
            List<String> lines = module.text().lines().map(String::strip).toList();
            String place = lines.stream()
                    .filter(line -> line.matches("%\\d+ = call ptr @__heddle_.*"))
                    .reduce((first, last) -> last)
                    .map(line -> line.replaceAll(" = .*", ""))
                    .orElseThrow();
            String operation = code.replaceAll(".*(load atomic|cmpxchg|@__atomic).*", "$1");
            assertEquals(
                    1,
                    lines.stream()
                            .filter(line -> line.contains(operation) && line.contains("ptr " + place))
                            .count(),
                    module.text());
        }
    }

    @Test
    void copies_announceSourceThenDestination() throws InstrumentationException {
        assertEquals(
                List.of("read(ptr %p, i64 %i)", "write(ptr @g, i64 %i)"),
                hooks("call void @llvm.memcpy.p0.p0.i64(ptr @g, ptr %p, i64 %i, i1 false)"));
        assertEquals(
                List.of("read(ptr %p, i64 16)", "write(ptr @g, i64 16)"),
                hooks("%x = call ptr @__memcpy_chk(ptr @g, ptr %p, i64 16, i64 16)"));
    }

    @Test
    void anExternalThreadLocal_mayBeSharedByItsAddress() throws InstrumentationException {
        assertEquals(
                List.of("write(ptr %t, i64 8)"),
                hooks("%t = call ptr @llvm.threadlocal.address.p0(ptr @shared)\nstore i64 1, ptr %t"));
    }

    @Test
    void anEscapedLocal_isSharedAndEndsWithItsFunction() throws InstrumentationException {
        assertEquals(
                List.of("write(ptr %a, i64 8)", "external(ptr @other, i32 0, i32 0)", "leave(ptr %a, i64 8)"),
                hooks("%a = alloca i64\n store i64 1, ptr %a\n call void @other(ptr %a)"));
    }

    @Test
    void libraryAtomicsInMemory_areReadForTheirValues() throws InstrumentationException {
        assertEquals(
                List.of("atomic_cas(ptr @g, i64 8, i64 %1, i64 9, i32 5, i32 0)"),
                hooks("%x = call i1 @__atomic_compare_exchange_8(ptr @g, ptr %p, i64 9, i32 5, i32 0)"));
        assertEquals(
                List.of("atomic_store(ptr @g, i64 24, i64 %1, i32 3)"),
                hooks("call void @__atomic_store(i64 24, ptr @g, ptr %p, i32 3)"));
    }

    @Test
    void exemptFunctions_keepAtomicsAndTellThatTheyChange() throws InstrumentationException {
        String code = "store i64 1, ptr @g\n store atomic i64 1, ptr @g seq_cst, align 8";
        assertEquals(
                List.of("own_store(ptr @g, i64 8, i64 1)", "atomic_store(ptr @g, i64 8, i64 1, i32 5)"),
                hooks(code, "disable_sanitizer_instrumentation"));
    }

    @Test
    void instrumentingTwice_changesNothingMore() throws InstrumentationException {
        try (BitcodeModule module = BitcodeModule.parse(module("store i64 1, ptr @g", ""))) {
            new AccessPass(Set.of(), LineNotes.NONE, false).run(module);
            String once = module.text();
            new AccessPass(Set.of(), LineNotes.NONE, false).run(module);
            assertEquals(once, module.text());
        }
    }

    @Test
    void functionsThatRunAsOneStep_areBracketed() throws InstrumentationException {
        String text = DECLARATIONS + "define void @__VERIFIER_atomic_inc() {\n store i64 1, ptr @g\n ret void\n}";
        try (BitcodeModule module = BitcodeModule.parse(text)) {
            new AccessPass(Set.of(), LineNotes.NONE, false).run(module);
            List<String> calls = module.text()
                    .lines()
                    .filter(line -> line.contains("call void @"))
                    .map(line -> line.replaceAll(".*@(\\w+)\\(.*", "$1"))
                    .toList();
            assertEquals(List.of("heddle_atomic_begin", "__heddle_write", "heddle_atomic_end"), calls);
        }
    }

    @Test
    void malformedAssembly_isRefused() {
        assertThrows(InstrumentationException.class, () -> BitcodeModule.parse("define nonsense"));
    }

    private static String module(String code, String attributes) {
        return DECLARATIONS + "define void @f(ptr %p, i64 %i) " + attributes + " {\n" + code + "\nret void\n}\n";
    }

    private static List<String> hooks(String code) throws InstrumentationException {
        return hooks(code, "");
    }

    /** The hook calls in order, without their sites; without those that look for accesses outside of variables. */
    private static List<String> hooks(String code, String attributes) throws InstrumentationException {
        try (BitcodeModule module = BitcodeModule.parse(module(code, attributes))) {
            new AccessPass(Set.of("free"), LineNotes.NONE, false).run(module);
            return module.text()
                    .lines()
                    .filter(line -> line.matches(".*call (void|i64|ptr) @__heddle_(?!within|outside|meant_for).*"))
                    .map(line -> line.replaceAll(".*@__heddle_(.*)", "$1").replaceAll("(, )?ptr @\\d+\\).*", ")"))
                    .toList();
        }
    }
}
