package snag.runtime;

/**
 * The agent's side, registered with RegisterNatives. Called on slow paths only (an empty JNI call costs 6 ns), and
 * but for pause never while a spin lock is held.
 */
class Native {
    /** Tests put a subclass here, before the first hook runs. */
    static Native agent = new Native();

    /** Pairs: field id, flags (1 write, 2 volatile, 4 final). Null: there is no such site any more. */
    native int[] fieldsOf(int site);

    /**
     * What keeps the agent's knowledge of the site's class when that is unloaded; null for classes that never are.
     */
    native Object mention(int site);

    /** Sites of classes that were unloaded since it was asked last: pairs of the first and how many; or null. */
    native int[] goneSites();

    /** Fields of such classes; or null. */
    native int[] goneFields();

    /** The Class that declares the static fields of the site. */
    native Object staticHolder(int site);

    /** The name of the static field in that class which holds the state of the site's static fields, or null. */
    native String staticWord(int site);

    /** The current stack, without the frames of snag.runtime and of generated helpers; null if unknown. */
    native Stack stack();

    /** Returns the agent's number of the report. */
    native int report(Report report);

    native void again(int report, int count);

    /** Bytes of all records of objects that live (see Memory); negative if that is not known. */
    native long liveBytes();

    /**
     * Sleeps for a fraction of a millisecond. Thread.sleep would meddle with the program's interrupts, and park with
     * its permits.
     */
    native void pause();

    native void log(String message);
}
