package org.heddle.dpor.analysis;

/** A queue of numbers with two ends, which makes no object for each. */
final class IntDeque {
    private int[] ring = new int[64]; // a power of two
    private int head;
    private int size;

    void clear() {
        head = 0;
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void addFirst(int number) {
        makeRoom();
        head = head - 1 & ring.length - 1;
        ring[head] = number;
        size++;
    }

    void addLast(int number) {
        makeRoom();
        ring[head + size & ring.length - 1] = number;
        size++;
    }

    /** The first number, which is there. */
    int removeFirst() {
        int first = ring[head];
        head = head + 1 & ring.length - 1;
        size--;
        return first;
    }

    private void makeRoom() {
        if (size < ring.length) {
            return;
        }
        int[] larger = new int[2 * size];
        System.arraycopy(ring, head, larger, 0, size - head);
        System.arraycopy(ring, 0, larger, size - head, head);
        ring = larger;
        head = 0;
    }
}
