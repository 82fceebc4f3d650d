package snag.runtime;

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

    /** By page number, with linear probing; at most half full. Never changed but by adding. */
    private static Page[] pages = new Page[32];
    private static int used;

    /** Sites with consecutive numbers; null where one is not resolved, or its class is unloaded. */
    private static final class Page {
        static final int BITS = 6;
        final int number;
        final Site[] sites = new Site[1 << BITS];

        Page(int number) {
            this.number = number;
        }

        boolean isEmpty() {
            for (int i = 0; i < sites.length; i++) {
                if (sites[i] != null) return false;
            }
            return true;
        }
    }

    static final int WRITE = 1;
    static final int VOLATILE = 2;
    static final int FINAL = 4;

    private volatile int busy;

    final int number;
    /** The fields that are checked (volatile and final ones are not), each as read or as written. */
    final int[] fields;
    final boolean[] writes;
    /** Is one of them read? */
    final boolean reads;
    /** Is one of them read, and not written here, too? Of {@code n++} one Access stands for both. */
    final boolean onlyReads;
    /** Is one of them written? */
    final boolean written;
    final int[] lines;
    /** The first volatile field, or -1. */
    final int volatileField;
    final int line;
    private final Object mention;

    /** The last stack that was taken here, by any thread; null if there is none. */
    Stack lastStack;
    private int stacksWanted;
    private static final int STACKS = 1024;

    private ClassInfo lastClass;
    private ClassInfo holder;
    /** Of the word for the static field, in the class that declares it; -1 if there is none. */
    private long staticOffset = -1;

    private Site(int number, int[] triples, Object mention) {
        this.number = number;
        this.mention = mention;
        int count = 0;
        int length = triples == null ? 0 : triples.length / 3;
        int foundVolatile = -1;
        for (int i = 0; i < length; i++) {
            if (isChecked(triples, i)) count++;
            if ((triples[i * 3 + 1] & VOLATILE) != 0 && foundVolatile < 0) foundVolatile = triples[i * 3];
        }
        volatileField = foundVolatile;
        line = length == 0 ? 0 : triples[2];
        fields = new int[count];
        writes = new boolean[count];
        lines = new int[count];
        boolean anyRead = false;
        boolean anyWrite = false;
        // The writes first: they are the graver, and with one state for the whole object only one is reported.
        for (int n = 0, next = 0; n < 2 * length; n++) {
            int i = n % length;
            boolean write = (triples[i * 3 + 1] & WRITE) != 0;
            if (write != (n < length) || !isChecked(triples, i)) continue;
            fields[next] = triples[i * 3];
            writes[next] = write;
            anyRead |= !write;
            anyWrite |= write;
            lines[next++] = triples[i * 3 + 2];
        }
        reads = anyRead;
        written = anyWrite;
        boolean anyOnlyRead = false;
        for (int i = 0; i < count; i++) anyOnlyRead |= !isWritten(fields[i]);
        onlyReads = anyOnlyRead;
    }

    private static boolean isChecked(int[] triples, int i) {
        return (triples[i * 3 + 1] & (VOLATILE | FINAL)) == 0;
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
        Page page = page(pages, number >>> Page.BITS);
        return page == null ? null : page.sites[number & (1 << Page.BITS) - 1];
    }

    private static Page page(Page[] in, int number) {
        int mask = in.length - 1;
        for (int i = number & mask;; i = i + 1 & mask) {
            Page page = in[i];
            if (page == null || page.number == number) return page;
        }
    }

    private static Site resolve(int number) {
        if (number <= 0) return NONE;
        forgetUnloaded();
        Object mention = Native.mentionAt(number);
        int[] triples = Native.fieldsAt(number);
        Site made = new Site(number, triples, mention);
        // Some thread released there, and the class is unloaded since: this one is for the caller only.
        if (triples == null || !Raw.lockTable(NONE, BUSY)) return made;
        try {
            Page page = page(pages, number >>> Page.BITS);
            if (page == null) {
                page = new Page(number >>> Page.BITS);
                if ((used + 1) * 2 > pages.length) rebuild(pages.length * 2);
                add(pages, page);
                used++;
            }
            int i = number & (1 << Page.BITS) - 1;
            Raw.UNSAFE.storeFence();
            if (page.sites[i] == null) page.sites[i] = made;
            return page.sites[i];
        } finally {
            Raw.unlock(NONE, BUSY);
        }
    }

    private static void add(Page[] to, Page page) {
        int mask = to.length - 1;
        int i = page.number & mask;
        while (to[i] != null) i = i + 1 & mask;
        Raw.UNSAFE.storeFence();
        to[i] = page;
    }

    /** Leaves out the empty pages. */
    private static void rebuild(int length) {
        Page[] fresh = new Page[length];
        int kept = 0;
        for (int i = 0; i < pages.length; i++) {
            if (pages[i] == null || pages[i].isEmpty()) continue;
            add(fresh, pages[i]);
            kept++;
        }
        Raw.UNSAFE.storeFence();
        pages = fresh;
        used = kept;
    }

    /** Asked before a site is resolved: while none is, the tables do not grow. */
    private static void forgetUnloaded() {
        int[] runs = Native.sitesGone();
        if (runs != null && Raw.lockTable(NONE, BUSY)) {
            try {
                for (int i = 0; i < runs.length; i += 2) {
                    for (int number = runs[i]; number < runs[i] + runs[i + 1]; number++) {
                        Page page = page(pages, number >>> Page.BITS);
                        if (page != null) page.sites[number & (1 << Page.BITS) - 1] = null;
                    }
                }
                rebuild(pages.length);
            } finally {
                Raw.unlock(NONE, BUSY);
            }
        }
        int[] fields = Native.fieldsGone();
        for (int i = 0; fields != null && i < fields.length; i++) Ordering.forget(fields[i]);
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
        type = Native.holderAt(number);
        if (!(type instanceof Class)) return null;
        String word = Native.wordAt(number);
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

    /** Line of a field's access in the group; of the group if the field is not in it. */
    int lineOf(int field) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == field) return lines[i];
        }
        return line;
    }

    int firstField() {
        return fields.length == 0 ? -1 : fields[0];
    }

    /** Tests only. */
    static int pages() {
        return used;
    }

    /** Tests only. */
    static void forget() {
        pages = new Page[32];
        used = 0;
    }
}
