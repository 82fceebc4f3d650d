package snag.runtime;

/**
 * Monitors that a thread holds and that no other thread has ever taken, innermost last. Locks says why they need no
 * record.
 */
final class LocalLocks {
    /** Of a thread that never held one; most never do. */
    static final LocalLocks NONE = new LocalLocks();

    private Object[] objects;
    private int[] counts;
    private int[] sites;
    int size;

    /** These and one more: the same object but for the first. */
    LocalLocks with(Object o, int site) {
        LocalLocks mine = this == NONE ? new LocalLocks() : this;
        mine.push(o, site);
        return mine;
    }

    private void push(Object o, int site) {
        if (objects == null || size == objects.length) {
            int length = Math.max(4, size * 2);
            Object[] moreObjects = new Object[length];
            int[] moreCounts = new int[length];
            int[] moreSites = new int[length];
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
