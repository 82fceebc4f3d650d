package snag.runtime;

/**
 * One check in the program: the fields it stands for, resolved by the agent when it is first needed, and a cache of the
 * class that was last seen there. Sites are numbered from 1 by the agent.
 */
final class Site {
    private static final Site LOCK = new Site(0, null);
    private static final long BUSY = Raw.UNSAFE.objectFieldOffset(Site.class, "busy");
    private static Site[] sites = new Site[1024];

    static final int WRITE = 1;
    static final int VOLATILE = 2;
    static final int FINAL = 4;

    private volatile int busy;

    final int number;
    /** The fields that are checked (volatile and final ones are not). */
    final int[] fields;
    final boolean[] writes;
    /** Is one of them only read? */
    final boolean reads;
    /** Is one of them written? */
    final boolean written;
    final int[] lines;
    /** The first volatile field, or -1. */
    final int volatileField;
    final int line;

    /** The last stack that was taken here, by any thread; 0 if there is none. */
    int lastStack;
    private int stacksWanted;
    private static final int STACKS = 1024;

    private ClassInfo lastClass;
    private ClassInfo holder;
    /** Of the word for the static field, in the class that declares it; -1 if there is none. */
    private long staticOffset = -1;

    private Site(int number, int[] triples) {
        this.number = number;
        int count = 0;
        int length = triples == null ? 0 : triples.length / 3;
        int foundVolatile = -1;
        for (int i = 0; i < length; i++) {
            if ((triples[i * 3 + 1] & (VOLATILE | FINAL)) == 0) count++;
            if ((triples[i * 3 + 1] & VOLATILE) != 0 && foundVolatile < 0) foundVolatile = triples[i * 3];
        }
        volatileField = foundVolatile;
        line = length == 0 ? 0 : triples[2];
        fields = new int[count];
        writes = new boolean[count];
        lines = new int[count];
        boolean anyRead = false;
        boolean anyWrite = false;
        for (int i = 0, next = 0; i < length; i++) {
            int flags = triples[i * 3 + 1];
            if ((flags & (VOLATILE | FINAL)) != 0) continue;
            fields[next] = triples[i * 3];
            writes[next] = (flags & WRITE) != 0;
            anyRead |= !writes[next];
            anyWrite |= writes[next];
            lines[next++] = triples[i * 3 + 2];
        }
        reads = anyRead;
        written = anyWrite;
    }

    static Site of(int number) {
        Site[] now = sites;
        Site site = number < now.length && number >= 0 ? now[number] : null;
        return site != null ? site : resolve(number);
    }

    private static Site resolve(int number) {
        Site made = new Site(number, Native.fieldsAt(number));
        if (number < 0 || !Raw.lockTable(LOCK, BUSY)) return made;
        try {
            if (number >= sites.length) {
                Site[] grown = new Site[Math.max(number + 1, sites.length * 2)];
                for (int i = 0; i < sites.length; i++) grown[i] = sites[i];
                sites = grown;
            }
            Raw.UNSAFE.storeFence();
            if (sites[number] == null) sites[number] = made;
            return sites[number];
        } finally {
            Raw.unlock(LOCK, BUSY);
        }
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
    static void forget() {
        sites = new Site[1024];
    }
}
