package snag.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stands in for the agent and for generated code: sites, fields, reports. */
final class World implements Backend {
    static final int WRITE = 1;

    /** One report as the agent would get it. */
    static final class Report {
        int check;
        int kind;
        String objectClass;
        int field;
        int[] first;
        int[] second;
        String firstThread;
        String secondThread;
        String[] firstLocks;
        String[] secondLocks;
        int[] life;
        String[] lifeThreads;
        int again;
    }

    private final Map<Integer, int[]> fields = new HashMap<>();
    private final Map<Integer, Object> holders = new HashMap<>();
    /** The mentions of classes that can be unloaded, by site. */
    final Map<Integer, Object> mentions = new HashMap<>();
    int[] goneSites;
    int[] goneFields;
    final List<Report> reports = new ArrayList<>();
    final List<String> logs = new ArrayList<>();
    int stacks;
    long live;
    int counted;
    private static int nextSite = 1;

    /** A fresh world with the given configuration. */
    static World with(int checks, boolean byField, boolean hybrid, int arrays, long memory) {
        World world = new World();
        Native.backend = world;
        Site.forget();
        Reports.forget();
        Hooks.configure(checks, byField, hybrid, arrays, memory);
        return world;
    }

    static World races() {
        return with(1, true, true, 0, 0);
    }

    /** The paper: one state for each object, locksets only. */
    static World paper() {
        return with(1, false, false, 0, 0);
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

    @Override
    public synchronized int[] fieldsOf(int site) {
        return fields.get(site);
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
    public synchronized Stack stack(int skip) {
        Stack made = new Stack();
        made.number = ++stacks;
        return made;
    }

    @Override
    public synchronized int report(int check, int kind, String objectClass, int field, int[] first, String firstThread,
            String[] firstLocks, int[] second, String secondThread, String[] secondLocks, int[] life,
            String[] lifeThreads) {
        Report r = new Report();
        r.check = check;
        r.kind = kind;
        r.objectClass = objectClass;
        r.field = field;
        r.first = first;
        r.second = second;
        r.firstThread = firstThread;
        r.secondThread = secondThread;
        r.firstLocks = firstLocks;
        r.secondLocks = secondLocks;
        r.life = life;
        r.lifeThreads = lifeThreads;
        reports.add(r);
        return reports.size();
    }

    @Override
    public synchronized void again(int report, int count) {
        reports.get(report - 1).again += count;
    }

    @Override
    public synchronized long liveBytes() {
        counted++;
        return live;
    }

    @Override
    public synchronized void log(String message) {
        logs.add(message);
    }

    /** Reports, the same place again included. */
    int count() {
        Hooks.flush();
        int sum = reports.size();
        for (Report r : reports) sum += r.again;
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
