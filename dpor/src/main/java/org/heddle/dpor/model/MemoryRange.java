package org.heddle.dpor.model;

/**
 * Some bytes of the program's memory.
 *
 * @param address of the first
 * @param size how many, at least 1
 */
public record MemoryRange(long address, long size) {
    /** The address behind the last byte. */
    public long end() {
        return address + size;
    }
}
