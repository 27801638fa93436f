package org.heddle.dpor.history;

/** What is asked of the order of calls, one at a time, that explains their results: which of them come in it as they came in time. */
public enum Consistency {
    /** A call that has ended before another one begins comes before it (Herlihy, Wing, TOPLAS 1990). */
    LINEARIZABILITY("linearizability"),
    /** Only the calls of one thread keep their order (Lamport, "How to Make a Multiprocessor Computer …", IEEE ToC 1979). */
    SEQUENTIAL("sequential consistency"),
    /** Only calls between which there is a moment without any call do (Aspnes, Herlihy, Shavit, "Counting Networks", JACM 1994). */
    QUIESCENT("quiescent consistency");

    private final String words;

    Consistency(String words) {
        this.words = words;
    }

    /** In words, for reports. */
    public String words() {
        return words;
    }
}
