package snag.runtime;

/**
 * The shadow word of an object is what the synthetic field {@code $snag} of an application object refers to. null is INIT
 * (figure 7.1 of von Praun 2004); a Thread is OWNED, by that thread; {@link Owned} is OWNED too, by a thread that has also taken the
 * object's monitor; {@link Shadow} is everything after the hand-over.
 *
 * Constructors put the current thread there (init of figure 7.2), and generated code compares the word with it: that is the whole check for
 * owned objects, and one by which an object that never leaves its method may still live in registers. (An object for each
 * thread and place of first use instead of the bare thread would tell where it was first used; a ray tracer took 3.3 times as long as
 * by itself that way, because each new vector had to go through a call.)
 */
class State {
    /** The only thread that has touched the object, or null once there was a second one. */
    final Thread owner;

    /**
     * What {@link Hooks#read} asks second: has this thread, at its present stamp, been here already at this site? A direct-mapped
     * table of {@code stamp ^ hash(site)}, see {@link Seen}. In the base class, so that the fast path needs no type test.
     */
    long[] seen;

    State(Thread owner, long[] seen) {
        this.owner = owner;
        this.seen = seen;
    }

    /** A shadow word as a State: a bare Thread becomes an Owned that is stored nowhere. */
    static State of(Object word) {
        return word instanceof Thread ? new Owned((Thread) word, 0, null) : (State) word;
    }
}
