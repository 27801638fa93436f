package org.heddle.instrumenter.pass.assertions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names are found in the text of an assertion where they mean what they say. */
final class AssertionTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            a == 1 && ab != a    | a          | a a
            q->count == count    | count      | count
            q.count == 1         | count      | ``
            q->count == 1        | q->count   | q->count
            q->counts == 1       | q->count   | ``
            t[i] == t[j + 1]     | t[]        | t[i] t[j + 1]
            t[u[i]].n == 2       | t[].n      | t[u[i]].n
            g[1][2] == 2         | g[][]      | g[1][2]
            *p == 1              | *p         | *p
            "a" && a == 'a'      | a          | a
            "\\\\"a" == a        | a          | a
            t[i == 1             | t[]        | ``
            """)
    void names(String text, String name, String found) {
        AssertionText assertion = new AssertionText(text);
        assertEquals(found, assertion.all(name).stream().map(assertion::at).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            max(a, b) == f(c)     | max | max(a, b)
            max(f(a), b) > 1      | max | max(f(a), b)
            max (a) == max(b)     | max | max (a)max(b)
            max == 1              | max | ''
            """)
    void calls(String text, String function, String found) {
        AssertionText assertion = new AssertionText(text);
        assertEquals(
                found, assertion.calls(function).stream().map(assertion::at).collect(Collectors.joining()));
    }

    @ParameterizedTest
    @CsvSource({"p->x == 1, p, true", "p == q, p, false", "*p == 1, p, true", "i++ == 1, i, true", "++i == 1, i, false"
    })
    void passing(String text, String name, boolean passing) {
        AssertionText assertion = new AssertionText(text);
        assertEquals(passing, assertion.isPassing(assertion.all(name).get(0)));
    }
}
