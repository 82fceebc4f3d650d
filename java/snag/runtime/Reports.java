package snag.runtime;

import java.lang.ref.Reference;

/**
 * Reports, each place once: the same check, field and pair of sites again (on another object) is only counted. Counts
 * go to the agent in batches: at powers of two, and at the end.
 */
final class Reports {
    private static final Reports LOCK = new Reports(null, 0, 0, 0, null);
    private static final long BUSY = Raw.UNSAFE.objectFieldOffset(Reports.class, "busy");
    /** By a hash, chained. */
    static final Reports[] TABLE = new Reports[1024];

    private volatile int busy;
    private final Reports next;
    private final Check check;
    private final int field;
    private final int low;
    private final int high;
    /** The agent's number; 0 until that is known. */
    private volatile int number;
    private int count;
    private int pending;

    private Reports(Check check, int field, int low, int high, Reports next) {
        this.check = check;
        this.field = field;
        this.low = low;
        this.high = high;
        this.next = next;
    }

    static void report(Conflict list, Object o, Shadow shadow) {
        for (Conflict c = list; c != null; c = c.next()) one(c, o, shadow);
    }

    private static void one(Conflict c, Object o, Shadow shadow) {
        c.check().found++;
        int field = c.field();
        int firstSite = c.accesses()[0] == null ? 0 : c.accesses()[0].site.number;
        int lastSite = c.last().site.number;
        boolean isNew = false;
        int due = 0;
        Reports place = null;
        if (!Raw.lockTable(LOCK, BUSY)) return;
        try {
            int low = Math.min(firstSite, lastSite);
            int high = Math.max(firstSite, lastSite);
            int start = ((field * 0x9E3779B1 + low) * 0x9E3779B1 + high) * 0x9E3779B1 >>> 22;
            place = TABLE[start];
            while (place != null && !place.is(c.check(), field, low, high)) place = place.next;
            if (place == null) {
                place = new Reports(c.check(), field, low, high, TABLE[start]);
                TABLE[start] = place;
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
            Native.agent.again(place.number, due);
        }
    }

    private static int send(Conflict c, Object o, Shadow shadow) {
        int count = c.accesses().length;
        ReportedAccess[] accesses = new ReportedAccess[count];
        for (int i = 0; i < count; i++) accesses[i] = ReportedAccess.of(c.accesses()[i], c.times()[i], c.field());
        Access now = c.last();
        if (now.stackTime != c.times()[count - 1] && now.who == Threads.find(Thread.currentThread())) {
            // It is happening: the stack is to be had.
            now = new Access(now.who, now.site, now.write, Native.agent.stack(), true);
            accesses[count - 1] = ReportedAccess.of(now, now.stackTime, c.field());
        }
        int number = Native.agent.report(new Report(c, o, shadow, accesses));
        // The agent knows sites and stacks by their numbers as long as these live.
        Reference.reachabilityFence(c);
        Reference.reachabilityFence(now);
        Reference.reachabilityFence(shadow);
        return number;
    }

    private boolean is(Check ofCheck, int ofField, int ofLow, int ofHigh) {
        return check == ofCheck && field == ofField && low == ofLow && high == ofHigh;
    }

    /** The counts that the agent has not been told yet. */
    static void flush() {
        for (int i = 0; i < TABLE.length; i++) {
            for (Reports place = TABLE[i]; place != null; place = place.next) {
                int due = 0;
                if (!Raw.lockTable(LOCK, BUSY)) return;
                try {
                    if (place.number == 0) continue;
                    due = place.pending;
                    place.pending = 0;
                } finally {
                    Raw.unlock(LOCK, BUSY);
                }
                if (due > 0) Native.agent.again(place.number, due);
            }
        }
    }
}
