package snag.runtime;

/**
 * The agent's side, registered with RegisterNatives. Called on slow paths only (an empty JNI call costs 6 ns), and
 * but for pause never while a spin lock is held.
 */
final class Native {
    /** Tests only: stands in for the agent. Set before the first hook runs. */
    static Backend backend;

    private Native() {}

    /** Triples: field id, flags (1 write, 2 volatile, 4 final, 8 static), line. Null: there is no such site any more. */
    static native int[] fieldsOf(int site);

    /**
     * What keeps the agent's knowledge of the site's class when that is unloaded; null for classes that never are.
     */
    static native Object mention(int site);

    /** Sites of classes that were unloaded since it was asked last: pairs of the first and how many; or null. */
    static native int[] goneSites();

    /** Fields of such classes; or null. */
    static native int[] goneFields();

    /** The Class that declares the static fields of the site. */
    static native Object staticHolder(int site);

    /** The name of the static field in that class which holds the state of the site's static fields, or null. */
    static native String staticWord(int site);

    /**
     * The current stack, null if unknown. Frames of snag.runtime and of generated helpers on top are left out by
     * the agent.
     */
    static native Stack stack(int skip);

    /** Returns the agent's number of the report. */
    static native int report(Report report);

    static native void again(int report, int count);

    /** Bytes of all records of objects that live (see Memory); negative if that is not known. */
    static native long liveBytes();

    /**
     * Sleeps for a fraction of a millisecond. Thread.sleep would meddle with the program's interrupts, and park with
     * its permits.
     */
    static native void pause();

    static native void log(String message);

    static Stack stackNow() {
        Backend b = backend;
        return b == null ? stack(0) : b.stack(0);
    }

    static int[] fieldsAt(int site) {
        Backend b = backend;
        return b == null ? fieldsOf(site) : b.fieldsOf(site);
    }

    static Object mentionAt(int site) {
        Backend b = backend;
        return b == null ? mention(site) : b.mention(site);
    }

    static int[] sitesGone() {
        Backend b = backend;
        return b == null ? goneSites() : b.goneSites();
    }

    static int[] fieldsGone() {
        Backend b = backend;
        return b == null ? goneFields() : b.goneFields();
    }

    static Object holderAt(int site) {
        Backend b = backend;
        return b == null ? staticHolder(site) : b.staticHolder(site);
    }

    static String wordAt(int site) {
        Backend b = backend;
        return b == null ? staticWord(site) : b.staticWord(site);
    }

    static long measure() {
        Backend b = backend;
        return b == null ? liveBytes() : b.liveBytes();
    }

    static void rest() {
        if (backend == null) {
            pause();
        } else {
            Thread.yield();
        }
    }

    static int send(Report report) {
        Backend b = backend;
        return b == null ? report(report) : b.report(report);
    }

    static void countAgain(int report, int count) {
        Backend b = backend;
        if (b == null) {
            again(report, count);
        } else {
            b.again(report, count);
        }
    }

    static void say(String message) {
        Backend b = backend;
        if (b == null) {
            log(message);
        } else {
            b.log(message);
        }
    }
}
