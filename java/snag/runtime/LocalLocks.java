package snag.runtime;

/**
 * Monitors that a thread holds and that no other thread has ever taken, innermost last. Locks says why they need no
 * record.
 */
final class LocalLocks {
    private Object[] objects = new Object[4];
    private int[] counts = new int[4];
    private int[] sites = new int[4];
    int size;

    void push(Object o, int site) {
        if (size == objects.length) {
            Object[] moreObjects = new Object[size * 2];
            int[] moreCounts = new int[size * 2];
            int[] moreSites = new int[size * 2];
            for (int i = 0; i < size; i++) {
                moreObjects[i] = objects[i];
                moreCounts[i] = counts[i];
                moreSites[i] = sites[i];
            }
            objects = moreObjects;
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

    /** One hold less; answers whether that was the last, and drops the entry then. */
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
