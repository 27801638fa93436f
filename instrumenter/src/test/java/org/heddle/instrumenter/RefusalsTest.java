package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RefusalsTest {
    @Test
    void errorsThatHaveTheNameOfAWarning_areWarningsWithAnOption() {
        List<String> messages = List.of(
                "a.cpp:3:4: warning: unused variable 'a' [-Wunused-variable]",
                "a.cpp:3:42: error: it cannot be narrowed [-Wc++11-narrowing]",
                "    3 | int main() { error: \"[1]\" }",
                "b.cpp:3:45: error: it cannot be narrowed [-Wc++11-narrowing]",
                "b.cpp:9:50: error: unused function [-Werror,-Wunused-function]",
                "3 errors generated.");
        assertEquals(List.of("-Wno-error=c++11-narrowing", "-Wno-error=unused-function"), Refusals.options(messages));
    }

    @Test
    void atomicFunctionsOnOtherVariables_areTakenWithAHeader() {
        List<String> messages = List.of(
                "a.c:3:4: error: address argument to atomic operation must be a pointer to _Atomic type ('long *' invalid)",
                "a.c:4:4: error: address argument to atomic operation must be a pointer to _Atomic type ('int *' invalid)",
                "a.c:5:4: error: implicit conversion [-Wint-conversion]");
        assertEquals(List.of("-include heddle_atomics.h", "-Wno-error=int-conversion"), Refusals.options(messages));
    }

    @Test
    void builtInFunctionsOnAtomicVariables_areTakenWithTheSameHeader() {
        List<String> messages = List.of(
                "a.c:3:4: error: address argument to atomic operation must be a pointer to integer, pointer or supported"
                        + " floating point type ('_Atomic(long) *' invalid)",
                "a.c:4:4: error: address argument to atomic operation must be a pointer to integer or pointer"
                        + " ('lock *' (aka '_Atomic(struct node *) *') invalid)",
                "a.c:5:4: error: address argument to atomic builtin must be a pointer to integer or pointer"
                        + " ('_Atomic(int) *' invalid)");
        assertEquals(List.of("-include heddle_atomics.h"), Refusals.options(messages));
    }

    @Test
    void builtInFunctionsOnStructures_areRefused() {
        List<String> messages =
                List.of("a.c:3:4: error: address argument to atomic operation must be a pointer to integer or pointer"
                        + " ('struct node *' invalid)");
        assertEquals(List.of(), Refusals.options(messages));
    }

    @Test
    void oneErrorWithout_leavesNoneThatHelp() {
        List<String> messages =
                List.of("a.cpp:3:42: error: narrowed [-Wc++11-narrowing]", "a.cpp:4:1: error: use of undeclared [a]");
        assertEquals(List.of(), Refusals.options(messages));
    }
}
