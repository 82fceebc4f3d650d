package snag.runtime;

/**
 * A vector of times, one for each slot (thread number): what a thread knows of the others. Immutable, and shared by
 * reference: a release copies nothing, and an acquire that learns something copies only the way to what changes.
 *
 * The slots that threads have of their own are a tree: leaves of 8 times, blocks of 16 leaves, and the vector of
 * blocks. Leaves and blocks that are newer in every entry are taken over. The slots that threads share (SharedSlot) are
 * one flat leaf: where there are 100,000 threads, each of them has one (a way through the tree took 120 bytes more).
 */
final class Times {
    private static final int LEAF_BITS = 3;
    private static final int LEAF = 1 << LEAF_BITS;
    private static final int BLOCK = 16;
    private static final int BLOCK_BITS = LEAF_BITS + 4;
    private static final long[] EMPTY_LEAF = new long[LEAF];
    private static final long[][] EMPTY_BLOCK = new long[BLOCK][];
    private static final long[] NO_SHARED = new long[Threads.SHARED_SLOTS];

    static final Times NONE = new Times(new long[0][][], NO_SHARED);

    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int BOTH = 3;

    static {
        for (int i = 0; i < BLOCK; i++) EMPTY_BLOCK[i] = EMPTY_LEAF;
    }

    /** Blocks, leaves, times. Only tests look from outside. */
    final long[][][] own;
    private final long[] shared;

    private Times(long[][][] own, long[] shared) {
        this.own = own;
        this.shared = shared;
    }

    /** The time of a slot. */
    long get(int slot) {
        if (Threads.isShared(slot)) return shared[slot - Threads.OWN_SLOTS];
        int block = slot >> BLOCK_BITS;
        return block < own.length ? own[block][slot >> LEAF_BITS & BLOCK - 1][slot & LEAF - 1] : 0;
    }

    /** The vector with one entry raised; the same object if nothing changes. */
    Times with(int slot, long time) {
        return joinWith(this, slot, time);
    }

    /** The least upper bound; one of the two themselves when that is it. */
    Times join(Times other) {
        return this == other ? this : joinWith(other, -1, 0);
    }

    /** The least upper bound with one entry raised further ({@code slot} -1: none). */
    Times joinWith(Times other, int slot, long time) {
        boolean isShared = slot >= 0 && Threads.isShared(slot);
        long[][][] joined = own == other.own ? own : joinTrees(own, other.own);
        if (slot >= 0 && !isShared) joined = raised(joined, slot, time);
        long[] both = shared;
        if (isShared || shared != other.shared) {
            both = joinShared(shared, other.shared, isShared ? slot - Threads.OWN_SLOTS : 0, isShared ? time : 0);
        }
        if (joined == own && both == shared) return this;
        return joined == other.own && both == other.shared ? other : new Times(joined, both);
    }

    /** With entry {@code i} at least {@code time}. */
    private static long[] joinShared(long[] a, long[] b, int i, long time) {
        int newer = compare(a, b);
        if ((newer & FIRST) != 0 && a[i] >= time) return a;
        if ((newer & SECOND) != 0 && b[i] >= time) return b;
        long[] result = new long[Threads.SHARED_SLOTS];
        for (int n = 0; n < result.length; n++) result[n] = Math.max(a[n], b[n]);
        result[i] = Math.max(result[i], time);
        return result;
    }

    private static long[][][] raised(long[][][] tree, int slot, long time) {
        int block = slot >> BLOCK_BITS;
        int leaf = slot >> LEAF_BITS & BLOCK - 1;
        if (block < tree.length && tree[block][leaf][slot & LEAF - 1] >= time || time <= 0) return tree;
        long[][][] result = resized(tree, Math.max(tree.length, block + 1));
        long[][] leaves = result[block].clone();
        long[] times = leaves[leaf].clone();
        times[slot & LEAF - 1] = time;
        leaves[leaf] = times;
        result[block] = leaves;
        return result;
    }

    private static long[][][] joinTrees(long[][][] a, long[][][] b) {
        if (b.length == 0) return a;
        if (a.length == 0) return b;
        int length = Math.max(a.length, b.length);
        // Which has no block that is older than the other's? Mostly there is one, and nothing is made.
        int newer = BOTH;
        for (int i = 0; i < length && newer != 0; i++) newer &= compareBlocks(block(a, i), block(b, i));
        if ((newer & FIRST) != 0 && a.length == length) return a;
        if ((newer & SECOND) != 0 && b.length == length) return b;
        long[][][] result = new long[length][][];
        for (int i = 0; i < length; i++) result[i] = joinBlocks(block(a, i), block(b, i));
        return result;
    }

    private static long[][] block(long[][][] tree, int i) {
        return i < tree.length ? tree[i] : EMPTY_BLOCK;
    }

    private static int compareBlocks(long[][] a, long[][] b) {
        if (a == b) return BOTH;
        int newer = BOTH;
        for (int i = 0; i < BLOCK && newer != 0; i++) newer &= compare(a[i], b[i]);
        return newer;
    }

    private static long[][] joinBlocks(long[][] a, long[][] b) {
        int newer = compareBlocks(a, b);
        if (newer != 0) return (newer & FIRST) != 0 ? a : b;
        long[][] result = new long[BLOCK][];
        for (int i = 0; i < BLOCK; i++) result[i] = joinLeaves(a[i], b[i]);
        return result;
    }

    private static long[] joinLeaves(long[] a, long[] b) {
        int newer = compare(a, b);
        if (newer != 0) return (newer & FIRST) != 0 ? a : b;
        long[] result = new long[LEAF];
        for (int i = 0; i < LEAF; i++) result[i] = Math.max(a[i], b[i]);
        return result;
    }

    /** Which leaf has no entry that is older than the other's: FIRST, SECOND, BOTH, or 0 for none. */
    private static int compare(long[] a, long[] b) {
        if (a == b) return BOTH;
        int newer = BOTH;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < b[i]) newer &= SECOND;
            if (b[i] < a[i]) newer &= FIRST;
        }
        return newer;
    }

    private static long[][][] resized(long[][][] tree, int length) {
        if (length == tree.length) return tree.clone();
        long[][][] copy = new long[length][][];
        for (int i = 0; i < length; i++) copy[i] = block(tree, i);
        return copy;
    }
}
