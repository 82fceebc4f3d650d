package snag.runtime;

import java.lang.ref.Reference;

/**
 * Reports, each place once: the same check, field and pair of sites again (on another object) is only counted. Counts
 * go to the agent in batches: at powers of two, and at the end.
 */
final class Reports {
    private static final Reports LOCK = new Reports(null, 0, 0, 0);
    private static final long BUSY = Raw.UNSAFE.objectFieldOffset(Reports.class, "busy");
    private static Reports[] table = new Reports[64];
    private static int used;

    private volatile int busy;
    private final Check check;
    private final int field;
    private final int low;
    private final int high;
    /** The agent's number; 0 until it has answered. */
    private volatile int number;
    private int count;
    private int pending;

    private Reports(Check check, int field, int low, int high) {
        this.check = check;
        this.field = field;
        this.low = low;
        this.high = high;
    }

    static void report(Conflict list, Object o, Shadow shadow) {
        for (Conflict c = list; c != null; c = c.next) one(c, o, shadow);
    }

    private static void one(Conflict c, Object o, Shadow shadow) {
        c.check.found++;
        int field = c.field;
        int firstSite = c.accesses[0] == null ? 0 : c.accesses[0].site.number;
        int lastSite = c.last().site.number;
        boolean isNew = false;
        int due = 0;
        Reports place = null;
        if (!Raw.lockTable(LOCK, BUSY)) return;
        try {
            int low = Math.min(firstSite, lastSite);
            int high = Math.max(firstSite, lastSite);
            place = find(table, c.check, field, low, high);
            if (place == null) {
                place = new Reports(c.check, field, low, high);
                add(place);
                isNew = true;
            } else {
                place.count++;
                place.pending++;
                if (place.number != 0 && (place.count & place.count - 1) == 0) {
                    due = place.pending;
                    place.pending = 0;
                }
            }
        } finally {
            Raw.unlock(LOCK, BUSY);
        }
        if (isNew) {
            place.number = send(c, o, shadow);
        } else if (due > 0) {
            Native.countAgain(place.number, due);
        }
    }

    private static int send(Conflict c, Object o, Shadow shadow) {
        int count = c.accesses.length;
        ReportedAccess[] accesses = new ReportedAccess[count];
        for (int i = 0; i < count; i++) accesses[i] = new ReportedAccess(c.accesses[i], c.times[i], c.field);
        Access now = c.last();
        if (now.stackTime != c.times[count - 1] && now.who == Threads.find(Thread.currentThread())) {
            // It is happening: the stack is to be had.
            now = new Access(now.who, now.site, now.write, Native.stackNow(), true);
            accesses[count - 1] = new ReportedAccess(now, now.stackTime, c.field);
        }
        int number = Native.send(new Report(c, o, shadow, accesses));
        // The agent knows sites and stacks by their numbers as long as these live.
        Reference.reachabilityFence(c);
        Reference.reachabilityFence(now);
        Reference.reachabilityFence(shadow);
        return number;
    }

    /** The counts that the agent has not been told yet. */
    static void flush() {
        Reports[] now = table;
        for (int i = 0; i < now.length; i++) {
            Reports place = now[i];
            if (place == null || place.number == 0) continue;
            int due = 0;
            if (!Raw.lockTable(LOCK, BUSY)) return;
            try {
                due = place.pending;
                place.pending = 0;
            } finally {
                Raw.unlock(LOCK, BUSY);
            }
            if (due > 0) Native.countAgain(place.number, due);
        }
    }

    private static int start(int field, int low, int high) {
        int hash = (field * 0x9E3779B1 + low) * 0x9E3779B1 + high;
        return hash * 0x9E3779B1 >>> 8;
    }

    private static Reports find(Reports[] in, Check check, int field, int low, int high) {
        int mask = in.length - 1;
        for (int i = start(field, low, high) & mask;; i = i + 1 & mask) {
            Reports r = in[i];
            if (r == null) return null;
            if (r.check == check && r.field == field && r.low == low && r.high == high) return r;
        }
    }

    private static void add(Reports place) {
        if ((used + 1) * 2 > table.length) {
            Reports[] grown = new Reports[table.length * 2];
            for (int i = 0; i < table.length; i++) {
                if (table[i] != null) put(grown, table[i]);
            }
            table = grown;
        }
        put(table, place);
        used++;
    }

    private static void put(Reports[] into, Reports place) {
        int mask = into.length - 1;
        int i = start(place.field, place.low, place.high) & mask;
        while (into[i] != null) i = i + 1 & mask;
        into[i] = place;
    }

    /** Tests only. */
    static void forget() {
        table = new Reports[64];
        used = 0;
    }
}
