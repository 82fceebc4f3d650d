package snag.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stands in for the agent and for generated code: sites, fields, reports. */
final class World extends Native {
    static final int WRITE = 1;

    /** Triples: field, flags, line. */
    private final Map<Integer, int[]> fields = new HashMap<>();
    private final Map<Integer, Object> holders = new HashMap<>();
    /** The mentions of classes that can be unloaded, by site. */
    final Map<Integer, Object> mentions = new HashMap<>();
    int[] goneSites;
    int[] goneFields;
    final List<Report> reports = new ArrayList<>();
    /** How often each of them was seen again. */
    final List<Integer> again = new ArrayList<>();
    final List<String> logs = new ArrayList<>();
    int stacks;
    long live;
    int counted;
    private static int nextSite = 1;

    /** A fresh world with the given configuration. Bit n of checks stands for Check.all[n]. */
    static World with(int checks, boolean byField, boolean hybrid, long memory) {
        World world = new World();
        Native.agent = world;
        Site.pages = new Site[32][];
        Arrays.fill(Reports.TABLE, null);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < Check.all.length; i++) {
            if ((checks >> i & 1) != 0) ids.add(Check.all[i].id);
        }
        String[] options = {"granularity", byField ? "field" : "object", "lockset-only", hybrid ? "false" : "true"};
        Hooks.configure(ids.toArray(new String[0]), options, memory);
        return world;
    }

    static World races() {
        return with(1, true, true, 0);
    }

    /** The paper: one state for each object, locksets only. */
    static World paper() {
        return with(1, false, false, 0);
    }

    synchronized int site(int... triples) {
        fields.put(nextSite, triples);
        return nextSite++;
    }

    int reading(int field) {
        return site(field, 0, 10);
    }

    int writing(int field) {
        return site(field, WRITE, 20);
    }

    int holding(Object holder, int... triples) {
        int number = site(triples);
        holders.put(number, holder);
        return number;
    }

    /** What a generated helper does. */
    static void read(Thing o, int site) {
        Thread me = Thread.currentThread();
        Object s = o.$snag;
        if (s == me) return;
        Hooks.read(o, s, me, site);
    }

    static void write(Thing o, int site) {
        Thread me = Thread.currentThread();
        Object s = o.$snag;
        if (s == me) return;
        Hooks.write(o, s, me, site);
    }

    static void begin(Thing o, int site) {
        Thread me = Thread.currentThread();
        Object s = o.$snag;
        if (s == me) return;
        Hooks.begin(o, s, me, site);
    }

    static void end(Thing o, int site) {
        Thread me = Thread.currentThread();
        Object s = o.$snag;
        if (s == me) return;
        Hooks.end(o, s, me, site);
    }

    static void locked(Object lock, Runnable body) {
        Hooks.entered(lock, 1);
        body.run();
        Hooks.exiting(lock, 1);
    }

    int line(ReportedAccess access) {
        return fields.get(access.site())[access.index() * 3 + 2];
    }

    @Override
    public synchronized int[] fieldsOf(int site) {
        int[] triples = fields.get(site);
        if (triples == null) return null;
        int[] pairs = new int[triples.length / 3 * 2];
        for (int i = 0; i < pairs.length; i++) pairs[i] = triples[i / 2 * 3 + i % 2];
        return pairs;
    }

    @Override
    public synchronized Object staticHolder(int site) {
        return holders.get(site);
    }

    @Override
    public String staticWord(int site) {
        return "$snags";
    }

    @Override
    public synchronized Object mention(int site) {
        return mentions.get(site);
    }

    @Override
    public synchronized int[] goneSites() {
        int[] now = goneSites;
        goneSites = null;
        return now;
    }

    @Override
    public synchronized int[] goneFields() {
        int[] now = goneFields;
        goneFields = null;
        return now;
    }

    @Override
    public synchronized Stack stack() {
        Stack made = new Stack();
        made.number = ++stacks;
        return made;
    }

    @Override
    public synchronized int report(Report report) {
        reports.add(report);
        again.add(0);
        return reports.size();
    }

    @Override
    public synchronized void again(int report, int count) {
        again.set(report - 1, again.get(report - 1) + count);
    }

    @Override
    public synchronized long liveBytes() {
        counted++;
        return live;
    }

    @Override
    public void pause() {
        Thread.yield();
    }

    @Override
    public synchronized void log(String message) {
        logs.add(message);
    }

    /** Reports, the same place again included. */
    int count() {
        Hooks.flush();
        int sum = reports.size();
        for (int times : again) sum += times;
        return sum;
    }

    /** An application object: what the rewriter makes of a root class. */
    static class Thing implements Cloneable {
        public transient Object $snag;
        int x;

        @Override
        public Thing clone() {
            try {
                Thing copy = (Thing) super.clone();
                Hooks.cloned(copy);
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** State of a field's cell, -1: no Shadow. */
        int state(int field) {
            if (!($snag instanceof Shadow)) return -1;
            return ((Shadow) $snag).cell(field).state;
        }

        boolean modified(int field) {
            return ((Shadow) $snag).cell(field).modified;
        }
    }

    static final class SubThing extends Thing { long more; }
}
