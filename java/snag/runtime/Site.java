package snag.runtime;

import java.util.Arrays;

/**
 * One check in the program: the fields it stands for, resolved by the agent when it is first needed, and a cache of the
 * class that was last seen there. Sites are numbered from 1 by the agent, and no number is given twice.
 *
 * The table holds the sites of loaded classes. When a class is unloaded they leave it; what was recorded of objects that
 * live on refers to the Site itself, and the Site to what keeps the agent's knowledge of it ({@link Native#mention}).
 */
final class Site {
    /** No site; also the lock of the table. */
    static final Site NONE = new Site(0, null, null);
    private static final long BUSY = Raw.UNSAFE.objectFieldOffset(Site.class, "busy");

    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;
    /** Pages of consecutive numbers; null where none is resolved, or the classes are unloaded. */
    static Site[][] pages = new Site[32][];

    static final int WRITE = 1;
    static final int VOLATILE = 2;
    static final int FINAL = 4;

    private volatile int busy;

    final int number;
    /** The fields that are checked (volatile and final ones are not), each as read or as written. */
    final int[] fields;
    final boolean[] writes;
    /** Is one of them read, and not written here, too? Of {@code n++} one Access stands for both. */
    final boolean onlyReads;
    /** Is one of them written? */
    final boolean written;
    /** By which the agent knows each of them. */
    private final int[] indices;
    /** The first volatile field, or -1. */
    final int volatileField;
    private final Object mention;

    /** The last stack that was taken here, by any thread; null if there is none. */
    Stack lastStack;
    private int stacksWanted;
    private static final int STACKS = 1024;

    private ClassInfo lastClass;
    private ClassInfo holder;
    /** Of the word for the static field, in the class that declares it; -1 if there is none. */
    private long staticOffset = -1;

    private Site(int number, int[] pairs, Object mention) {
        this.number = number;
        this.mention = mention;
        int length = pairs == null ? 0 : pairs.length / 2;
        int count = 0;
        int foundVolatile = -1;
        for (int i = 0; i < length; i++) {
            if (isChecked(pairs, i)) count++;
            if ((pairs[i * 2 + 1] & VOLATILE) != 0 && foundVolatile < 0) foundVolatile = pairs[i * 2];
        }
        volatileField = foundVolatile;
        fields = new int[count];
        writes = new boolean[count];
        indices = new int[count];
        // The writes first: they are the graver, and with one state for the whole object only one is reported.
        for (int n = 0, next = 0; n < 2 * length; n++) {
            int i = n % length;
            boolean write = (pairs[i * 2 + 1] & WRITE) != 0;
            if (write != (n < length) || !isChecked(pairs, i)) continue;
            fields[next] = pairs[i * 2];
            writes[next] = write;
            indices[next++] = i;
        }
        written = count > 0 && writes[0];
        boolean anyOnlyRead = false;
        for (int i = 0; i < count; i++) anyOnlyRead |= !isWritten(fields[i]);
        onlyReads = anyOnlyRead;
    }

    private static boolean isChecked(int[] pairs, int i) {
        return (pairs[i * 2 + 1] & (VOLATILE | FINAL)) == 0;
    }

    private boolean isWritten(int field) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == field && writes[i]) return true;
        }
        return false;
    }

    static Site of(int number) {
        Site site = find(number);
        return site != null ? site : resolve(number);
    }

    /** Null: not resolved yet, or its class is unloaded. */
    static Site find(int number) {
        Site[][] now = pages;
        int page = number >>> PAGE_BITS;
        Site[] sites = page < now.length ? now[page] : null;
        return sites == null ? null : sites[number & PAGE - 1];
    }

    private static Site resolve(int number) {
        if (number <= 0) return NONE;
        forgetUnloaded();
        Object mention = Native.agent.mention(number);
        int[] pairs = Native.agent.fieldsOf(number);
        Site made = new Site(number, pairs, mention);
        // Some thread released there, and the class is unloaded since: this one is for the caller only.
        if (pairs == null || !Raw.lockTable(NONE, BUSY)) return made;
        try {
            int page = number >>> PAGE_BITS;
            if (page >= pages.length) pages = Arrays.copyOf(pages, Math.max(page + 1, pages.length * 2));
            if (pages[page] == null) pages[page] = new Site[PAGE];
            Site[] sites = pages[page];
            Raw.UNSAFE.storeFence();
            if (sites[number & PAGE - 1] == null) sites[number & PAGE - 1] = made;
            return sites[number & PAGE - 1];
        } finally {
            Raw.unlock(NONE, BUSY);
        }
    }

    /** Asked before a site is resolved: while none is, the tables do not grow. */
    private static void forgetUnloaded() {
        int[] runs = Native.agent.goneSites();
        if (runs != null && Raw.lockTable(NONE, BUSY)) {
            try {
                for (int i = 0; i < runs.length; i += 2) {
                    for (int number = runs[i]; number < runs[i] + runs[i + 1]; number++) forget(number);
                }
            } finally {
                Raw.unlock(NONE, BUSY);
            }
        }
        int[] fields = Native.agent.goneFields();
        for (int i = 0; fields != null && i < fields.length; i++) Ordering.forget(fields[i]);
    }

    private static void forget(int number) {
        if (find(number) == null) return;
        Site[] sites = pages[number >>> PAGE_BITS];
        sites[number & PAGE - 1] = null;
        for (int i = 0; i < PAGE; i++) {
            if (sites[i] != null) return;
        }
        pages[number >>> PAGE_BITS] = null;
    }

    /** Should one more stack be taken here? The first 1,024 times, and then at powers of two. */
    boolean wantsStack() {
        int count = ++stacksWanted;
        return count <= STACKS || (count & count - 1) == 0;
    }

    /** Where objects like this one keep their shadow word. */
    ClassInfo infoOf(Object o) {
        Class<?> type = o.getClass();
        ClassInfo info = lastClass;
        if (info != null && info.refersTo(type)) return info;
        info = ClassInfo.of(type);
        lastClass = info;
        return info;
    }

    /** The class whose static fields this site accesses, or null. */
    Class<?> holder() {
        ClassInfo info = holder;
        Object type = info == null ? null : info.get();
        if (type != null) return (Class<?>) type;
        type = Native.agent.staticHolder(number);
        if (!(type instanceof Class)) return null;
        String word = Native.agent.staticWord(number);
        staticOffset = word == null ? -1 : ClassInfo.offsetIn((Class<?>) type, word);
        holder = ClassInfo.of((Class<?>) type);
        return (Class<?>) type;
    }

    /** After {@link #holder}. */
    long staticOffset() {
        return staticOffset;
    }

    ClassInfo holderInfo() {
        return holder;
    }

    /**
     * The agent's index of the access to a field, best one that is a write or a read as given: a site may do both.
     * Negative if the field is not in the group.
     */
    int indexOf(int field, boolean write) {
        int found = -1;
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] != field) continue;
            if (writes[i] == write) return indices[i];
            if (found < 0) found = indices[i];
        }
        return found;
    }

    int firstField() {
        return fields.length == 0 ? -1 : fields[0];
    }
}
