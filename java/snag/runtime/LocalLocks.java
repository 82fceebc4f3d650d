package snag.runtime;

import java.util.Arrays;

/**
 * Monitors that a thread holds and that no other thread has ever taken, innermost last. Locks says why they need no
 * record.
 */
final class LocalLocks {
    /** Of a thread that never held one; most never do. */
    static final LocalLocks NONE = new LocalLocks();

    private Object[] objects = new Object[4];
    private int[] counts = new int[4];
    private int[] sites = new int[4];
    int size;

    /** These and one more: the same object but for the first. */
    LocalLocks with(Object o, int site) {
        LocalLocks mine = this == NONE ? new LocalLocks() : this;
        mine.push(o, site);
        return mine;
    }

    private void push(Object o, int site) {
        if (size == objects.length) {
            // All of them, or none if there is no memory.
            int[] moreCounts = Arrays.copyOf(counts, size * 2);
            int[] moreSites = Arrays.copyOf(sites, size * 2);
            objects = Arrays.copyOf(objects, size * 2);
            counts = moreCounts;
            sites = moreSites;
        }
        objects[size] = o;
        sites[size] = site;
        counts[size++] = 1;
    }

    int find(Object o) {
        for (int i = size - 1; i >= 0; i--) {
            if (objects[i] == o) return i;
        }
        return -1;
    }

    void again(int index) {
        counts[index]++;
    }

    /** One hold less. Returns whether that was the last, and drops the entry then. */
    boolean release(int index) {
        if (--counts[index] > 0) return false;
        remove(index);
        return true;
    }

    Object objectAt(int index) {
        return objects[index];
    }

    int countAt(int index) {
        return counts[index];
    }

    int siteAt(int index) {
        return sites[index];
    }

    void remove(int index) {
        size--;
        for (int i = index; i < size; i++) {
            objects[i] = objects[i + 1];
            counts[i] = counts[i + 1];
            sites[i] = sites[i + 1];
        }
        objects[size] = null;
    }
}
