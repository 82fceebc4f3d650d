package snag.runtime;

import java.util.Arrays;

/**
 * The locks that a thread holds, as a chain from the last one taken to the first. A node is made once and found again
 * through {@code child}: entering the same lock in the same situation costs a comparison and no allocation. Threads
 * that share a slot begin with {@link #NONE} and make theirs each time. Nodes but that belong to one thread.
 *
 * Modes: an exclusive or write lock protects reads and writes, a read lock (and an optimistic one, until it is
 * validated) only reads. So there are two sets: what protects a read and what protects a write.
 */
final class LockSet {
    static final int EXCLUSIVE = 0;
    static final int READ = 1;
    static final int WRITE = 2;
    static final int OPTIMISTIC = 3;
    static final Side[] EMPTY = new Side[0];
    /** No lock, of threads that share a slot: they are too many to keep nodes that they may need again. */
    static final LockSet NONE = new LockSet(false);

    final LockSet parent;
    final Side side;
    final int mode;

    /** Is a node kept in {@code child} for the next time? */
    private final boolean keeps;

    /** How many times the lock is held; meaningful while the node is in the thread's chain. */
    int count;
    /** Monitors: did this entry begin a unit of object consistency? */
    boolean unit;

    /** Made when an access to a shared object first asks; most locks come and go without. */
    private Side[] forReads;
    private Side[] forWrites;
    private LockSet child;

    LockSet() {
        this(true);
    }

    private LockSet(boolean keeps) {
        this(null, null, EXCLUSIVE, keeps);
        forReads = EMPTY;
        forWrites = EMPTY;
    }

    private LockSet(LockSet parent, Side side, int mode, boolean keeps) {
        this.parent = parent;
        this.side = side;
        this.mode = mode;
        this.keeps = keeps;
    }

    /** The locks that protect an access. */
    Side[] protecting(boolean write) {
        if (forReads == null) build();
        return write ? forWrites : forReads;
    }

    private void build() {
        Side[] reads = parent.protecting(false);
        Side[] writes = parent.protecting(true);
        Side[] all = reads.length == 0 ? side.alone() : plus(reads, side);
        boolean excludes = mode == EXCLUSIVE || mode == WRITE;
        forWrites = !excludes ? writes : reads == writes ? all : writes.length == 0 ? side.alone() : plus(writes, side);
        forReads = all;
    }

    /** This set and one more lock, held once. */
    LockSet with(Side lock, int lockMode) {
        LockSet next = child;
        if (next == null || next.side != lock || next.mode != lockMode) {
            next = new LockSet(this, lock, lockMode, keeps);
            if (keeps) child = next;
        }
        next.count = 1;
        next.unit = false;
        return next;
    }

    /** Are these the same locks, taken in the same order and modes? */
    boolean isSame(LockSet other) {
        LockSet a = this;
        LockSet b = other;
        while (a != b && a.side == b.side && a.mode == b.mode && a.side != null) {
            a = a.parent;
            b = b.parent;
        }
        return a.side == b.side && a.mode == b.mode;
    }

    /** The lock entered last time in this situation, if it is this object's: spares the look-up in the side table. */
    Side recent(Object o) {
        LockSet next = child;
        return next != null && next.side.refersTo(o) ? next.side : null;
    }

    /** The node of a lock that is held, or null. Chains are short. */
    LockSet find(Object o) {
        for (LockSet node = this; node.side != null; node = node.parent) {
            if (node.side.refersTo(o)) return node;
        }
        return null;
    }

    LockSet find(Side lock) {
        for (LockSet node = this; node.side != null; node = node.parent) {
            if (node.side == lock) return node;
        }
        return null;
    }

    /** This set without one of its nodes; the counts of the others stay. */
    LockSet without(LockSet gone) {
        if (this == gone) return parent;
        LockSet rest = parent.without(gone);
        LockSet node = rest.with(side, mode);
        node.count = count;
        node.unit = unit;
        return node;
    }

    /** Names of the locks, oldest first, with the mode where it is not the plain one. */
    String[] describe() {
        int size = 0;
        for (LockSet node = this; node.side != null; node = node.parent) size++;
        String[] names = new String[size];
        for (LockSet node = this; node.side != null; node = node.parent) {
            String name = node.side.describe();
            if (node.mode == READ) name = name.concat(" (read)");
            if (node.mode == WRITE) name = name.concat(" (write)");
            if (node.mode == OPTIMISTIC) name = name.concat(" (optimistic read)");
            names[--size] = name;
        }
        return names;
    }

    private static Side[] plus(Side[] set, Side lock) {
        Side[] result = Arrays.copyOf(set, set.length + 1);
        result[set.length] = lock;
        return result;
    }

    /** The intersection; returns {@code candidates} itself if nothing drops out. null stands for all locks. */
    static Side[] intersect(Side[] candidates, Side[] held) {
        if (candidates == null) return held;
        int kept = 0;
        for (int i = 0; i < candidates.length; i++) {
            if (contains(held, candidates[i])) kept++;
        }
        if (kept == candidates.length) return candidates;
        if (kept == 0) return EMPTY;
        Side[] result = new Side[kept];
        int next = 0;
        for (int i = 0; i < candidates.length && next < kept; i++) {
            if (contains(held, candidates[i])) result[next++] = candidates[i];
        }
        return result;
    }

    private static boolean contains(Side[] set, Side lock) {
        for (int i = 0; i < set.length; i++) {
            if (set[i] == lock) return true;
        }
        return false;
    }
}
